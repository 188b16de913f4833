import type { Message } from '../store/narrow.ts';
import { fetchSource } from './edit.ts';

/**
 * A quotation of a message: its sender, a link, and its source or the selected part. The fence is longer than any fence
 * in the content.
 */
export async function quotation(message: Message, link: string, senderText: string, part?: string): Promise<string> {
  const text = part ?? (await fetchSource(message));
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `@_**${message.sender_full_name}|${message.sender_id}** [${senderText}](${link}):\n${fence}quote\n${text}\n${fence}\n`;
}
