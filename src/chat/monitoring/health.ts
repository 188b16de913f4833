import type { App } from '../../app.ts';

export type Health = 'ok' | 'stopping' | 'cut off' | 'disk full' | 'database does not answer';

/** Whether the server works. Everyone can read it, so it contains nothing else. */
export function healthOf(app: App): Health {
  if (app.stopping) return 'stopping';
  if (app.node?.isCutOff) return 'cut off';
  if (app.disk.isFull) return 'disk full';
  try {
    app.users.activeOwners();
    return 'ok';
  } catch {
    return 'database does not answer';
  }
}

/** Which process answers, and what it does, in a server of several; see docs/cluster.md. */
export function nodeOf({ node }: App): { node: string; role: 'writer' | 'follower' } | undefined {
  return node && { node: node.name, role: node.isFollower ? 'follower' : 'writer' };
}
