import { conversationOf, keyOf } from '../../store/conversation.ts';
import type { Message } from '../../store/narrow.ts';
import { dayOf } from '../../text/format.ts';

/** A message with the headings that precede it. */
export interface GroupedMessage {
  message: Message;
  newDay: boolean;
  /** A new conversation starts. Always false if all messages are of one conversation. */
  newConversation: boolean;
  isDivider: boolean;
  /** Rendered without its sender, which is the same as above. */
  isContinuation: boolean;
}

const TOGETHER = 600;

/** Groups messages by day, conversation and sender. */
export function groupMessages(
  messages: readonly Message[],
  oneConversation: boolean,
  divider: number | undefined,
  me: number,
): GroupedMessage[] {
  let before: Message | undefined;
  let place: string | undefined;
  return messages.map((message) => {
    const here = oneConversation ? '' : keyOf(conversationOf(message, me));
    const newDay = !before || dayOf(before.timestamp) !== dayOf(message.timestamp);
    const newConversation = !oneConversation && (newDay || here !== place);
    const isDivider = message.id === divider;
    const isContinuation =
      !newDay &&
      !newConversation &&
      !isDivider &&
      !message.is_me_message &&
      before!.sender_id === message.sender_id &&
      !before!.is_me_message &&
      message.timestamp - before!.timestamp < TOGETHER;
    before = message;
    place = here;
    return { message, newDay, newConversation, isDivider, isContinuation };
  });
}
