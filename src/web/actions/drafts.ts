import { signal } from '@preact/signals';
import { ask } from '../api.ts';
import type { Conversation } from '../store/conversation.ts';
import { keyOf } from '../store/conversation.ts';
import type { Message } from '../store/narrow.ts';
import { readStored, writeStored } from './stored.ts';

export interface Draft {
  conversation: Conversation;
  content: string;
  /** Seconds. */
  at: number;
}

const STORED = 'drafts';

/** What was begun and not sent, by conversation. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

export function openDrafts(): void {
  drafts.value = new Map(readStored<[string, Draft][]>(STORED, []));
}

/** Keeps what stands in the compose box; nothing forgets it. */
export function keepDraft(conversation: Conversation, content: string): void {
  const key = keyOf(conversation);
  if ((drafts.peek().get(key)?.content ?? '') === content) return;
  const next = new Map(drafts.peek());
  if (content.trim() === '') next.delete(key);
  else next.set(key, { conversation, content, at: Date.now() / 1000 });
  drafts.value = next;
  writeStored(STORED, [...next]);
}

export const draftOf = (conversation: Conversation): string => drafts.peek().get(keyOf(conversation))?.content ?? '';

/** A message as one quotes it: who said it, with a link, and its source in a fence longer than any inside. */
export async function quotation(message: Message, link: string, said: string): Promise<string> {
  const { raw_content } = await ask('GET /messages/{message_id}', {
    message_id: message.id,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  const longest = Math.max(2, ...[...raw_content.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `@_**${message.sender_full_name}|${message.sender_id}** [${said}](${link}):\n${fence}quote\n${raw_content}\n${fence}\n`;
}
