import type { App } from '../../../app.ts';
import { readAccess, type Viewer } from '../../channels/channels/rules.ts';
import { invalidMessages } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import type { Flaggable } from './types.ts';
import { FLAG, type StoredMessage } from './types.ts';

type Located = Pick<StoredMessage, 'id' | 'recipient_id' | 'origin_id'>;

/** The recipient a message was originally sent to, wherever it is now. This decides who received it. */
export const originalRecipient = ({ recipient_id, origin_id }: Located): number => origin_id ?? recipient_id;

/** Whether a user was among the recipients at the time a message was sent. */
export const hasReceived = (app: App, userId: number, message: Located): boolean =>
  app.subscriptions.received(userId, originalRecipient(message), message.id, message.id) !== undefined;

/** `hasReceived` for many messages of one user, whose membership periods are then looked up once. */
export function receivedAmongMessages(app: App, userId: number, count: number): (message: Located) => boolean {
  if (count < FEW) return (message) => hasReceived(app, userId, message);
  const periods = Map.groupBy(app.subscriptions.everyPeriodOf(userId), ({ recipient_id }) => recipient_id);
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
): boolean => wasReceived || ((app.messages.flagsOf(userId, message.id) ?? 0) & FLAG.copy) !== 0;

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
  if (!channel) return viewer !== undefined && app.messages.people(message.recipient_id)!.includes(viewer.id);
  const within = readAccess(app, viewer, channel);
  return within === 'all' || (within === 'received' && hasMessage(app, viewer!.id, message, wasReceived?.(message)));
}

/** Returns the message if the viewer can read it. Unknown and unreadable messages throw the same error. */
export function requireReadableMessage(app: App, viewer: Viewer, id: number): StoredMessage {
  const message = app.messages.byId(id);
  if (!message || !canRead(app, viewer, message)) throw invalidMessages();
  return message;
}

/** The fields of many messages that flags need, if the viewer can read all of them. */
export function requireReadableMessages(app: App, viewer: User, ids: ReadonlySet<number>): Flaggable[] {
  const messages = app.messages.flaggable(JSON.stringify([...ids]));
  const wasReceived = receivedAmongMessages(app, viewer.id, messages.length);
  if (messages.length < ids.size || !messages.every((message) => canRead(app, viewer, message, wasReceived)))
    throw invalidMessages();
  return messages;
}

/** Whether the message is in a public channel, so that everybody may receive it. */
export const isPublic = (app: App, { recipient_id }: Located): boolean =>
  app.channels.byRecipient(recipient_id)?.invite_only === false;
