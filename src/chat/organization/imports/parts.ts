import { createHash } from 'node:crypto';
import type { App } from '../../../app.ts';
import type { Rendered } from '../../../markdown/render.ts';
import { type EditHistoryEntry, FLAG, type StoredMessage } from '../../messages/messages/types.ts';
import { messageFacts } from '../../messages/send/rules.ts';
import { usersInGroup } from '../../people/groups/rules.ts';
import { findUser } from './context.ts';
import { compose, isMember, renderImported } from './markdown.ts';
import { nameProduct, type Where } from './places.ts';
import type { ImportedChange, ImportedMessage, ImportedReaction, ImportOrigin } from './types.ts';

/** A message of an archive, and where it goes. */
export interface Placed {
  app: App;
  source: ImportOrigin;
  message: ImportedMessage;
  where: Where;
}

/** Stores a message, or one of several that a long one becomes. Returns its id. */
export function insertPart({ app, source, message, where }: Placed, content: string): number {
  const rendered = renderImported(app, source, where, content);
  const row = {
    recipient_id: where.recipient_id,
    sender_id: where.author.id,
    topic_id: where.topic_id,
    subject: where.subject,
    content,
    rendered_content: rendered.html,
    date_sent: message.sent,
    client_id: app.messages.client(`${nameProduct(source)} import`),
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
  const findChannel = (origin: string | undefined) =>
    origin === undefined ? undefined : app.imports.find(source.id, 'channel', origin)?.id;
  const old = change.old_text && compose(app, source, where, change.old_text).markdown;
  const prev_stream = findChannel(change.old_channel);
  const stream = findChannel(change.new_channel);
  return {
    user_id: change.user === undefined ? null : (findUser({ app, source }, change.user)?.id ?? null),
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
  const { mentioned_user_ids, mentioned_group_ids } = rendered;
  for (const user of new Set([
    ...mentioned_user_ids,
    ...mentioned_group_ids.flatMap((one) => [...usersInGroup(app, one)]),
  ]))
    if (isMember(app, recipientId, user)) app.messages.addFlags(user, id, FLAG.mentioned);
}

/** What is remembered of an imported message, so that a later import can compare. */
export interface MessageDetail {
  /** The hash of the text as it was stored here. Another one: it was changed here. */
  content: string;
  /** The hash of the reactions whose emoji exist here; '': there are none. */
  reactions: string;
  pinned: boolean;
  /** The hash of what the archive said; undefined: an older version of Klatch imported it. */
  said: string | undefined;
  /** The number of messages that it became here, with consecutive ids; undefined: an older version did not count. */
  parts: number | undefined;
  /** The ids of further ones, which a longer text added later. */
  more: number[];
}

/** The messages that one of an archive is here: their texts and ids. */
export interface Parts {
  parts: readonly string[];
  ids: readonly number[];
}

const PINNED = 'pinned';

export const hashText = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 12);

/** No text has this character. */
const BETWEEN = '\0';

/** The hash of the texts of all parts. */
export const hashOfParts = (parts: readonly string[]): string => hashText(parts.join(BETWEEN));

/** `reactions`: those whose emoji exist here. Others may exist when the archive is imported again. */
export const makeDetail = (
  { text, said, pinned }: ImportedMessage,
  { parts, ids }: Parts,
  reactions: readonly ImportedReaction[],
): MessageDetail => ({
  content: hashOfParts(parts),
  reactions: reactions.length === 0 ? '' : hashText(JSON.stringify(reactions)),
  pinned: pinned !== undefined,
  said: hashText(said ?? JSON.stringify(text)),
  ...makePlaces(ids),
});

/** How ids are remembered. */
export function makePlaces(ids: readonly number[]): { parts: number; more: number[] } {
  const gap = ids.findIndex((id, at) => id !== ids[0]! + at);
  const parts = gap < 0 ? ids.length : gap;
  return { parts, more: ids.slice(parts) };
}

/** `CONTENT REACTIONS =SAID xPARTS,ID,ID pinned` */
export const writeDetail = ({ content, reactions, pinned, said, parts, more }: MessageDetail): string =>
  [content, reactions, said && `=${said}`, parts && `x${[parts, ...more].join(',')}`, ...(pinned ? [PINNED] : [])]
    .filter((one) => one !== undefined)
    .join(' ');

export function readDetail(detail: string): MessageDetail {
  const [content = '', reactions = '', ...more] = detail.split(' ');
  const withSign = (sign: string) => more.find((one) => one.startsWith(sign))?.slice(sign.length);
  const rest = more.filter((one) => one !== PINNED);
  const [parts, ...ids] = rest.length === 0 ? [] : (withSign('x')?.split(',') ?? []).map(Number);
  return {
    content,
    reactions,
    pinned: more.includes(PINNED),
    said: withSign('='),
    parts,
    more: ids,
  };
}
