import { createHash } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { LIMITS } from '../../../limits.ts';
import { type Rendered, renderMessage } from '../../../markdown/render.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { cleanTopic, isTopicAllowed, MAX_TOPIC_LENGTH } from '../../channels/topics/names.ts';
import { directoryFor, shownUpload } from '../../messages/messages/content.ts';
import { type EditHistoryEntry, FLAG, type StoredMessage } from '../../messages/messages/types.ts';
import { messageFacts } from '../../messages/send/mentions.ts';
import type { User } from '../../people/users/types.ts';
import { oneLine } from './channels.ts';
import { type Composed, type Conversation, canLink, compose, emojiFor, isMember, splitLong } from './markdown.ts';
import type { Imported } from './repository.ts';
import { PRODUCT_NAMES, textsFor } from './texts.ts';
import type { ImportedChange, ImportedMessage, ImportOrigin, Skipped } from './types.ts';

/** What became of a message: how many rows are new, the ids of new messages, and what was left out of it. */
export interface MessageOutcome {
  message_ids: number[];
  reactions: number;
  pins: number;
  updated: boolean;
  skipped: Skipped[];
}

interface Where extends Conversation {
  topic_id: number | null;
  subject: string;
}

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
  if (before) update(app, source, message, { before, where, composed }, outcome);
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
  const detail = detailOf(markdown, message);
  app.imports.add(source.id, 'message', message.origin, first, detail);
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

/**
 * Renders a text without looking up pages that it links to. Private channels are linked only by their members. Removed
 * emoji are shown if they came from the same server.
 */
export function renderImported(app: App, source: ImportOrigin, { author }: Conversation, content: string): Rendered {
  const { preview: _, ...directory } = directoryFor(app, author);
  const known = (channel: Channel | undefined) => (channel && canLink(app, author, channel) ? channel : undefined);
  return renderMessage(content, {
    ...directory,
    userById: (id) => app.users.byId(id),
    realmEmoji(name) {
      const removed = app.imports.find(source.id, 'emoji', name);
      return app.realmEmoji.named(name) ?? (removed && app.realmEmoji.byId(String(removed.id)));
    },
    channelNamed: (name) => known(app.channels.named(name)),
    channelById: (id) => known(app.channels.byId(id)),
    upload(path) {
      const file = app.attachments.byPath(path);
      return file && shownUpload(file);
    },
  });
}

function attach(app: App, attachmentId: number, messageId: number): void {
  app.attachments.claim(attachmentId, messageId);
  app.attachments.setUnclaimedSince(null, attachmentId);
}

/** A newer archive may have a newer text, unless the message was changed here, more reactions, and a pin. */
function update(
  app: App,
  source: ImportOrigin,
  message: ImportedMessage,
  { before, where, composed }: { before: Imported; where: Where; composed: Composed },
  outcome: MessageOutcome,
): void {
  const detail = detailOf(composed.markdown, message);
  if (detail === before.detail) return;
  const stored = app.messages.byId(before.id);
  if (!stored) return;
  const [oldText, , oldPin] = before.detail.split(' ');
  const [newText] = detail.split(' ');
  outcome.reactions = addReactions(app, source, before.id, message, outcome.skipped);
  if (oldPin !== PINNED) outcome.pins = addPin(app, source, before.id, stored.recipient_id, message, outcome.skipped);
  if (oldText !== newText && hashOf(stored.content) === oldText && splitLong(composed.markdown).length === 1) {
    const rendered = renderImported(app, source, where, composed.markdown);
    app.messages.edit({
      ...stored,
      content: composed.markdown,
      rendered_content: rendered.html,
      facts: messageFacts(rendered),
      last_edit_timestamp: message.edited ?? seconds(app.clock),
    });
    for (const id of composed.attachment_ids) attach(app, id, before.id);
    outcome.updated = true;
  } else if (oldText !== newText && hashOf(stored.content) !== oldText)
    outcome.skipped.push({ kind: 'edit', origin: message.origin, reason: 'the message was also changed here' });
  app.imports.change(source.id, 'message', message.origin, { id: before.id, detail });
}

/** What a later import compares: hashes of the text and of the reactions, and whether the message is pinned. */
const detailOf = (markdown: string, { reactions, pinned }: ImportedMessage): string =>
  [hashOf(markdown), reactions.length === 0 ? '' : hashOf(JSON.stringify(reactions)), ...(pinned ? [PINNED] : [])].join(
    ' ',
  );
const PINNED = 'pinned';
const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 12);

/** Adds the reactions that are not there yet. Returns their number. */
function addReactions(
  app: App,
  source: ImportOrigin,
  message_id: number,
  { origin, reactions }: ImportedMessage,
  skipped: Skipped[],
): number {
  if (reactions.length === 0) return 0;
  const there = new Set(app.reactions.ofMessage(message_id).map((one) => `${one.user_id} ${one.emoji_code}`));
  let added = 0;
  for (const { emoji: name, users } of reactions) {
    const emoji = emojiFor(app, source, name);
    if (!emoji) {
      skipped.push({ kind: 'reaction', origin, reason: `no emoji is called '${name}'` });
      continue;
    }
    for (const user_id of users.flatMap((one) => userOf(app, source, one)?.id ?? [])) {
      const key = `${user_id} ${emoji.emoji_code}`;
      if (there.has(key)) continue;
      there.add(key);
      app.reactions.add({ message_id, user_id, ...emoji });
      added += 1;
    }
  }
  return added;
}

/** Pins a message that is not pinned here. Returns the number of new pins. */
function addPin(
  app: App,
  source: ImportOrigin,
  id: number,
  recipient: number,
  { origin, pinned, sent }: ImportedMessage,
  skipped: Skipped[],
): number {
  if (!pinned || app.pins.byId(id)) return 0;
  if (app.pins.count(recipient)! >= LIMITS.pins_of_channel) {
    skipped.push({ kind: 'pin', origin, reason: `its conversation has ${LIMITS.pins_of_channel} pins` });
    return 0;
  }
  const user = pinned.by === undefined ? undefined : userOf(app, source, pinned.by);
  app.pins.add(id, recipient, user?.id ?? null, pinned.at ?? sent);
  return 1;
}

function userOf(app: App, source: ImportOrigin, origin: string): User | undefined {
  const id = app.imports.find(source.id, 'user', origin)?.id;
  return id === undefined ? undefined : app.users.byId(id);
}

const productOf = ({ name }: ImportOrigin): string => PRODUCT_NAMES[name.split(':')[0]!] ?? name;

/** Where a message goes. undefined: its channel, or nobody it was sent to, was imported. */
function destinationOf(app: App, source: ImportOrigin, message: ImportedMessage, author: User): Where | undefined {
  const { to } = message;
  if ('users' in to) {
    const people = [...new Set([author.id, ...to.users.flatMap((one) => userOf(app, source, one)?.id ?? [])])];
    return { author, recipient_id: conversationOf(app, people), topic_id: null, subject: '' };
  }
  const id = app.imports.find(source.id, 'channel', to.channel)?.id;
  const channel = id === undefined ? undefined : app.channels.byId(id);
  if (!channel) return undefined;
  const { topic_id, subject } = topicOf(app, source, channel, message, to);
  return { author, recipient_id: channel.recipient_id, topic_id, subject };
}

/** The conversation of these users. They receive it when the import is complete. */
function conversationOf(app: App, people: readonly number[]): number {
  const ids = [...people].sort((one, other) => one - other);
  const before = app.messages.conversation(ids);
  if (before !== undefined) return before;
  const recipient = app.messages.addConversation(ids);
  for (const id of ids) app.importMembers.add(recipient, id);
  return recipient;
}

interface Topic {
  topic_id: number;
  subject: string;
}

function topicOf(
  app: App,
  source: ImportOrigin,
  channel: Channel,
  { sent }: ImportedMessage,
  { thread, topic }: Extract<ImportedMessage['to'], { channel: string }>,
): Topic {
  if (topic !== undefined) return named(app, channel, topic);
  const main = textsFor(app).mainTopic(productOf(source));
  // The name is remembered: the organization's language may change between two imports.
  const origin = thread?.origin ?? `main ${channel.id}`;
  const before = app.imports.find(source.id, 'thread', origin);
  if (before) return { topic_id: before.id, subject: before.detail };
  const found = named(app, channel, thread ? freeTopic(app, channel, thread.title || main, sent) : main);
  app.imports.add(source.id, 'thread', origin, found.topic_id, found.subject);
  return found;
}

function named(app: App, channel: Channel, input: string): Topic {
  const cleaned = cleanTopic(oneLine(input, 1000));
  const subject = isTopicAllowed(app, channel, cleaned) ? cleaned : cleaned === '' ? '-' : '';
  return { topic_id: app.topics.ensure(channel.recipient_id, subject), subject };
}

/** Threads that begin with the same words get different topics: by their date, then by a number. */
function freeTopic(app: App, channel: Channel, title: string, sent: number): string {
  const date = new Date(sent * 1000).toISOString().slice(0, 10);
  for (let number = 0; ; number++) {
    const ending = number === 0 ? '' : number === 1 ? ` (${date})` : ` (${date}, ${number})`;
    const tried = shortened(title, MAX_TOPIC_LENGTH - ending.length) + ending;
    if (app.topics.id(channel.recipient_id, tried) === undefined) return tried;
  }
}

/** The first words of a text, with an ellipsis if there are more. */
function shortened(text: string, most: number): string {
  const line = oneLine(text, 1000);
  if ([...line].length <= most) return line;
  const cut = [...line].slice(0, most - 1).join('');
  const wordEnd = cut.lastIndexOf(' ');
  return `${(wordEnd > most / 2 ? cut.slice(0, wordEnd) : cut).trimEnd()}…`;
}
