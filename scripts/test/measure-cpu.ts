/**
 * Measures the CPU time of each test, for `npm test -- --times`, which loads this before the files of a process. It
 * needs the process table of Linux.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, type TestContext } from 'node:test';

/** Where the times are written. The process that starts those of the tests measures nothing. */
const path = process.env.NODE_TEST_CONTEXT && process.env.TEST_CPU_TIMES;
/** The unit of the process table, in ms. */
const TICK = 10;

/** CPU time so far, in ms: of this process, and of those that it started, also if they have ended. */
interface Used {
  own: number;
  started: number;
}

function readUsed(): Used {
  const { user, system } = process.cpuUsage();
  const processes = readProcesses();
  let started = processes.get(process.pid)?.ended ?? 0;
  const family = new Set([process.pid]);
  // Numbers grow, so a process comes after the one that started it, unless the numbers have begun again.
  for (const [pid, { parent, own, ended }] of [...processes].sort(([a], [b]) => a - b)) {
    if (!family.has(parent)) continue;
    family.add(pid);
    started += own + ended;
  }
  return { own: (user + system) / 1000, started };
}

interface Process {
  parent: number;
  /** In ms. */
  own: number;
  /** Of the processes that it started and that have ended, in ms. */
  ended: number;
}

function readProcesses(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const sum = (first: number) => (fields[first]! + fields[first + 1]!) * TICK;
      found.set(Number(name), { parent: fields[1]!, own: sum(11), ended: sum(13) });
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

let last: Used = { own: 0, started: 0 };

/** Writes what was used since the last time: by a test, or without a name by loading and what is between tests. */
function write(name = ''): void {
  const now = readUsed();
  // The time of a process whose parent ended first is lost.
  now.started = Math.max(now.started, last.started);
  const used = [now.own - last.own, now.started - last.started];
  appendFileSync(path!, `${JSON.stringify([name, ...used.map(Math.round)])}\n`);
  last = now;
}

/** Whether it is no part of another test. */
const isWhole = ({ name, fullName }: TestContext): boolean => name === fullName;

if (path) {
  beforeEach((context) => {
    if (isWhole(context as TestContext)) write();
  });
  afterEach((context) => {
    if (isWhole(context as TestContext)) write(context.name);
  });
  process.on('exit', () => write());
}
