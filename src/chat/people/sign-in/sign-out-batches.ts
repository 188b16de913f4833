import type { App } from '../../../app.ts';
import { replaceKey } from '../users/key-actions.ts';
import type { User } from '../users/types.ts';

/** API keys that one turn replaces. */
const AT_ONCE = 200;

export interface SignOutOptions {
  /** Also replaces the API keys of people, so that their programs have to sign in again. Bots keep theirs. */
  apiKeys: boolean;
  /** The hash of a session that stays. */
  except?: string | undefined;
}

/** Ends the sessions of everybody. Returns the number of people who can sign in again. */
export async function signOutEveryone(app: App, { apiKeys, except = '' }: SignOutOptions): Promise<number> {
  const people = app.users.active().filter(({ is_bot }) => !is_bot);
  app.db.write(() => {
    app.sessions.removeAllBut(except);
    app.events.changeQueues({ kind: 'end polls', users: people.map(({ id }) => id), by: 'session', except });
  });
  // Replacing thousands of keys takes several turns, between which other requests run.
  for (let at = 0; apiKeys && at < people.length; at += AT_ONCE) {
    app.db.write(() => {
      for (const user of people.slice(at, at + AT_ONCE)) replaceKey(app, user);
    });
    await app.db.committed();
  }
  return people.length;
}

/** Ends all sessions of a user, and replaces the API key if wanted. */
export function signOutUser(app: App, user: User, apiKey: boolean): void {
  app.db.write(() => {
    app.sessions.removeOf(user.id);
    if (apiKey) replaceKey(app, user);
    app.events.changeQueues({ kind: 'end polls', users: [user.id], by: 'session' });
  });
}
