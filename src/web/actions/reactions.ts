import { request } from '../server/request.ts';
import type { Emoji } from '../store/local/emoji.ts';
import type { Message } from '../store/narrow.ts';
import { store } from '../store/store.ts';

/** Adds or removes the user's own reaction. */
export async function toggleReaction(
  message: Message,
  { emoji_name, emoji_code, reaction_type }: Emoji,
): Promise<void> {
  const me = store.me.peek().id;
  const mine = message.reactions.some(
    (one) => one.user_id === me && one.emoji_code === emoji_code && one.reaction_type === reaction_type,
  );
  await request(mine ? 'DELETE /messages/{message_id}/reactions' : 'POST /messages/{message_id}/reactions', {
    message_id: message.id,
    emoji_name,
    emoji_code,
    reaction_type,
  });
}
