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
  /** The number of messages that it became here; undefined: an older version did not count them. */
  parts: number | undefined;
}

const PINNED = 'pinned';

export const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 12);

/** `reactions`: those whose emoji exist here. Others may exist when the archive is imported again. */
export const detailOf = (
  markdown: string,
  { text, said, pinned }: ImportedMessage,
  reactions: readonly ImportedReaction[],
  parts: number,
): MessageDetail => ({
  content: hashOf(markdown),
  reactions: reactions.length === 0 ? '' : hashOf(JSON.stringify(reactions)),
  pinned: pinned !== undefined,
  said: hashOf(said ?? JSON.stringify(text)),
  parts,
});

/** `CONTENT REACTIONS =SAID xPARTS pinned` */
export const writeDetail = ({ content, reactions, pinned, said, parts }: MessageDetail): string =>
  [content, reactions, said && `=${said}`, parts && `x${parts}`, ...(pinned ? [PINNED] : [])]
    .filter((one) => one !== undefined)
    .join(' ');

export function readDetail(detail: string): MessageDetail {
  const [content = '', reactions = '', ...more] = detail.split(' ');
  const withSign = (sign: string) => more.find((one) => one.startsWith(sign))?.slice(sign.length);
  const rest = more.filter((one) => one !== PINNED);
  const parts = rest.length === 0 ? undefined : withSign('x');
  return {
    content,
    reactions,
    pinned: more.includes(PINNED),
    said: withSign('='),
    parts: parts === undefined ? undefined : Number(parts),
  };
}
