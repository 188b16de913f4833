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
    endSessions(app, user);
    if (apiKey) replaceKey(app, user);
  });
}

/** Ends the sessions of a user, except the one with this hash. Call it inside `db.write`. */
export function endSessions(app: App, { id }: { id: number }, except?: string): void {
  if (except === undefined) app.sessions.removeOf(id);
  else app.sessions.removeOthersOf(id, except);
  app.events.changeQueues({ kind: 'end polls', users: [id], by: 'session', except });
}

/** Ends all sessions of a server that nobody may use any more. Call it inside `db.write`. */
export function endAllSessions(app: App): void {
  app.sessions.removeAll();
}

/** Makes the links invalid with which a user could sign in or set a password. Call it inside `db.write`. */
export function removeSignInLinks(app: App, { id }: User): void {
  app.passwordResets.removeOf(id);
  app.loginLinks.removeOf(id);
}
