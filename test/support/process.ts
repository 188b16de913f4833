import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createPrepared } from './prepared-accounts.ts';

/** What is started: Klatch from its sources, or the executable that KLATCH_PROGRAM names. */
const EXECUTABLE = process.env.KLATCH_PROGRAM;
const MAIN = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
const [PROGRAM, FIRST]: [string, string[]] = EXECUTABLE ? [resolve(EXECUTABLE), []] : [process.execPath, [MAIN]];

/** Leaves out native modules, which the executable may unpack into a data folder again at any time. */
export const withoutNativeModules = (names: readonly string[]): string[] => names.filter((name) => name !== 'cache');

/** A temporary folder for this test, deleted afterwards. */
export function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'klatch-test-'));
  after(() => rm(made, { recursive: true, force: true, maxRetries: 10 }));
  return made;
}

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface RunningCommand {
  child: ChildProcess;
  said: { stdout: string; stderr: string };
  ended: Promise<CommandResult>;
  stop(signal?: NodeJS.Signals): Promise<CommandResult>;
}

interface CommandOptions {
  env?: Record<string, string>;
  input?: string;
  /** A command that runs the given one: with a limit, as another user, traced. */
  wrapper?: readonly string[];
  /** The main script of another version. */
  main?: string;
}

function spawnCommand(
  args: readonly string[],
  { env = {}, input = '', wrapper = [], main }: CommandOptions = {},
): RunningCommand {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(KLATCH_|NODE_TEST)/.test(name)),
  );
  const [program = PROGRAM, ...before] = [...wrapper, ...(main ? [process.execPath, main] : [PROGRAM, ...FIRST])];
  const child = spawn(program, [...before, ...args], {
    env: { ...inherited, ...env },
    stdio: 'pipe',
    cwd: tmpdir(),
  });
  after(() => child.kill('SIGKILL'));
  child.stdin.end(input);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  const ended = new Promise<CommandResult>((resolve) => child.once('close', (code) => resolve({ code, ...said })));
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return { child, said, ended, stop };
}

/** Runs a command to its end. */
export const runKlatch = (args: readonly string[], more?: CommandOptions): Promise<CommandResult> =>
  spawnCommand(args, more).ended;

/** Starts a command that runs until it is stopped. Returns its output so far, and how it ended. */
export function startCommand(args: readonly string[], more?: CommandOptions): Omit<RunningServer, 'url'> {
  const { child, said, ended, stop } = spawnCommand(args, more);
  return { pid: child.pid!, said, ended, stop };
}

/** A server in its own process, started as in production. */
export interface RunningServer {
  url: string;
  pid: number;
  said: { stdout: string; stderr: string };
  ended: Promise<CommandResult>;
  stop(signal?: NodeJS.Signals): Promise<CommandResult>;
}

/** Starts a server, or another command that listens, and waits until it reports that it is ready. */
export async function startServer(args: readonly string[], more?: CommandOptions): Promise<RunningServer> {
  const { child, said, ended, stop } = spawnCommand(args, more);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', () => {
      const [, found] = /^(?:listening on |\{"listening_on":")(https?:[^\s"]+)/m.exec(said.stdout) ?? [];
      if (found) resolve(found);
    });
    ended.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)));
  });
  return { url, pid: child.pid!, said, ended, stop };
}

/** An account as `user create --json` prints it. */
export interface Login {
  user_id: number;
  email: string;
  api_key: string;
}

/** Creates an account with the command line, or copies what this command made before in the same situation. */
export async function createAccount(data: string, name: string, ...more: string[]): Promise<Login> {
  const args = ['--json', '--name', name, `${name.toLowerCase()}@example.com`, ...more];
  const printed = await createPrepared(data, args, async () => {
    const { code, stdout, stderr } = await runKlatch(['user', 'create', '--data', data, ...args]);
    assert.equal(code, 0, stderr);
    return stdout;
  });
  return JSON.parse(printed);
}

/** Sends a request as a user. Returns the response with its status and headers. */
export async function sendRequest(
  url: string,
  { email, api_key }: Pick<Login, 'email' | 'api_key'>,
  method: string,
  path: string,
  fields: Record<string, unknown> = {},
): Promise<{ status: number; headers: Headers; reply: any }> {
  const form = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  // Tests act as interactive clients, not as scripts: see INTERACTIVE in src/chat/messages/messages/rules.ts.
  const headers = {
    Authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
    'User-Agent': 'website',
  };
  const response =
    method === 'GET'
      ? await fetch(`${url}/api/v1${path}?${form}`, { headers })
      : await fetch(`${url}/api/v1${path}`, { method, headers, body: form });
  return { status: response.status, headers: response.headers, reply: await response.json() };
}

/** Signs in with a password. Returns the cookies. */
export async function signIn(url: string, username: string, password: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/accounts/login/`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  });
  return Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      return [name!, decodeURIComponent(value!)];
    }),
  );
}
