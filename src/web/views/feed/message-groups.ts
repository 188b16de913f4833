import { conversationOf, keyOf } from '../../store/conversation.ts';
import type { Message } from '../../store/narrow.ts';
import { dayOf } from '../../text/format.ts';

/** A message with what is drawn before it. */
export interface Arranged {
  message: Message;
  newDay: boolean;
  /** Another conversation begins; where all are of one, none does. */
  newPlace: boolean;
  isDivider: boolean;
  /** Drawn without its sender, who is the one above. */
  follows: boolean;
}

const TOGETHER = 600;

/** How messages stand under each other: days, conversations, and who goes on speaking. */
export function arrange(
  messages: readonly Message[],
  oneConversation: boolean,
  divider: number | undefined,
  me: number,
): Arranged[] {
  let before: Message | undefined;
  let place: string | undefined;
  return messages.map((message) => {
    const here = oneConversation ? '' : keyOf(conversationOf(message, me));
    const newDay = !before || dayOf(before.timestamp) !== dayOf(message.timestamp);
    const newPlace = !oneConversation && (newDay || here !== place);
    const isDivider = message.id === divider;
    const follows =
      !newDay &&
      !newPlace &&
      !isDivider &&
      !message.is_me_message &&
      before!.sender_id === message.sender_id &&
      !before!.is_me_message &&
      message.timestamp - before!.timestamp < TOGETHER;
    before = message;
    place = here;
    return { message, newDay, newPlace, isDivider, follows };
  });
}
