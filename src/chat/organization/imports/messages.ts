import type { App } from '../../../app.ts';
import { removeMessages } from '../../messages/delete/actions.ts';
import { type EditHistoryEntry, FLAG, type StoredMessage } from '../../messages/messages/types.ts';
import { messageFacts } from '../../messages/send/rules.ts';
import { addWidget } from '../../messages/submessages/actions.ts';
import { findUser } from './context.ts';
import {
  attach,
  type Composed,
  compose,
  emojiFor,
  isMember,
  linksToMissingFile,
  linkToFile,
  renderImported,
  splitLong,
} from './markdown.ts';
import {
  hashOfParts,
  hashText,
  insertPart,
  type MessageDetail,
  makeDetail,
  makePlaces,
  type Placed,
  readDetail,
  writeDetail,
} from './parts.ts';
import { findDestination, followThread, isInMainTopic, type Where } from './places.ts';
import { addPin, addReactions, knownReactions } from './reactions.ts';
import type { Imported } from './repository.ts';
import type { ImportedMessage, ImportOrigin, MessageOutcome } from './types.ts';

/** A message that was imported before, and what an archive says of it now. */
interface Update {
  app: App;
  source: ImportOrigin;
  message: ImportedMessage;
  where: Where;
  composed: Composed;
  outcome: MessageOutcome;
}

/** The messages here that it became. */
interface Stored {
  parts: [first: StoredMessage, ...others: StoredMessage[]];
  /** None of them was deleted here. */
  isComplete: boolean;
}

/**
 * A newer archive may have a newer text, unless the message was changed here, more reactions, a pin, a thread, and
 * files. What the archive said before decides whether it says something new; the Markdown of the same words may be
 * another one by now.
 */
function updateMessage(update: Update, before: Imported): void {
  const { app, source, message, composed, outcome, where } = update;
  const first = app.messages.byId(before.id);
  if (!first) return;
  const old = readDetail(before.detail);
  const stored = storedParts(app, first, { ...old, parts: old.parts ?? partsIn(composed, old) });
  const known = knownReactions(app, source, message);
  const now = makeDetail(message, { parts: splitLong(composed.markdown), ids: listIds(stored) }, known);
  if (where.isNewThread && isInMainTopic(app, source, first)) moveIntoThread(update, stored);
  else followThread(app, source, where, first);
  if (now.reactions !== old.reactions)
    outcome.reactions = addReactions(app, source, before.id, message, outcome.skipped);
  if (now.pinned && !old.pinned)
    outcome.pins = addPin(app, source, { id: before.id, recipient_id: first.recipient_id }, message, outcome.skipped);
  const content = changeText(update, stored, old, now);
  const places =
    outcome.updated || stored.isComplete ? makePlaces(listIds(stored)) : { parts: old.parts, more: old.more };
  const detail = writeDetail({ ...now, ...places, content, pinned: now.pinned || old.pinned });
  if (detail !== before.detail) app.imports.change(source.id, 'message', message.origin, { id: before.id, detail });
}

const listIds = ({ parts }: Stored): number[] => parts.map(({ id }) => id);

/** An older version of Klatch did not count the messages that a long text became. */
const partsIn = ({ markdown }: Composed, old: MessageDetail): number =>
  hashText(markdown) === old.content ? splitLong(markdown).length : 1;

function storedParts(app: App, first: StoredMessage, { parts, more }: { parts: number; more: number[] }): Stored {
  const ids = [...Array.from({ length: parts - 1 }, (_, at) => first.id + at + 1), ...more];
  const others = ids.map((id) => app.messages.byId(id)).filter((one) => one !== undefined);
  const theirs = others.filter((one) => one.sender_id === first.sender_id && one.date_sent === first.date_sent);
  return { parts: [first, ...theirs], isComplete: theirs.length === ids.length };
}

/** Somebody answered the message there since it was imported: its thread has a topic now. */
function moveIntoThread({ app, where, outcome }: Update, { parts }: Stored): void {
  for (const part of parts) {
    Object.assign(part, { topic_id: where.topic_id, subject: where.subject });
    app.messages.move(part);
  }
  outcome.moved = true;
}

/**
 * Writes a newer text, or what came later: files and emoji. Returns the hash of what the archive brought. `stored` has
 * the parts of the newer text afterwards.
 */
function changeText(update: Update, stored: Stored, old: MessageDetail, now: MessageDetail): string {
  const { message, composed, outcome } = update;
  const isUnchanged = isAsImported(stored, old);
  if (saysMore(message, stored.parts[0], old, now)) {
    const isEmpty = composed.markdown.trim() === '';
    if (isUnchanged && !isEmpty) {
      rewriteAll(update, stored);
      outcome.updated = true;
      return now.content;
    }
    const reason = isEmpty ? 'it has no text and no file' : 'the message was also changed here';
    outcome.skipped.push({ kind: 'edit', origin: message.origin, reason });
    return old.content;
  }
  outcome.completed = stored.parts.map((part) => addWhatCameLater(update, part)).includes(true);
  return isUnchanged && outcome.completed ? hashOfParts(stored.parts.map(({ content }) => content)) : old.content;
}

/** Whether nobody changed a message here. An older version of Klatch remembered the whole text of one with parts. */
function isAsImported({ parts, isComplete }: Stored, old: MessageDetail): boolean {
  if (!isComplete) return false;
  if (hashOfParts(parts.map(({ content }) => content)) === old.content) return true;
  return parts.length > 1 && !parts.some(wasEdited);
}

const wasEdited = ({ edit_history }: StoredMessage): boolean =>
  (JSON.parse(edit_history ?? '[]') as EditHistoryEntry[]).some(({ prev_content }) => prev_content !== undefined);

/** Whether the archive has a newer text. What an older version of Klatch imported has one if it was edited since. */
function saysMore(message: ImportedMessage, first: StoredMessage, old: MessageDetail, now: MessageDetail): boolean {
  if (now.content === old.content) return false;
  if (old.said !== undefined) return old.said !== now.said;
  return message.edited !== undefined && message.edited !== first.last_edit_timestamp;
}

/** Writes a newer text into the messages of the older one. It may need more of them, or fewer. */
function rewriteAll(update: Update, { parts }: Stored): void {
  const { app, message, composed, where, outcome } = update;
  const [first] = parts;
  const texts = splitLong(composed.markdown);
  for (const [at, part] of parts.slice(0, texts.length).entries())
    if (part.content !== texts[at]) rewrite(update, part, texts[at]!, message.edited ?? part.last_edit_timestamp);
  const place = { ...where, recipient_id: first.recipient_id, topic_id: first.topic_id, subject: first.subject };
  const added = texts.slice(parts.length).map((text) => {
    const id = insertPart({ ...update, where: place }, text);
    attachFiles(update, id, text);
    return id;
  });
  removeMessages(app, parts.splice(texts.length));
  parts.push(...added.map((id) => app.messages.byId(id)!));
  outcome.message_ids.push(...added);
}

function rewrite(update: Update, stored: StoredMessage, content: string, edited: number | null) {
  const { app, source, where } = update;
  const rendered = renderImported(app, source, where, content);
  Object.assign(stored, {
    content,
    rendered_content: rendered.html,
    facts: messageFacts(rendered),
    last_edit_timestamp: edited,
  });
  app.messages.edit(stored);
  attachFiles(update, stored.id, content);
}

function attachFiles({ app, composed }: Update, message: number, content: string): void {
  for (const id of composed.attachment_ids)
    if (content.includes(app.attachments.byId(id)!.path_id)) attach(app, id, message);
}

/** Links to files, and shows emoji, that were missing. Nobody edited the message. Returns whether there are any. */
function addWhatCameLater(update: Update, stored: StoredMessage): boolean {
  const { app, source, message } = update;
  let { content } = stored;
  let isEmojiNew = false;
  for (const part of message.text) {
    if (typeof part === 'string') continue;
    if ('file' in part) {
      const link = linkToFile(app, source, part);
      if (!link || content.includes(link.file.path_id)) continue;
      for (const missing of linksToMissingFile(part)) content = content.replace(missing, () => link.markdown);
    } else if ('emoji' in part) {
      const emoji = emojiFor(app, source, part.emoji);
      if (emoji?.reaction_type !== 'realm_emoji') continue;
      isEmojiNew ||= !showsEmoji(stored.rendered_content, emoji.emoji_name);
      content = content.replaceAll(`:${part.emoji}:`, `:${emoji.emoji_name}:`);
    }
  }
  if (content === stored.content && !isEmojiNew) return false;
  const { rendered_content } = stored;
  rewrite(update, stored, content, stored.last_edit_timestamp);
  return stored.rendered_content !== rendered_content;
}

const showsEmoji = (html: string, name: string): boolean => html.includes(`alt=":${name}:"`);

/**
 * Stores a message with its original time and author, without notifying anybody. One that was imported before is
 * changed if the archive has a newer text, more reactions or a pin. Call it inside `db.write`.
 */
export function writeMessage(app: App, source: ImportOrigin, message: ImportedMessage): MessageOutcome {
  const outcome: MessageOutcome = {
    message_ids: [],
    reactions: 0,
    pins: 0,
    updated: false,
    moved: false,
    completed: false,
    skipped: [],
  };
  const before = app.imports.find(source.id, 'message', message.origin);
  const author = findUser({ app, source }, message.author);
  const reason = author ? undefined : `its author ${message.author} is not in the archive`;
  const where = author && findDestination(app, source, message, author);
  if (!where) {
    outcome.skipped.push({ kind: 'message', origin: message.origin, reason: reason ?? 'its channel is not imported' });
    return outcome;
  }
  const composed = compose(app, source, where, message.text);
  if (before) updateMessage({ app, source, message, where, composed, outcome }, before);
  else insert({ app, source, message, where }, composed, outcome);
  return outcome;
}

function insert(placed: Placed, { markdown, attachment_ids }: Composed, outcome: MessageOutcome): void {
  const { app, source, message, where } = placed;
  if (markdown.trim() === '') {
    outcome.skipped.push({ kind: 'message', origin: message.origin, reason: 'it has no text and no file' });
    return;
  }
  const parts = splitLong(markdown);
  outcome.message_ids = parts.map((part) => insertPart(placed, part));
  const [first] = outcome.message_ids as [number];
  for (const id of attachment_ids) attach(app, id, outcome.message_ids.at(-1)!);
  outcome.reactions = addReactions(app, source, first, message, outcome.skipped);
  outcome.pins = addPin(app, source, { id: first, recipient_id: where.recipient_id }, message, outcome.skipped);
  addFlags(app, source, first, where.recipient_id, message);
  for (const { author, content } of message.submessages ?? []) {
    const user = findUser({ app, source }, author);
    if (user) addWidget(app, first, user, content);
  }
  const detail = makeDetail(message, { parts, ids: outcome.message_ids }, knownReactions(app, source, message));
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
      const user = findUser({ app, source }, origin);
      if (user && isMember(app, recipient, user.id)) app.messages.addFlags(user.id, id, flag);
    }
}
