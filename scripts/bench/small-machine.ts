/** A small machine on this one: processes that share some memory and a part of a core. */
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getFigures } from './server.ts';

export interface SmallMachine {
  /** How its processes are limited. */
  by: string;
  /** Puts a process into it; the processes and threads that this one starts are in it, too. */
  add(pid: number): void;
  /** Removes it, when its processes have ended. */
  close(): void;
}

interface Size {
  /** Of a core. */
  share: number;
  bytes: number;
}

/** The length of time in which processes may use their share, ms. */
const PERIOD = 100;
const GROUPS = '/sys/fs/cgroup';

/** By control groups of Linux, if this user may make some. Otherwise by pauses, without a limit on memory. */
export const newSmallMachine = (size: Size): SmallMachine => {
  for (const make of [unifiedGroup, separateGroups])
    try {
      return make(size);
    } catch {
      // The system has the other kind of groups, or grants none.
    }
  return pauses(size);
};

function unifiedGroup({ share, bytes }: Size): SmallMachine {
  return groups({
    [join(GROUPS, NAME)]: { 'memory.max': bytes, 'cpu.max': `${share * PERIOD * 1000} ${PERIOD * 1000}` },
  });
}

function separateGroups({ share, bytes }: Size): SmallMachine {
  return groups({
    [join(GROUPS, 'memory', NAME)]: { 'memory.limit_in_bytes': bytes },
    [join(GROUPS, 'cpu', NAME)]: { 'cpu.cfs_period_us': PERIOD * 1000, 'cpu.cfs_quota_us': share * PERIOD * 1000 },
  });
}

const NAME = `klatch-bench-${process.pid}`;

function groups(settings: Record<string, Record<string, string | number>>): SmallMachine {
  const folders = Object.keys(settings);
  const close = () => {
    for (const folder of folders)
      try {
        rmdirSync(folder);
      } catch {
        // It was not made.
      }
  };
  try {
    for (const [folder, files] of Object.entries(settings)) {
      mkdirSync(folder);
      for (const [file, value] of Object.entries(files)) writeFileSync(join(folder, file), `${value}`);
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    by: 'control groups',
    add: (pid) => folders.forEach((folder) => writeFileSync(join(folder, 'cgroup.procs'), `${pid}`)),
    close,
  };
}

/** Stops the processes for the rest of each period in which they have used their share. */
function pauses({ share }: Size): SmallMachine {
  const processes = new Map<number, number>();
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processes.keys())
      try {
        process.kill(pid, name);
      } catch {
        processes.delete(pid);
      }
  };
  const used = () => {
    let sum = 0;
    for (const [pid, before] of processes)
      try {
        sum += getFigures(pid).cpu() - before;
      } catch {
        processes.delete(pid);
      }
    return sum;
  };
  let begun = performance.now();
  let before = 0;
  const timer = setInterval(() => {
    if (used() - before >= share * PERIOD) signal('SIGSTOP');
    if (performance.now() - begun < PERIOD) return;
    begun = performance.now();
    before = used();
    signal('SIGCONT');
  }, 5);
  return {
    by: 'pauses, and its memory not at all',
    add: (pid) => void processes.set(pid, getFigures(pid).cpu()),
    close: () => clearInterval(timer),
  };
}
