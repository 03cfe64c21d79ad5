import type { HostCalls, Settings } from '@bureau/contracts';
import { CallError, type EngineCalls } from '@bureau/engine';
import type { HostOptions, OfficeSource } from '../types.ts';
import { attachFile } from './attach-file.ts';
import { listFolders } from './list-folders.ts';
import { makeFolder } from './make-folder.ts';
import { practiceFolder } from './practice-folder.ts';
import { callSchemas, isCall } from './schemas.ts';

type HostOnly = Pick<
  { [Method in keyof HostCalls]: (params: HostCalls[Method]['params']) => Promise<HostCalls[Method]['value']> },
  | 'doctor'
  | 'folders.list'
  | 'folders.create'
  | 'folders.practice'
  | 'files.attach'
  | 'office.log'
  | 'office.day'
  | 'office.find'
>;

const noLog = { entries: [], start: 0, end: 0, more: false, unread: 0 };

/** Answers a call of a window: checked, then by the host itself or by the engine. Rejects with a `CallError`. */
export function makeCalls(
  options: Pick<HostOptions, 'engine' | 'dataDir' | 'home' | 'doctor'>,
  office: () => Promise<OfficeSource | null>,
  onSettings: (settings: Settings) => void = () => undefined,
): (method: string, params: unknown) => Promise<unknown> {
  const own: HostOnly = {
    doctor: () => options.doctor(),
    'folders.list': ({ path }) => listFolders(path, options.home),
    'folders.create': ({ parent, name }) => makeFolder(parent, name),
    'folders.practice': () => practiceFolder(options.dataDir),
    'files.attach': ({ name, base64 }) => attachFile(options.dataDir, name, base64),
    'office.log': async (params) => (await office())?.log?.(params) ?? noLog,
    'office.day': async (params) => (await (await office())?.day?.(params)) ?? { spans: [] },
    'office.find': async (params) => (await office())?.find?.(params) ?? { spans: [] },
  };
  const all: EngineCalls & HostOnly = { ...options.engine.calls, ...own };
  return async (method, params) => {
    if (!isCall(method)) throw new CallError({ code: 'wrong-use', message: `Bureau has no call «${method}».` });
    const checked = callSchemas[method].safeParse(params ?? {});
    if (!checked.success)
      throw new CallError({
        code: 'wrong-use',
        message: `«${method}» was called with something it can't use: ${checked.error.issues[0]?.path.join('.') ?? ''} ${checked.error.issues[0]?.message ?? ''}`,
      });
    const call = all[method] as (params: unknown) => Promise<unknown>;
    const value = await call(checked.data);
    if (method === 'settings.set') onSettings(options.engine.settings());
    return value;
  };
}
