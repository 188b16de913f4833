import { execFile } from 'node:child_process';
import { fstatSync } from 'node:fs';
import type { Log } from './log.ts';

/** What systemd shows and waits for, with Type=notify. */
type State = 'READY=1' | 'RELOADING=1' | 'STOPPING=1';

/** Processes of the server inherit the environment, but only this one reports. */
const socket = process.env.NOTIFY_SOCKET;
delete process.env.NOTIFY_SOCKET;

/**
 * Reports the state of this server to systemd, if it is a service of Type=notify. Node.js has no datagram sockets for
 * paths, so `systemd-notify` sends it: the unit needs NotifyAccess=all.
 */
export async function reportState(state: State, log: Log): Promise<void> {
  if (socket === undefined) return;
  const error = await new Promise((resolve) => {
    execFile('systemd-notify', [state], { env: { ...process.env, NOTIFY_SOCKET: socket }, timeout: 5000 }, resolve);
  });
  if (error) log.warn({ reason: (error as Error).message, state }, 'systemd cannot be notified');
}

/** Whether standard error goes to systemd's journal, which names its stream by device and inode. */
export function isJournal(): boolean {
  const { dev, ino } = fstatSync(2);
  return process.env.JOURNAL_STREAM === `${dev}:${ino}`;
}

/** An error that ends a command, as a line for standard error. */
export const fatalLine = (text: string): string => (isJournal() ? text.replaceAll(/^/gm, '<3>') : text);
