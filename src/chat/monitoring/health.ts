import { statfsSync } from 'node:fs';
import type { App } from '../../app.ts';

export type Health = 'ok' | 'stopping' | 'disk full' | 'database does not answer';

/** Less free room than this, and a message might not find any: bytes. */
const LEAST_ROOM = 16 * 2 ** 20;

/** Whether the server does its work; told to anybody, so it tells no more. */
export function healthOf(app: App): Health {
  if (app.stopping) return 'stopping';
  if (freeRoom(app) < LEAST_ROOM) return 'disk full';
  try {
    app.users.activeOwners();
    return 'ok';
  } catch {
    return 'database does not answer';
  }
}

/** Bytes that may still be written to the data folder's disk. */
export function freeRoom({ config }: App): number {
  try {
    const { bavail, bsize } = statfsSync(config.dataDir);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
