import { mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { CallError } from '@bureau/engine';

/** Makes a folder that the person named in the window. Its name is one name: no way to somewhere else. */
export async function makeFolder(parent: string, name: string): Promise<{ readonly path: string }> {
  const plain = name.trim();
  if (!isAbsolute(parent) || plain === '' || plain === '.' || plain === '..' || /[\\/\0]/.test(plain))
    throw new CallError({
      code: 'wrong-use',
      message: 'A folder’s name can’t be empty, and can’t have a slash in it.',
    });
  const path = join(parent, plain);
  try {
    await mkdir(path);
    return { path };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    throw new CallError({
      code: 'wrong-use',
      message:
        code === 'EEXIST'
          ? `There is something called «${plain}» here already.`
          : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
            ? 'You may not make a folder here.'
            : `The folder «${plain}» could not be made here.`,
    });
  }
}
