import type { App } from '../../../app.ts';
import type { Rendered } from '../../../markdown/render.ts';
import { type EditHistoryEntry, FLAG, type StoredMessage } from '../../messages/messages/types.ts';
import { messageFacts } from '../../messages/send/mentions.ts';
import { detailOf, writeDetail } from './details.ts';
import { type Composed, compose, isMember, splitLong } from './markdown.ts';
import { destinationOf, productOf, userOf, type Where } from './places.ts';
import { addPin, addReactions, knownReactions } from './reactions.ts';
import { attach, renderImported } from './rendering.ts';
import type { ImportedChange, ImportedMessage, ImportOrigin, MessageOutcome } from './types.ts';
import { updateMessage } from './updates.ts';

/**
 * Stores a message with its original time and author, without notifying anybody. One that was imported before is
 * changed if the archive has a newer text, more reactions or a pin. Call it inside `db.write`.
 */
export function writeMessage(app: App, source: ImportOrigin, message: ImportedMessage): MessageOutcome {
  const outcome: MessageOutcome = { message_ids: [], reactions: 0, pins: 0, updated: false, skipped: [] };
  const before = app.imports.find(source.id, 'message', message.origin);
  const author = userOf(app, source, message.author);
  const reason = author ? undefined : `its author ${message.author} is not in the archive`;
  const where = author && destinationOf(app, source, message, author);
  if (!where) {
    outcome.skipped.push({ kind: 'message', origin: message.origin, reason: reason ?? 'its channel is not imported' });
    return outcome;
  }
  const composed = compose(app, source, where, message.text);
  if (before) updateMessage({ app, source, message, where, composed, outcome }, before);
  else insert(app, source, message, where, composed, outcome);
  return outcome;
}

function insert(
  app: App,
  source: ImportOrigin,
  message: ImportedMessage,
  where: Where,
  { markdown, attachment_ids }: Composed,
  outcome: MessageOutcome,
): void {
  if (markdown.trim() === '') {
    outcome.skipped.push({ kind: 'message', origin: message.origin, reason: 'it has no text and no file' });
    return;
  }
  outcome.message_ids = splitLong(markdown).map((part) => insertPart(app, source, message, where, part));
  const [first] = outcome.message_ids as [number];
  for (const id of attachment_ids) attach(app, id, outcome.message_ids.at(-1)!);
  outcome.reactions = addReactions(app, source, first, message, outcome.skipped);
  outcome.pins = addPin(app, source, first, where.recipient_id, message, outcome.skipped);
  addFlags(app, source, first, where.recipient_id, message);
  for (const { author, content } of message.submessages ?? []) {
    const user = userOf(app, source, author);
    if (user) app.submessages.add(first, user.id, 'widget', content);
  }
  const detail = detailOf(markdown, message, knownReactions(app, source, message), outcome.message_ids.length);
  app.imports.add(source.id, 'message', message.origin, first, writeDetail(detail));
}

/** Stores who starred and collapsed a message, among those who are in its conversation. */
function addFlags(app: App, source: ImportOrigin, id: number, recipient: number, message: ImportedMessage): void {
  const lists = [
    [FLAG.starred, message.starred],
    [FLAG.collapsed, message.collapsed ?? []],
    [FLAG.copy, message.copied ?? []],
  ] as const;
  for (const [flag, users] of lists)
    for (const origin of users) {
      const user = userOf(app, source, origin);
      if (user && isMember(app, recipient, user.id)) app.messages.addFlags(user.id, id, flag);
    }
}

function insertPart(app: App, source: ImportOrigin, message: ImportedMessage, where: Where, content: string): number {
  const rendered = renderImported(app, source, where, content);
  const row = {
    recipient_id: where.recipient_id,
    sender_id: where.author.id,
    topic_id: where.topic_id,
    subject: where.subject,
    content,
    rendered_content: rendered.html,
    date_sent: message.sent,
    client_id: app.messages.client(`${productOf(source)} import`),
    facts: messageFacts(rendered),
  };
  const id = app.messages.add(row);
  addHistory(app, source, message, where, { ...row, id, origin_id: null });
  flagMentioned(app, id, where.recipient_id, rendered);
  return id;
}

type WithoutHistory = Omit<StoredMessage, 'last_edit_timestamp' | 'last_moved_timestamp' | 'edit_history'>;

/** Stores when a message was changed and moved, and its earlier versions. */
function addHistory(
  app: App,
  source: ImportOrigin,
  { edited, moved, history }: ImportedMessage,
  where: Where,
  row: WithoutHistory,
): void {
  if (edited === undefined && moved === undefined && !history) return;
  const entries: EditHistoryEntry[] = [];
  for (const change of history ?? []) {
    const entry = historyEntry(app, source, where, change);
    // What was said in a channel that is not here, not everyone who reads this one could read.
    if (change.old_channel !== undefined && entry.prev_stream === undefined) break;
    entries.push(entry);
  }
  const stored = {
    ...row,
    last_edit_timestamp: edited ?? null,
    last_moved_timestamp: moved ?? null,
    edit_history: entries.length > 0 ? JSON.stringify(entries) : null,
  };
  app.messages.edit(stored);
  if (moved !== undefined) app.messages.move(stored);
}

/** An earlier version, rendered here: HTML of another server is never stored. */
function historyEntry(app: App, source: ImportOrigin, where: Where, change: ImportedChange): EditHistoryEntry {
  const channelOf = (origin: string | undefined) =>
    origin === undefined ? undefined : app.imports.find(source.id, 'channel', origin)?.id;
  const old = change.old_text && compose(app, source, where, change.old_text).markdown;
  const prev_stream = channelOf(change.old_channel);
  const stream = channelOf(change.new_channel);
  return {
    user_id: change.user === undefined ? null : (userOf(app, source, change.user)?.id ?? null),
    timestamp: change.time,
    ...(old !== undefined && {
      prev_content: old,
      prev_rendered_content: renderImported(app, source, where, old).html,
    }),
    ...(change.old_topic !== undefined && { prev_topic: change.old_topic, topic: change.new_topic ?? '' }),
    ...(prev_stream !== undefined && stream !== undefined && { prev_stream, stream }),
  };
}

function flagMentioned(app: App, id: number, recipientId: number, rendered: Rendered): void {
  for (const user of rendered.mentioned_user_ids)
    if (isMember(app, recipientId, user)) app.messages.addFlags(user, id, FLAG.mentioned);
}
