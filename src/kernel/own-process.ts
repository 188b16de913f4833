import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { ownCommand } from './assets.ts';

interface OwnProcess {
  env?: NodeJS.ProcessEnv;
  /** Ends the process. */
  signal?: AbortSignal;
  /** Called with what the command sends over Node's channel. Such a command ends when this process ends. */
  onMessage?(message: unknown): void;
}

/** Requests are answered before such a command computes. */
const PRIORITY = 10;

/**
 * Runs a command of this program in a process of its own, so that it delays nobody. Returns what it prints; throws with
 * what it writes to standard error if it fails.
 */
export async function runOwnCommand(args: readonly string[], { env, signal, onMessage }: OwnProcess): Promise<string> {
  const child = spawn(process.execPath, [...ownCommand, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', ...(onMessage ? (['ipc'] as const) : [])],
    env: env ?? process.env,
  });
  const end = () => child.kill();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  if (onMessage) child.on('message', onMessage);
  if (child.pid !== undefined) yieldToOthers(child.pid);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, output, errors] = await Promise.all([ended, text(child.stdout!), text(child.stderr!)]);
  if (code !== 0) throw new Error(errors.trim() || `ended with ${code}`);
  return output;
}

function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // It has ended, or the system does not allow it.
  }
}
