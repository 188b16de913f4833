import { execFile } from 'node:child_process';
import { fstatSync } from 'node:fs';
import type { Log } from './log.ts';

/** What systemd shows and waits for, with Type=notify. */
type State = 'READY=1' | 'RELOADING=1' | 'STOPPING=1' | 'WATCHDOG=1';

/** Processes of the server inherit the environment, but only this one reports. */
const socket = process.env.NOTIFY_SOCKET;
delete process.env.NOTIFY_SOCKET;
/** How long this process may be silent before systemd restarts the server, µs. */
const { WATCHDOG_USEC: watchdog, WATCHDOG_PID: watched } = process.env;
delete process.env.WATCHDOG_USEC;
delete process.env.WATCHDOG_PID;

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

/**
 * Reports that the server is ready and, with WatchdogSec= in the unit, from now on that its event loop runs: twice as
 * often as systemd wants to hear.
 */
export function beginReporting(log: Log): void {
  void reportState('READY=1', log);
  const limit = Number(watchdog) / 1000;
  if (!(limit > 0) || (watched !== undefined && Number(watched) !== process.pid)) return;
  setInterval(() => void reportState('WATCHDOG=1', log), limit / 2).unref();
}

/** Whether standard error goes to systemd's journal, which names its stream by device and inode. */
export function isJournal(): boolean {
  const { dev, ino } = fstatSync(2);
  return process.env.JOURNAL_STREAM === `${dev}:${ino}`;
}

/** An error that ends a command, as a line for standard error. */
export const fatalLine = (text: string): string => (isJournal() ? text.replaceAll(/^/gm, '<3>') : text);
