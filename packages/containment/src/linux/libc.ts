import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { loadKoffi } from '../start/load-koffi.ts';

/** Numbers of linux/prctl.h, the wait and fcntl headers, and the system call table (the same on every architecture from 424 on). */
const PR_SET_NAME = 15;
const PR_SET_CHILD_SUBREAPER = 36;
const WNOHANG = 1;
const F_SETFD = 2;
const FD_CLOEXEC = 1;
const SYS_pidfd_send_signal = 424;
const SYS_pidfd_open = 434;

export interface Libc {
  /** From now on every orphan below this process becomes its child. False when the kernel refuses. */
  becomeSubreaper(): boolean;
  /** The name that `pkill` and `killall` compare; at most 15 bytes. */
  setName(name: string): void;
  closeOnExec(fd: number): void;
  /** Makes `fd` lead to /dev/null. */
  emptyOut(fd: number): void;
  /** Collects one ended child; null when none has ended yet, `none` when there is no child at all. */
  reap(): { pid: number; code: number | null; signal: number | null } | null | 'none';
  /** A handle that stays with this very process, whatever becomes of its number; null when there is none. */
  openPid(pid: number): number | null;
  /** True when the signal reached the process. `errno` tells why not. */
  signalPid(handle: number, signal: number): boolean;
  close(fd: number): void;
  errno(): number;
}

/** The system calls of a hold, through the C library that is already loaded. Throws when there is none to call. */
export async function loadLibc(): Promise<Libc> {
  const koffi = await loadKoffi();
  const library = koffi.load(null);
  const prctl = library.func(
    'int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)',
  );
  const prctlText = library.func('prctl', 'int', ['int', 'str', 'ulong', 'ulong', 'ulong']);
  const waitpid = library.func('int waitpid(int pid, void *status, int options)');
  const syscall = library.func('long syscall(long number, long a, long b, long c, long d)');
  const fcntl = library.func('int fcntl(int fd, int command, int value)');
  const dup2 = library.func('int dup2(int from, int to)');
  const close = library.func('int close(int fd)');
  const status = new Int32Array(1);
  const ECHILD = constants.errno.ECHILD;
  return {
    becomeSubreaper: () => prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) === 0,
    setName: (name) => void prctlText(PR_SET_NAME, name, 0, 0, 0),
    closeOnExec: (fd) => void fcntl(fd, F_SETFD, FD_CLOEXEC),
    emptyOut(fd) {
      const nowhere = openSync('/dev/null', 'r+');
      dup2(nowhere, fd);
      closeSync(nowhere);
    },
    reap() {
      const pid = waitpid(-1, status, WNOHANG) as number;
      if (pid === 0) return null;
      if (pid < 0) return koffi.errno() === ECHILD ? 'none' : null;
      const word = status[0]!;
      const signal = word & 0x7f;
      return { pid, code: signal === 0 ? (word >> 8) & 0xff : null, signal: signal === 0 ? null : signal };
    },
    openPid(pid) {
      const handle = syscall(SYS_pidfd_open, pid, 0, 0, 0) as number;
      return handle < 0 ? null : handle;
    },
    signalPid: (handle, signal) => syscall(SYS_pidfd_send_signal, handle, signal, 0, 0) === 0,
    close: (fd) => void close(fd),
    errno: () => koffi.errno(),
  };
}
