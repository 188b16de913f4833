import type { App } from '../../app.ts';

export type Health = 'ok' | 'stopping' | 'disk full' | 'database does not answer';

/** Whether the server works. Everyone can read it, so it contains nothing else. */
export function healthOf(app: App): Health {
  if (app.stopping) return 'stopping';
  if (app.disk.isFull) return 'disk full';
  try {
    app.users.activeOwners();
    return 'ok';
  } catch {
    return 'database does not answer';
  }
}
