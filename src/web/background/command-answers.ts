import { toast } from '../design/layers.tsx';
import { t } from '../i18n/text.ts';
import { onEvent } from '../server/connection.ts';
import type { EventNamed } from '../server/types.ts';
import { type Conversation, getKey, others } from '../store/conversation.ts';
import { addCommandNotice } from '../store/local/command-notices.ts';
import { currentRoute } from '../store/local/route.ts';
import { conversationIn } from '../store/narrow.ts';
import { selectedRecipient } from '../store/page.ts';
import { store } from '../store/store.ts';
import { conversationName, displayName } from '../text/names.ts';

/** Shows private answers to slash commands in their conversations, and announces those of other conversations. */
export function showCommandAnswers(): void {
  onEvent((event) => {
    if (event.type === 'slash_command') showAnswer(event);
  });
}

function showAnswer(event: EventNamed<'slash_command/answer'>): void {
  const { bot_id, name, place, rendered_content: html, could_not_post: couldNotPost } = event;
  const conversation: Conversation =
    'stream_id' in place
      ? { kind: 'topic', channel: place.stream_id, topic: place.topic }
      : { kind: 'direct', people: others(place.user_ids, store.me.peek().id) };
  addCommandNotice({ conversation, bot_id, command: `/${name}`, html, couldNotPost });
  const at = currentRoute.peek();
  const shown = selectedRecipient.peek() ?? (at.view === 'narrow' ? conversationIn(at.narrow) : undefined);
  if (!shown || getKey(shown) !== getKey(conversation))
    toast(
      t('{name} answered in {conversation}.', {
        name: displayName(bot_id),
        conversation: conversationName(conversation),
      }),
    );
}
