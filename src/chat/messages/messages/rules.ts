import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { readAccess, type Viewer } from '../../channels/channels/rules.ts';
import type { Caller } from '../../declare.ts';
import { invalidMessages, invalidRecipient } from '../../errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import {
  inaccessible,
  keyLimited,
  keyReachesChannel,
  keyReachesDirectMessages,
} from '../../people/users/key-limit-rules.ts';
import { atAddress, canAccessUser } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { FLAG, type Flaggable, type StoredMessage } from './types.ts';

type Located = Pick<StoredMessage, 'id' | 'recipient_id' | 'origin_id'>;

/** The recipient a message was originally sent to, wherever it is now. This decides who received it. */
export const originalRecipient = ({ recipient_id, origin_id }: Located): number => origin_id ?? recipient_id;

/** Whether a user was among the recipients at the time a message was sent. */
export const hasReceived = (app: App, userId: number, message: Located): boolean =>
  app.subscriptions.received(userId, originalRecipient(message), message.id, message.id) !== undefined;

/** `hasReceived` for many messages of one user, whose membership periods are then looked up once. */
export function receivedAmongMessages(app: App, userId: number, count: number): (message: Located) => boolean {
  if (count < FEW) return (message) => hasReceived(app, userId, message);
  const periods = Map.groupBy(app.subscriptions.listAllPeriods(userId), ({ recipient_id }) => recipient_id);
  return (message) =>
    periods
      .get(originalRecipient(message))
      ?.some(({ from_id, until_id }) => from_id < message.id && (until_id === null || message.id <= until_id)) ?? false;
}
const FEW = 20;

/**
 * Received, or made the user's own later: starred, marked as unread, or moved into a channel with protected history.
 */
export const hasMessage = (
  app: App,
  userId: number,
  message: Located,
  wasReceived = hasReceived(app, userId, message),
): boolean => wasReceived || ((app.messages.getFlags(userId, message.id) ?? 0) & FLAG.copy) !== 0;

/**
 * Whether a user can read a message now. Every read path uses this one rule. `wasReceived`: of `receivedAmongMessages`.
 */
export function canRead(
  app: App,
  viewer: Viewer,
  message: Located,
  wasReceived?: (message: Located) => boolean,
): boolean {
  const channel = app.channels.byRecipient(message.recipient_id);
  if (!channel) return canReadConversation(app, viewer, message.recipient_id);
  const within = readAccess(app, viewer, channel);
  return within === 'all' || (within === 'received' && hasMessage(app, viewer!.id, message, wasReceived?.(message)));
}

/** Whether a user's key may be used for the messages of this recipient. */
export function keyReachesRecipient(app: App, user: User, recipientId: number): boolean {
  if (!user.key_limit) return true;
  const channel = app.channels.byRecipient(recipientId);
  return channel ? keyReachesChannel(user, channel.id) : keyReachesDirectMessages(user);
}

/** Whether a user can read the direct messages with this recipient; false for one that is not a conversation. */
export const canReadConversation = (app: App, viewer: Viewer, recipientId: number): boolean =>
  viewer !== undefined &&
  keyReachesDirectMessages(viewer) &&
  (app.messages.people(recipientId)?.includes(viewer.id) ?? false);

/** Returns the message if the viewer can read it. Unknown and unreadable messages throw the same error. */
export function requireReadableMessage(app: App, viewer: Viewer, id: number): StoredMessage {
  const message = app.messages.byId(id);
  if (!message || !canRead(app, viewer, message)) throw inaccessible(viewer, invalidMessages);
  return message;
}

/** The fields of many messages that flags need, if the viewer can read all of them. */
export function requireReadableMessages(app: App, viewer: User, ids: ReadonlySet<number>): Flaggable[] {
  const messages = app.messages.flaggable(JSON.stringify([...ids]));
  const wasReceived = receivedAmongMessages(app, viewer.id, messages.length);
  if (messages.length < ids.size || !messages.every((message) => canRead(app, viewer, message, wasReceived)))
    throw inaccessible(viewer, invalidMessages);
  return messages;
}

/** Whether the message is in a public channel, so that everybody may receive it. */
export const isPublic = (app: App, { recipient_id }: Located): boolean =>
  app.channels.byRecipient(recipient_id)?.invite_only === false;

/**
 * Returns the users of a conversation as a client names them, by id or e-mail, ascending and with the sender. Throws
 * for users who cannot be written to.
 */
export function requireConversation(app: App, sender: User, to: readonly (number | string)[]): number[] {
  if (!keyReachesDirectMessages(sender) || sender.key_limit?.read_only) throw keyLimited();
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

/** Messages with the same recipients, by id, all of one place and sent to one place. */
export interface RecipientGroup {
  messages: StoredMessage[];
  people: ReadonlySet<number>;
}

type Copies = ReadonlyMap<number, readonly { user_id: number; flags: number }[]>;

/**
 * The users who receive changes of a message (reactions, edits, deletion): all active users who have it as their own or
 * are subscribed to its shared history, and can still read it. Queues with all_public_streams are handled separately.
 */
export const usersWithMessage = (app: App, message: StoredMessage): ReadonlySet<number> =>
  groupByRecipients(app, [message])[0]!.people;

/** `holders` of many messages (by id), queried once for all that were sent while no membership changed. */
export function groupByRecipients(app: App, messages: readonly StoredMessage[]): RecipientGroup[] {
  const copies = Map.groupBy(
    app.messages.listFlagHolders(JSON.stringify(messages.map(({ id }) => id))),
    ({ message_id }) => message_id,
  );
  const places = Map.groupBy(messages, (message) => `${message.recipient_id} ${originalRecipient(message)}`);
  return [...places.values()].flatMap((alike) => groupInConversation(app, alike, copies));
}

function groupInConversation(app: App, messages: StoredMessage[], copies: Copies): RecipientGroup[] {
  const first = messages[0]!;
  const channel = app.channels.byRecipient(first.recipient_id);
  if (!channel) {
    const people = app.messages.people(first.recipient_id)!.filter((id) => app.users.byId(id)!.is_active);
    return [{ messages, people: new Set(people) }];
  }
  const shared = channel.history_public_to_subscribers || !channel.invite_only;
  const always = shared ? app.subscriptions.listSubscribers(channel.id) : NOBODY;
  const within = (id: number) => {
    const user = app.users.byId(id)!;
    return user.is_active ? readAccess(app, user, channel) : 'none';
  };
  const origin = originalRecipient(first);
  // Open membership periods of shared history decide nothing: only ended ones do.
  const over =
    shared && origin === channel.recipient_id
      ? app.subscriptions
          .endedIn(origin)
          .filter(({ from_id, until_id }) => from_id < messages.at(-1)!.id && until_id! >= first.id)
      : app.subscriptions.periodsOver(origin, messages.at(-1)!.id, first.id);
  const periods = over.filter(({ user_id }) => !always.has(user_id) && within(user_id) !== 'none');
  return sentBetweenChanges(messages, periods).flatMap((stretch) => {
    const { id } = stretch[0]!;
    const receivers = periods.filter(({ from_id, until_id }) => from_id < id && (until_id === null || id <= until_id));
    const people = new Set([...always, ...receivers.map(({ user_id }) => user_id)]);
    const took = (message: StoredMessage) =>
      (copies.get(message.id) ?? [])
        .filter(({ user_id, flags }) => {
          if (people.has(user_id)) return false;
          const seen = within(user_id);
          return seen === 'all' || (seen === 'received' && (flags & FLAG.copy) !== 0);
        })
        .map(({ user_id }) => user_id);
    const groups = Map.groupBy(stretch, (message) => took(message).join());
    return [...groups.values()].map((group) => ({ messages: group, people: new Set([...people, ...took(group[0]!)]) }));
  });
}

const NOBODY: ReadonlySet<number> = new Set();

/** Messages by id, split where a membership period begins or ends between them. */
function sentBetweenChanges(
  messages: readonly StoredMessage[],
  periods: readonly { from_id: number; until_id: number | null }[],
) {
  const changes = [
    ...new Set(periods.flatMap(({ from_id, until_id }) => (until_id === null ? [from_id] : [from_id, until_id]))),
  ];
  changes.sort((a, b) => a - b);
  const stretches: StoredMessage[][] = [];
  let at = 0;
  for (const message of messages) {
    const before = at;
    while (at < changes.length && changes[at]! < message.id) at++;
    if (at > before || stretches.length === 0) stretches.push([message]);
    else stretches.at(-1)!.push(message);
  }
  return stretches;
}

/** The names of clients in which users type their messages, in lower case. All others are scripts and integrations. */
const INTERACTIVE: ReadonlySet<string> = new Set([
  'website',
  'ios',
  'android',
  'snipe',
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
]);

/**
 * Whether a message is read for its sender when the request has no `read_by_sender`. A user who types a message has
 * read it. A message that a script sends with a user's key stays unread, so that the user notices it.
 */
export const isReadBySender = ({ client, isBrowser }: Pick<Caller, 'client' | 'isBrowser'>): boolean =>
  isBrowser || INTERACTIVE.has(client.toLowerCase());
