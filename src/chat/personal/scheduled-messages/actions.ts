import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { repeatInTurns } from '../../../kernel/time-slices.ts';
import { markdown, plainText, timeMarkdown } from '../../../markdown/generated.ts';
import { accountDeactivated, nothingToChange } from '../../errors.ts';
import { sendNotice, wordsFor } from '../../messages/notices/actions.ts';
import { sendChannelMessage, sendDirectMessage } from '../../messages/send/actions.ts';
import { requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { messageScheduled, scheduledMessageRemoved, scheduledMessageUpdated } from './events.ts';
import { isChannels, readByDefault, requireFuture, requireOwn, requireValidMessage } from './rules.ts';
import { DUE_IN_A_TURN, type MessageContent, type RecipientType, type StoredScheduledMessage } from './types.ts';

/** A message as a client sends it; `to` is a channel's id or user ids. */
export interface ScheduledMessageRequest {
  type: RecipientType;
  to: number | readonly number[];
  topic?: string;
  content: string;
  scheduled_delivery_timestamp: number;
}

/** How a scheduled message was written. */
interface Writing {
  client: string;
  /** Whether a user typed it, not a script. */
  isInteractive: boolean;
  /** Whether it is read for its sender when it is sent. By default, a message that a user typed for others is. */
  read_by_sender?: boolean;
}

/**
 * Schedules a message. Returns its id among the scheduled messages. Throws whatever a send would throw, and for a time
 * in the past.
 */
export function scheduleMessage(app: App, user: User, request: ScheduledMessageRequest, writing: Writing): number {
  requireFuture(app, request.scheduled_delivery_timestamp);
  const message = requireValidMessage(app, user, request);
  requireRoom(app, 'scheduled_message', { added: [listTexts(message)] }, user.id);
  const deliver_at = request.scheduled_delivery_timestamp;
  const { client } = writing;
  const read_by_sender = writing.read_by_sender ?? (writing.isInteractive && readByDefault(user, message));
  const row = { ...message, deliver_at, client, read_by_sender, failed: false };
  return app.db.write(() => insertScheduledMessage(app, user, row));
}

/** Stores a message to send later without checking it. Returns its id. Call it inside `db.write`. */
export function insertScheduledMessage(
  app: App,
  user: User,
  row: Omit<StoredScheduledMessage, 'id' | 'user_id'>,
): number {
  const id = app.scheduledMessages.add({ ...row, user_id: user.id });
  app.events.publish(messageScheduled(requireOwn(app, user, id)), [user.id]);
  return id;
}

/**
 * Changes the content, recipient or time, which are checked again. Throws 404 for messages of others or already sent,
 * and if nothing changes, for a new type without recipient or topic, and if the time of a failed message stays.
 */
export function editScheduledMessage(
  app: App,
  user: User,
  id: number,
  changes: Partial<ScheduledMessageRequest>,
  client: string,
): void {
  const before = requireOwn(app, user, id);
  const { type, to, topic, content, scheduled_delivery_timestamp } = changes;
  if ([type, to, topic, content, scheduled_delivery_timestamp].every((value) => value === undefined))
    throw nothingToChange();
  if (type !== undefined && to === undefined)
    throw badRequest('Recipient required when updating type of scheduled message.');
  if (type !== undefined && isChannels(type) && topic === undefined)
    throw badRequest('Topic required when updating scheduled message type to stream.');
  if (scheduled_delivery_timestamp !== undefined || before.failed) requireFuture(app, scheduled_delivery_timestamp);
  app.db.write(() => {
    const deliver_at = scheduled_delivery_timestamp ?? before.deliver_at;
    const after = { ...before, ...letterAfter(app, user, before, changes), deliver_at, client, failed: false };
    requireRoom(app, 'scheduled_message', { added: [listTexts(after)], replaced: [listTexts(before)] }, user.id);
    app.scheduledMessages.change(after);
    app.events.publish(scheduledMessageUpdated(after), [user.id]);
  });
}

const listTexts = ({ user_ids, topic, content, rendered_content }: MessageContent) => [
  user_ids && JSON.stringify(user_ids),
  topic,
  content,
  rendered_content,
];

/** If only the time changes, the message need not be checked again. */
function letterAfter(
  app: App,
  user: User,
  before: StoredScheduledMessage,
  changes: Partial<ScheduledMessageRequest>,
): MessageContent | undefined {
  const { type, to, topic, content } = changes;
  if ([type, to, topic, content].every((value) => value === undefined)) return undefined;
  return requireValidMessage(app, user, {
    type: type ?? (before.channel_id === null ? 'private' : 'stream'),
    to: to ?? before.channel_id ?? before.user_ids!,
    topic: topic ?? before.topic,
    content: content ?? before.content,
  });
}

/** Deletes a scheduled message. Throws 404 for those of others or already sent. */
export function deleteScheduledMessage(app: App, user: User, id: number): void {
  requireOwn(app, user, id);
  app.db.write(() => {
    app.scheduledMessages.remove(id);
    app.events.publish(scheduledMessageRemoved({ scheduled_message_id: id }), [user.id]);
  });
}

/**
 * Sends all due messages, however old: the machine may have slept, or the clock may have jumped. Others' requests are
 * answered in between.
 */
export const sendDueMessages = (app: App, stopping?: AbortSignal) =>
  app.memory.scheduledMessageRun.run(() =>
    repeatInTurns(() => {
      const due = app.scheduledMessages.due(seconds(app.clock), DUE_IN_A_TURN);
      for (const message of due) deliver(app, app.users.byId(message.user_id)!, message);
      return due.length === DUE_IN_A_TURN;
    }, stopping),
  );

/** One write deletes the row and sends the message: it is sent once, wherever the server stops. */
function deliver(app: App, sender: User, message: StoredScheduledMessage): void {
  try {
    app.db.write(() => {
      app.scheduledMessages.remove(message.id);
      send(app, sender, message);
      app.events.publish(scheduledMessageRemoved({ scheduled_message_id: message.id }), [sender.id]);
    });
  } catch (error) {
    if (!(error instanceof ApiError))
      app.log.error({ err: error, id: message.id }, 'a scheduled message could not be sent');
    fail(app, sender, message, error instanceof ApiError ? error.message : 'Internal server error');
  }
}

function send(
  app: App,
  sender: User,
  { channel_id, user_ids, topic, content, client, read_by_sender }: StoredScheduledMessage,
): void {
  if (!sender.is_active) throw accountDeactivated();
  if (channel_id === null) sendDirectMessage(app, sender, user_ids!, content, { client, read_by_sender });
  else sendChannelMessage(app, sender, { channel: channel_id, topic }, content, { client, read_by_sender });
}

/** It is kept but not tried again, and its sender receives the reason. */
function fail(app: App, sender: User, before: StoredScheduledMessage, why: string): void {
  const message = { ...before, failed: true };
  app.db.write(() => {
    app.scheduledMessages.change(message);
    app.events.publish(scheduledMessageUpdated(message), [sender.id]);
    if (!sender.is_active) return;
    const { t } = wordsFor(sender);
    const problem = t('The message you scheduled for {time} could not be sent:', {
      time: timeMarkdown(message.deliver_at),
    });
    sendNotice(
      app,
      sender,
      markdown`${problem}\n\n> ${plainText(why)}\n\n${t('It waits among your scheduled messages.')}`,
    );
  });
}
