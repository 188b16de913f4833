import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { requireConversation } from '../../messages/messages/rules.ts';
import { doNotDisturbEnd } from '../../notifications/do-not-disturb/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { RingingCall } from './memory.ts';

/**
 * Returns the users of the conversation in which the caller wants to call these users. Throws if the caller cannot send
 * them direct messages, if nobody else is a person, and for too many people.
 */
export function requireCallable(app: App, caller: User, to: readonly number[]): number[] {
  const people = requireConversation(app, caller, to);
  if (calledUsers(app, caller, people).length === 0) throw badRequest('Choose somebody to call.');
  if (people.length > LIMITS.called_users + 1)
    throw badRequest(`You can call up to ${LIMITS.called_users} people at once.`);
  return people;
}

/** The people of a conversation whom a call of this user is for. */
export const calledUsers = (app: App, caller: User, people: readonly number[]): User[] =>
  people
    .filter((id) => id !== caller.id)
    .flatMap((id) => app.users.byId(id) ?? [])
    .filter(({ is_bot }) => !is_bot);

/**
 * Whether a call rings for a user: not for those who muted the caller, who do not want to be disturbed, or for whom
 * enough calls ring. The caller does not learn of it.
 */
export const mayRing = (app: App, caller: User, user: User): boolean =>
  !app.mutedUsers.listMuters(caller.id).has(user.id) &&
  doNotDisturbEnd(app, user) === 0 &&
  app.memory.ringingCalls.ofUser(user.id).length < LIMITS.calls_of_user;

const noSuchCall = () => badRequest('This call has ended.');

/** A call that rings for the user. Throws the same error for calls of others as for those that have ended. */
export function requireRinging(app: App, user: User, id: number): RingingCall {
  const call = app.memory.ringingCalls.byMessage(id);
  if (!call?.ringing.has(user.id)) throw noSuchCall();
  return call;
}

/** A call that the user made. Throws the same error for calls of others as for those that have ended. */
export function requireOwnCall(app: App, user: User, id: number): RingingCall {
  const call = app.memory.ringingCalls.byMessage(id);
  if (call?.caller_id !== user.id) throw noSuchCall();
  return call;
}
