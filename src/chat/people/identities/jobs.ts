import { setImmediate as pause } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { job } from '../../declare.ts';
import { applyEntry } from './directory-actions.ts';
import { findDirectory, LDAP } from './directory-rules.ts';
import { readDirectory } from './ldap-client.ts';
import type { EntryChange } from './profile-actions.ts';

/** What a comparison with the directory changed, or would change. */
export interface Synchronization {
  /** The entries that the directory has, and the accounts of this server that belong to an entry. */
  entries: number;
  accounts: number;
  changes: (EntryChange & { user_id: number })[];
  /** Why nothing was compared. */
  reason?: string;
}

/**
 * Updates names, roles and groups from the directory, and deactivates accounts whose entries are gone. `isTrial`:
 * changes nothing, and returns what would change.
 */
export async function synchronize(
  app: App,
  { stopping, isTrial = false }: { stopping?: AbortSignal | undefined; isTrial?: boolean } = {},
): Promise<Synchronization> {
  const directory = findDirectory(app.config);
  const linked = app.identities.ofIssuer(LDAP);
  const done: Synchronization = { entries: 0, accounts: linked.length, changes: [] };
  if (!directory || linked.length === 0) return done;
  const needed = new Set(linked.map(({ subject }) => subject));
  const read = await readDirectory(directory, (subject) => needed.has(subject));
  done.entries = read.length;
  const entries = new Map(read.map((identity) => [identity.subject, identity]));
  // A wrong base or filter finds nobody: that must not deactivate everybody.
  if (!linked.some(({ subject }) => entries.has(subject))) {
    done.reason = 'the directory contains none of the users of this server; nothing was changed';
    app.log.warn(done.reason);
    return done;
  }
  for (const identity of linked) {
    if (stopping?.aborted) break;
    const update = () => applyEntry(app, identity, { directory, entry: entries.get(identity.subject) });
    const changes = isTrial ? app.db.tryOut(update) : update();
    done.changes.push(...changes.map((change) => ({ user_id: identity.user_id, ...change })));
    await pause();
  }
  return done;
}

export const directorySync = job({
  name: 'users from the directory',
  every: 3600,
  run: async (app, stopping) => void (await synchronize(app, { stopping })),
});
