/** Starts, observes and stops the measured servers. Each is a child process. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { NODE_FLAGS } from '../build/node-flags.ts';
import { buildWeb } from '../web.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = join(ROOT, 'scripts/start.mjs');
const STAND_IN = fileURLToPath(new URL('./stand-in.ts', import.meta.url));
const UPLOAD_STAND_IN = fileURLToPath(new URL('./upload-stand-in.ts', import.meta.url));
const TIMEOUT = 60_000;
const TICK = 10; // ms; USER_HZ is 100 on every Linux that Node runs on

/** Processes that must not outlive this process, however it ends. */
const children = new Set<ChildProcess>();
const folders = new Set<string>();

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

/** Registers a child process to be killed with this process. */
export function mind(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

/** A folder that is removed at the end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'klatch-bench-'));
  folders.add(folder);
  return folder;
}

export interface ProcessFigures {
  /** Resident memory, bytes. */
  rss(): number;
  /** Peak resident memory since the start, bytes. */
  peak(): number;
  /** Resident memory that is no part of a file, bytes. */
  anonymous(): number;
  /** CPU time used so far by all its threads, in ms (in steps of 10). */
  cpu(): number;
}

export interface Server extends ProcessFigures {
  pid: number;
  port: number;
  /** Time from spawn to the line that says that the server listens, in ms. */
  startedIn: number;
  /** The server's process, and the worker processes that it started. */
  processes(): ProcessFigures[];
  stop(signal?: NodeJS.Signals): Promise<void>;
}

let profiles: string | undefined;
/**
 * Makes each Klatch server that starts from now on write a CPU profile (for Chrome's DevTools) into this folder when it
 * stops.
 */
export function profileInto(folder: string): void {
  profiles = folder;
}

let limit: ((pid: number) => void) | undefined;
/** Calls this with each server that starts from now on, right after its start. */
export function limitServers(each: (pid: number) => void): void {
  limit = each;
}

let core: number | undefined;

/**
 * Runs each server that starts from now on only on the first core, and this process only on the second. Returns whether
 * that is possible here.
 */
export function separateCores([servers, own]: readonly [servers: number, own: number]): boolean {
  if (spawnSync('taskset', ['-acp', `${own}`, `${process.pid}`]).status !== 0) return false;
  core = servers;
  return true;
}

export const startStandIn = (folder: string): Promise<Server> => start('The stand-in', [STAND_IN, folder]);

/** Stores messages as Klatch does, in a folder that Klatch made. */
export const startStandInWithRows = (folder: string): Promise<Server> =>
  start('The stand-in', [STAND_IN, folder, 'rows']);

export const startUploadStandIn = (folder: string): Promise<Server> => start('The stand-in', [UPLOAD_STAND_IN, folder]);

/** `env`: more environment variables. */
export const startKlatch = (folder: string, env?: Record<string, string>): Promise<Server> =>
  start('Klatch', serving('--data', folder), env);

/** The server and this many worker processes; none if 0. */
export const startWithWorkers = (folder: string, workers: number): Promise<Server> =>
  start('Klatch', serving('--data', folder, '--workers', `${workers}`));

/** Serves all organizations in a folder. */
export const startOrganizations = (folder: string, ...flags: string[]): Promise<Server> =>
  start('Klatch', serving('--organizations', folder, ...flags));

const serving = (...flags: string[]): string[] => [
  ...NODE_FLAGS,
  ...(profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []),
  ...[MAIN, 'serve', '--listen', '127.0.0.1:0', ...flags],
];

/**
 * Compresses the files of the web client as much as those of a release, which takes seconds. Servers that start
 * afterwards serve these.
 */
export async function compressAsReleased(): Promise<void> {
  await promisify(execFile)(process.execPath, [MAIN, 'version'], { cwd: ROOT });
  const [, bundle] = readFileSync(join(ROOT, '.cache/klatch/current'), 'utf8').split('\n');
  await buildWeb(ROOT, join(bundle!, 'client'), { small: true });
}

/** Runs a command such as `user create … --json` and returns its parsed output. */
export async function runKlatch(...args: string[]): Promise<any> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args], { cwd: ROOT });
  return JSON.parse(stdout);
}

async function start(name: string, args: string[], env: Record<string, string> = {}): Promise<Server> {
  const begun = performance.now();
  const [program, ...first] = core === undefined ? [process.execPath] : ['taskset', '-c', `${core}`, process.execPath];
  const child = spawn(program!, [...first, ...args], {
    cwd: ROOT,
    env: { ...process.env, KLATCH_RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  mind(child);
  const pid = child.pid!;
  limit?.(pid);
  const port = await listening(name, child);
  return {
    ...getFigures(pid),
    pid,
    port,
    startedIn: performance.now() - begun,
    processes: () => [pid, ...listChildren(pid)].map(getFigures),
    stop: (signal) => stop(child, signal),
  };
}

function listChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

/** Observes a process by its id. */
export function getFigures(pid: number): ProcessFigures {
  const proc = `/proc/${pid}`;
  return {
    rss: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`${proc}/status`, 'utf8'))![1]) * 1024,
    peak: () => Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`${proc}/status`, 'utf8'))![1]) * 1024,
    anonymous: () => Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`${proc}/status`, 'utf8'))![1]) * 1024,
    cpu: () => {
      const fields = readFileSync(`${proc}/stat`, 'utf8').split(') ')[1]!.split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK;
    },
  };
}

/** Waits for the line `listening on http://127.0.0.1:PORT` and returns the port. */
function listening(name: string, child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (what: string): void => reject(new Error(`${name} ${what}:\n${said.slice(-4000)}`));
    const timer = setTimeout(() => fail('did not start in time'), TIMEOUT);
    const listen = (text: string): void => {
      said = (said + text).slice(-8000);
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout!.setEncoding('utf8').on('data', listen);
    child.stderr!.setEncoding('utf8').on('data', listen);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fail(`ended with code ${code}`);
      // After the start, nobody waits for the error above.
      if (code !== 0 && !child.killed) console.error(`${name} ended with ${code ?? signal}:\n${said.slice(-4000)}`);
    });
  });
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await exited;
  clearTimeout(timer);
}

/** Files that a server opens besides its sockets, with a reserve. */
export const SPARE_FILES = 200;

/**
 * The number of connections that a process may hold, by its limit of open files. Node raises its own limit to the hard
 * limit at start.
 */
export function mostConnections(): number {
  const limit = /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return Number(limit ?? Number.POSITIVE_INFINITY) - SPARE_FILES;
}

/** Bytes of all files in a data folder. Those of uploads may be moved meanwhile. */
export function getSize(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
