import { loadKoffi } from '../start/load-koffi.ts';
import type { Scanned } from './lineage.ts';

// Unverified: written from sys/proc_info.h and sys/sysctl.h, not yet run on a Mac (docs/verified.md).
const PROC_PIDTBSDINFO = 3;
const PROC_PIDUNIQIDENTIFIERINFO = 17;
const CTL_KERN = 1;
const KERN_PROCARGS2 = 49;
const SSTOP = 4;
const SZOMB = 5;
/** Sizes and places of struct proc_bsdinfo and struct proc_uniqidentifierinfo. */
const bsd = { size: 136, status: 4, uid: 20, name: 64, nameSize: 32, startSeconds: 120, startMicroseconds: 128 };
const uniq = { size: 56, unique: 16, parentUnique: 24 };
/** struct kevent: ident, filter, flags, fflags, data, udata. */
const EVFILT_PROC = -5;
const EV_ADD = 1;
const NOTE_FORK = 0x4000_0000;
const NOTE_EXIT = 0x8000_0000;

export interface Libproc {
  scan(): Scanned[];
  /** The unique id that a pid has now; null when it is gone. */
  uniqueOf(pid: number): bigint | null;
  /** From now on a fork or the end of this process wakes `next`. */
  watch(pid: number): void;
  /** Waits for a fork or an end of a watched process, at most so long. Leaves this thread free. */
  next(ms: number): Promise<void>;
}

export async function loadLibproc(): Promise<Libproc> {
  const koffi = await loadKoffi();
  const library = koffi.load('/usr/lib/libSystem.B.dylib');
  const listAll = library.func('int proc_listallpids(void *buffer, int size)');
  const info = library.func('int proc_pidinfo(int pid, int flavor, uint64_t arg, void *buffer, int size)');
  const sysctl = library.func(
    'int sysctl(void *name, uint32_t length, void *old, void *oldSize, void *new, size_t newSize)',
  );
  const kqueue = library.func('int kqueue()');
  const kevent = library.func('int kevent(int queue, void *changes, int count, void *events, int room, void *timeout)');
  const queue = kqueue() as number;
  const tags = new Map<bigint, string | null>();

  const uniqueIds = (pid: number): { unique: bigint; parentUnique: bigint } | null => {
    const data = Buffer.alloc(uniq.size);
    if (info(pid, PROC_PIDUNIQIDENTIFIERINFO, 0, data, data.length) !== uniq.size) return null;
    return { unique: data.readBigUInt64LE(uniq.unique), parentUnique: data.readBigUInt64LE(uniq.parentUnique) };
  };
  const tagOf = (pid: number): string | null => {
    const name = Int32Array.from([CTL_KERN, KERN_PROCARGS2, pid]);
    const data = Buffer.alloc(1 << 20);
    const size = BigUint64Array.from([BigInt(data.length)]);
    if (sysctl(name, 3, data, size, null, 0) !== 0) return null;
    const text = data.toString('latin1', 0, Number(size[0]));
    return /\0BUREAU_HOLD=([0-9a-f]+)\0/.exec(text)?.[1] ?? null;
  };
  return {
    uniqueOf: (pid) => uniqueIds(pid)?.unique ?? null,
    scan() {
      const room = (listAll(null, 0) as number) + 256;
      const pids = new Int32Array(room);
      const count = listAll(pids, pids.byteLength) as number;
      return [...pids.subarray(0, count)].flatMap((pid) => {
        const ids = pid > 0 ? uniqueIds(pid) : null;
        const data = Buffer.alloc(bsd.size);
        if (!ids || info(pid, PROC_PIDTBSDINFO, 0, data, data.length) !== bsd.size) return [];
        // An environment is fixed at exec, and reading it is the dearest part of a scan.
        if (!tags.has(ids.unique)) tags.set(ids.unique, tagOf(pid));
        const status = data.readUInt32LE(bsd.status);
        const ms =
          Number(data.readBigUInt64LE(bsd.startSeconds)) * 1000 +
          Number(data.readBigUInt64LE(bsd.startMicroseconds)) / 1000;
        return [
          {
            pid,
            ...ids,
            name: data.toString('utf8', bsd.name, bsd.name + bsd.nameSize).replace(/\0.*$/s, ''),
            uid: data.readUInt32LE(bsd.uid),
            stopped: status === SSTOP,
            zombie: status === SZOMB,
            startedAt: new Date(ms).toISOString(),
            tag: tags.get(ids.unique) ?? null,
          },
        ];
      });
    },
    watch(pid) {
      const change = Buffer.alloc(32);
      change.writeBigUInt64LE(BigInt(pid), 0);
      change.writeInt16LE(EVFILT_PROC, 8);
      change.writeUInt16LE(EV_ADD, 10);
      change.writeUInt32LE((NOTE_FORK + NOTE_EXIT) >>> 0, 12);
      kevent(queue, change, 1, null, 0, null);
    },
    next(ms) {
      const timeout = BigInt64Array.from([BigInt(Math.floor(ms / 1000)), BigInt(Math.round((ms % 1000) * 1e6))]);
      return new Promise((resolve) =>
        kevent.async(queue, null, 0, Buffer.alloc(32 * 16), 16, timeout, () => resolve()),
      );
    },
  };
}
