import { createRequire } from 'node:module';
import type koffi from 'koffi';

export type Koffi = typeof koffi;

/**
 * The bridge to the system's own libraries. Its binary is loaded directly where it is found beside us: the package
 * around it only adds warnings, and costs each start some 10 ms.
 */
export async function loadKoffi(): Promise<Koffi> {
  try {
    const require = createRequire(process.argv[1] ?? process.execPath);
    return require(`@koromix/koffi-${process.platform}-${process.arch}`) as Koffi;
  } catch {
    return (await import('koffi')).default;
  }
}
