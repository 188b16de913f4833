import { isResolved, RESOLVED, withoutResolvedMark } from '../../shared/resolved-topics.ts';
import { request } from '../server/request.ts';
import type { Message } from '../store/narrow.ts';

// Actions that change sent messages. The server may reject all of them; the events report the result.

export type Propagate = 'change_one' | 'change_later' | 'change_all';

/** Returns the Markdown source of a message. */
export async function fetchSource({ id }: Message): Promise<string> {
  const { raw_content } = await request('GET /messages/{message_id}', {
    message_id: id,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return raw_content;
}

/** Changes the content of a message, unless somebody else has changed it since `before` was read. */
export async function editContent({ id }: Message, content: string, before: string): Promise<void> {
  const prev_content_sha256 = await digest(before);
  await request('PATCH /messages/{message_id}', {
    message_id: id,
    content,
    ...(prev_content_sha256 && { prev_content_sha256 }),
  });
}

/** Browsers offer no digests without TLS. */
async function digest(text: string): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface Move {
  channel?: number;
  topic?: string;
  mode: Propagate;
  tellOld: boolean;
  tellNew: boolean;
}

export async function moveMessages(id: number, { channel, topic, mode, tellOld, tellNew }: Move): Promise<void> {
  await request('PATCH /messages/{message_id}', {
    message_id: id,
    ...(channel !== undefined && { stream_id: channel }),
    ...(topic !== undefined && { topic }),
    propagate_mode: mode,
    send_notification_to_old_thread: tellOld,
    send_notification_to_new_thread: tellNew,
  });
}

/** Resolves or unresolves a message's topic. */
export async function toggleResolved(id: number, topic: string): Promise<void> {
  const next = isResolved(topic) ? withoutResolvedMark(topic) : RESOLVED + topic;
  await request('PATCH /messages/{message_id}', {
    message_id: id,
    topic: next,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
  });
}
