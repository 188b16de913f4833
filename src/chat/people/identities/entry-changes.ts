import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { User } from '../users/types.ts';

/** What an entry of the directory, or a sign-in at a provider, changes in an account. */
export interface EntryChange {
  change: 'name' | 'role' | 'join group' | 'leave group' | 'deactivate';
  /** The new name, the new role or the group. */
  value: string;
  /** Why the rules of this server forbid it. */
  rejected?: string;
}

/** Makes a change unless the rules of this server forbid it; then the log says why. Returns what became of it. */
export function tryChange(app: App, { id }: User, change: EntryChange, work: () => void): EntryChange {
  try {
    app.db.write(work);
    return change;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    app.log.warn({ user: id, ...change, reason: error.message }, 'a change from an identity provider was not applied');
    return { ...change, rejected: error.message };
  }
}
