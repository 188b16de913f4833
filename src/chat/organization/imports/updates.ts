import type { App } from '../../../app.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { messageFacts } from '../../messages/send/mentions.ts';
import { detailOf, hashOf, type MessageDetail, readDetail, writeDetail } from './details.ts';
import { type Composed, linksToMissingFile, linkToFile, splitLong } from './markdown.ts';
import { followThread, isInMainTopic, type Where } from './places.ts';
import { addPin, addReactions, knownReactions } from './reactions.ts';
import { attach, renderImported } from './rendering.ts';
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

/**
 * A newer archive may have a newer text, unless the message was changed here, more reactions, a pin, a thread, and
 * files. What the archive said before decides whether it says something new; the Markdown of the same words may be
 * another one by now.
 */
export function updateMessage(update: Update, before: Imported): void {
  const { app, source, message, composed, outcome, where } = update;
  const first = app.messages.byId(before.id);
  if (!first) return;
  const old = readDetail(before.detail);
  const known = knownReactions(app, source, message);
  const now = detailOf(composed.markdown, message, known, old.parts ?? partsIn(composed, old));
  const stored = storedParts(app, first, now.parts!);
  if (where.isNewThread && isInMainTopic(app, source, first)) for (const part of stored) moveIntoThread(update, part);
  else followThread(app, source, where, first);
  if (now.reactions !== old.reactions)
    outcome.reactions = addReactions(app, source, before.id, message, outcome.skipped);
  if (now.pinned && !old.pinned)
    outcome.pins = addPin(app, source, before.id, first.recipient_id, message, outcome.skipped);
  const content = changeText(update, stored, old, now);
  const detail = writeDetail({ ...now, content, pinned: now.pinned || old.pinned });
  if (detail !== before.detail) app.imports.change(source.id, 'message', message.origin, { id: before.id, detail });
}

/** An older version of Klatch did not count the messages that a long text became. */
const partsIn = ({ markdown }: Composed, old: MessageDetail): number =>
  hashOf(markdown) === old.content ? splitLong(markdown).length : 1;

/** The messages that one long message became have consecutive ids. */
function storedParts(app: App, first: StoredMessage, parts: number): StoredMessage[] {
  const others = Array.from({ length: parts - 1 }, (_, at) => app.messages.byId(first.id + at + 1));
  const isPart = (one: StoredMessage | undefined) =>
    one !== undefined && one.sender_id === first.sender_id && one.date_sent === first.date_sent;
  return [first, ...others.filter((one) => isPart(one)).map((one) => one!)];
}

/** Somebody answered the message there since it was imported: its thread has a topic now. */
function moveIntoThread({ app, where }: Update, stored: StoredMessage): void {
  Object.assign(stored, { topic_id: where.topic_id, subject: where.subject });
  app.messages.move(stored);
}

/** Writes a newer text, or links to files that arrived later. Returns the hash of what the archive brought. */
function changeText(update: Update, stored: readonly StoredMessage[], old: MessageDetail, now: MessageDetail): string {
  const { message, composed, outcome } = update;
  const [first] = stored as [StoredMessage];
  const isUnchanged = hashOf(first.content) === old.content;
  if (saysMore(message, first, old, now)) {
    const isLong = stored.length > 1 || splitLong(composed.markdown).length > 1;
    if (isUnchanged && !isLong) {
      rewrite(update, first, composed.markdown, message.edited ?? first.last_edit_timestamp);
      outcome.updated = true;
      return now.content;
    }
    const reason = isLong ? 'the message is too long to be changed' : 'the message was also changed here';
    outcome.skipped.push({ kind: 'edit', origin: message.origin, reason });
    return old.content;
  }
  const hasLateFiles = stored.map((part) => addLateFiles(update, part)).includes(true);
  return isUnchanged && hasLateFiles ? hashOf(first.content) : old.content;
}

/** Whether the archive has a newer text. What an older version of Klatch imported has one if it was edited since. */
function saysMore(message: ImportedMessage, first: StoredMessage, old: MessageDetail, now: MessageDetail): boolean {
  if (now.content === old.content) return false;
  if (old.said !== undefined) return old.said !== now.said;
  return message.edited !== undefined && message.edited !== first.last_edit_timestamp;
}

function rewrite(
  { app, source, where, composed }: Update,
  stored: StoredMessage,
  content: string,
  edited: number | null,
) {
  const rendered = renderImported(app, source, where, content);
  Object.assign(stored, {
    content,
    rendered_content: rendered.html,
    facts: messageFacts(rendered),
    last_edit_timestamp: edited,
  });
  app.messages.edit(stored);
  for (const id of composed.attachment_ids)
    if (content.includes(app.attachments.byId(id)!.path_id)) attach(app, id, stored.id);
}

/** Replaces the links to files that were missing. Nobody edited the message. Returns whether there are any. */
function addLateFiles(update: Update, stored: StoredMessage): boolean {
  const { app, source, message } = update;
  let { content } = stored;
  for (const part of message.text) {
    if (typeof part === 'string' || !('file' in part)) continue;
    const link = linkToFile(app, source, part);
    if (!link || content.includes(link.file.path_id)) continue;
    for (const missing of linksToMissingFile(part)) content = content.replace(missing, () => link.markdown);
  }
  if (content === stored.content) return false;
  rewrite(update, stored, content, stored.last_edit_timestamp);
  return true;
}
