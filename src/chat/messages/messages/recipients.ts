import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { invalidRecipient } from '../../errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import { atAddress, canAccessUser } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';

/**
 * Returns the users of a conversation as a client names them, by id or e-mail, ascending and with the sender. Throws
 * for users who cannot be written to.
 */
export function requireConversation(app: App, sender: User, to: readonly (number | string)[]): number[] {
  if (to.length === 0) throw badRequest('Message must have recipients');
  const people = new Map([[sender.id, sender]]);
  for (const one of to) {
    const person = requirePerson(app, sender, one);
    people.set(person.id, person);
  }
  const ids = [...people.keys()].sort((a, b) => a - b);
  requireCanSendDirectly(app, sender, [...people.values()], ids);
  return ids;
}

/**
 * Returns the ids of users named by id or e-mail, without the sender. Unknown and inaccessible users throw the same
 * error.
 */
function requirePerson(app: App, sender: User, one: number | string): User {
  const person = typeof one === 'number' ? app.users.byId(one) : atAddress(app, sender, one);
  if (!person || !canAccessUser(app, sender, person))
    throw typeof one === 'number' ? invalidRecipient(one) : badRequest(`Invalid email '${one}'`);
  if (!person.is_active) throw badRequest(`'${person.full_name}' is no longer using Zulip.`);
  return person;
}

/**
 * Messages to the sender and to bots are always allowed. Otherwise a user in the conversation must have the permission,
 * and a first message needs its own permission.
 */
export function requireCanSendDirectly(app: App, sender: User, people: readonly User[], ids: readonly number[]): void {
  if (sender.is_system || people.every((person) => person.id === sender.id || person.is_bot)) return;
  if (!people.some((person) => hasRealmPermission(app, person, 'direct_message_permission_group')))
    throw badRequest('Direct messages are disabled in this organization.');
  const recipient = app.messages.conversation(ids);
  const begun = recipient !== undefined && app.messages.hasMessages(recipient) !== undefined;
  if (!begun && !hasRealmPermission(app, sender, 'direct_message_initiator_group'))
    throw badRequest('You do not have permission to initiate direct message conversations.');
}
