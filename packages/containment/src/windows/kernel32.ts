import { loadKoffi } from '../start/load-koffi.ts';

/** Numbers of winnt.h. */
const JobObjectBasicAccountingInformation = 1;
const JobObjectBasicProcessIdList = 3;
const JobObjectExtendedLimitInformation = 9;
const JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE = 0x2000;
const PROCESS_TERMINATE = 0x0001;
const PROCESS_QUERY_LIMITED_INFORMATION = 0x1000;
const SYNCHRONIZE = 0x100000;
/** Sizes and places in the 64-bit structures of winnt.h. */
const extendedLimits = { size: 144, flags: 16 };
const accounting = { size: 48, activeProcesses: 40 };

export interface Job {
  /** Processes in the job by its own count, this one included. */
  activeProcesses(): number;
  pids(): number[];
}

export interface Kernel32 {
  /**
   * Makes a job that ends with its last handle and that nothing may break away from, and puts this process into
   * it. Its handle can't be inherited. Throws with the system's error number.
   */
  enterJob(): Job;
  /** Ends one process; false when it is gone or may not be ended. */
  terminate(pid: number): boolean;
  /** Its program's path and start; null when it is gone. */
  describe(pid: number): { readonly program: string; readonly startedAt: string } | null;
}

export async function loadKernel32(): Promise<Kernel32> {
  const koffi = await loadKoffi();
  const library = koffi.load('kernel32.dll');
  const createJob = library.func('void *CreateJobObjectW(void *attributes, void *name)');
  const setInformation = library.func('int SetInformationJobObject(void *job, int what, void *data, uint32_t size)');
  const queryInformation = library.func(
    'int QueryInformationJobObject(void *job, int what, void *data, uint32_t size, void *length)',
  );
  const assign = library.func('int AssignProcessToJobObject(void *job, void *process)');
  const currentProcess = library.func('void *GetCurrentProcess()');
  const lastError = library.func('uint32_t GetLastError()');
  const openProcess = library.func('void *OpenProcess(uint32_t access, int inherit, uint32_t pid)');
  const terminateProcess = library.func('int TerminateProcess(void *process, uint32_t code)');
  const closeHandle = library.func('int CloseHandle(void *handle)');
  const imageName = library.func(
    'int QueryFullProcessImageNameW(void *process, uint32_t flags, void *name, void *size)',
  );
  const processTimes = library.func(
    'int GetProcessTimes(void *process, void *created, void *exited, void *kernel, void *user)',
  );
  const exitCode = library.func('int GetExitCodeProcess(void *process, void *code)');
  const stillActive = 259;

  const withProcess = <T>(pid: number, access: number, use: (handle: unknown) => T, none: T): T => {
    const handle = openProcess(access, 0, pid);
    if (!handle) return none;
    try {
      return use(handle);
    } finally {
      closeHandle(handle);
    }
  };
  return {
    enterJob() {
      const job = createJob(null, null);
      if (!job) throw new Error(`CreateJobObject failed (${lastError()})`);
      const limits = Buffer.alloc(extendedLimits.size);
      // Neither BREAKAWAY_OK nor SILENT_BREAKAWAY_OK: Git Bash takes the first whenever it is offered.
      limits.writeUInt32LE(JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, extendedLimits.flags);
      if (!setInformation(job, JobObjectExtendedLimitInformation, limits, limits.length)) {
        throw new Error(`SetInformationJobObject failed (${lastError()})`);
      }
      if (!assign(job, currentProcess())) throw new Error(`AssignProcessToJobObject failed (${lastError()})`);
      return {
        activeProcesses() {
          const data = Buffer.alloc(accounting.size);
          if (!queryInformation(job, JobObjectBasicAccountingInformation, data, data.length, null)) return Number.NaN;
          return data.readUInt32LE(accounting.activeProcesses);
        },
        pids() {
          for (let room = 256; ; room *= 4) {
            const data = Buffer.alloc(8 + room * 8);
            const whole = queryInformation(job, JobObjectBasicProcessIdList, data, data.length, null);
            const listed = data.readUInt32LE(4);
            // ERROR_MORE_DATA: the list was longer than the room for it.
            if (!whole && room < 65_536) continue;
            return Array.from({ length: listed }, (_, index) => Number(data.readBigUInt64LE(8 + index * 8)));
          }
        },
      };
    },
    terminate: (pid) =>
      withProcess(pid, PROCESS_TERMINATE | SYNCHRONIZE, (handle) => terminateProcess(handle, 1) !== 0, false),
    describe: (pid) =>
      withProcess(
        pid,
        PROCESS_QUERY_LIMITED_INFORMATION,
        (handle) => {
          const code = Buffer.alloc(4);
          if (exitCode(handle, code) && code.readUInt32LE() !== stillActive) return null;
          const name = Buffer.alloc(2048);
          const size = Buffer.alloc(4);
          size.writeUInt32LE(1024);
          const program = imageName(handle, 0, name, size)
            ? name.toString('utf16le', 0, size.readUInt32LE() * 2)
            : 'unknown';
          const created = Buffer.alloc(8);
          const other = [Buffer.alloc(8), Buffer.alloc(8), Buffer.alloc(8)] as const;
          processTimes(handle, created, ...other);
          return { program, startedAt: fromFileTime(created.readBigUInt64LE()) };
        },
        null,
      ),
  };
}

/** FILETIME counts 100 ns steps since 1601. */
export function fromFileTime(steps: bigint): string {
  const between1601And1970Ms = 11_644_473_600_000n;
  return new Date(Number(steps / 10_000n - between1601And1970Ms)).toISOString();
}
