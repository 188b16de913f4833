import type { App } from '../../../app.ts';
import { FLAG } from '../../messages/messages/types.ts';
import { detailOf, writeDetail } from './details.ts';
import { type Composed, compose, isMember, splitLong } from './markdown.ts';
import { insertPart } from './parts.ts';
import { destinationOf, userOf, type Where } from './places.ts';
import { addPin, addReactions, knownReactions } from './reactions.ts';
import { attach } from './rendering.ts';
import type { ImportedMessage, ImportOrigin, MessageOutcome } from './types.ts';
import { updateMessage } from './updates.ts';

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
  const parts = splitLong(markdown);
  outcome.message_ids = parts.map((part) => insertPart({ app, source, message, where }, part));
  const [first] = outcome.message_ids as [number];
  for (const id of attachment_ids) attach(app, id, outcome.message_ids.at(-1)!);
  outcome.reactions = addReactions(app, source, first, message, outcome.skipped);
  outcome.pins = addPin(app, source, first, where.recipient_id, message, outcome.skipped);
  addFlags(app, source, first, where.recipient_id, message);
  for (const { author, content } of message.submessages ?? []) {
    const user = userOf(app, source, author);
    if (user) app.submessages.add(first, user.id, 'widget', content);
  }
  const detail = detailOf(message, { parts, ids: outcome.message_ids }, knownReactions(app, source, message));
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
