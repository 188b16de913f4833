import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'klatch-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command of the command line to its end; what it printed, without the last line break. */
export async function klatch(...args: string[]): Promise<string> {
  const { process: running, said } = run(args);
  let printed = '';
  running.stdout!.on('data', (text: Buffer) => (printed += text));
  const [code] = await once(running, 'close');
  if (code !== 0) throw new Error(`klatch ${args.join(' ')} ended with ${code}: ${said()}`);
  return printed.trimEnd();
}

/** A server in a process of its own, as people start it. */
export interface ServerProcess {
  url: string;
  /** What it wrote on standard error so far. */
  said(): string;
  /** Ends it with this signal and waits until it is gone; its exit code, null after a kill. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

/** Starts `klatch serve` and waits until it answers. It is killed after the tests at the latest. */
export async function startServer(dataDir: string, ...more: string[]): Promise<ServerProcess> {
  const { process: running, said } = run(['serve', '--data', dataDir, '--listen', '127.0.0.1:0', '--log-level', 'warn', ...more]);
  const closed = once(running, 'close');
  after(() => running.kill('SIGKILL'));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(running.stdout!).on('line', (line) => {
      const told = /^listening on (http:\S+)/.exec(line);
      if (told) resolve(told[1]!);
    });
    running.once('close', (code) => reject(new Error(`klatch serve ended with ${code}: ${said()}`)));
  });
  return {
    url,
    said,
    async end(signal) {
      running.kill(signal);
      return (await closed)[0] as number | null;
    },
  };
}

function run(args: readonly string[]): { process: ChildProcess; said: () => string } {
  const running = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  running.stderr!.on('data', (text: Buffer) => (said += text));
  return { process: running, said: () => said };
}
