import { setImmediate as pause } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { job } from '../../declare.ts';
import { directoryOf, LDAP } from './directory.ts';
import { applyEntry } from './directory-actions.ts';
import { readDirectory } from './ldap-client.ts';

/** Updates names, roles and groups from the directory, and deactivates accounts whose entries are gone. */
export async function synchronize(app: App, stopping?: AbortSignal): Promise<void> {
  const directory = directoryOf(app.config);
  const linked = app.identities.ofIssuer(LDAP);
  if (!directory || linked.length === 0) return;
  const needed = new Set(linked.map(({ subject }) => subject));
  const read = await readDirectory(directory, (subject) => needed.has(subject));
  const entries = new Map(read.map((identity) => [identity.subject, identity]));
  // A wrong base or filter finds nobody: that must not deactivate everybody.
  if (!linked.some(({ subject }) => entries.has(subject)))
    return app.log.warn('the directory contains none of the users of this server; nothing was changed');
  for (const identity of linked) {
    if (stopping?.aborted) return;
    applyEntry(app, identity, { directory, entry: entries.get(identity.subject) });
    await pause();
  }
}

export const directorySync = job({ name: 'users from the directory', every: 3600, run: synchronize });
