import { createHash } from 'node:crypto';
import type { ImportedMessage, ImportedReaction } from './types.ts';

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

export const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 12);

/** No text has this character. */
const BETWEEN = '\0';

/** The hash of the texts of all parts. */
export const hashOfParts = (parts: readonly string[]): string => hashOf(parts.join(BETWEEN));

/** `reactions`: those whose emoji exist here. Others may exist when the archive is imported again. */
export const detailOf = (
  { text, said, pinned }: ImportedMessage,
  { parts, ids }: Parts,
  reactions: readonly ImportedReaction[],
): MessageDetail => ({
  content: hashOfParts(parts),
  reactions: reactions.length === 0 ? '' : hashOf(JSON.stringify(reactions)),
  pinned: pinned !== undefined,
  said: hashOf(said ?? JSON.stringify(text)),
  ...placesOf(ids),
});

/** How ids are remembered. */
export function placesOf(ids: readonly number[]): { parts: number; more: number[] } {
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
