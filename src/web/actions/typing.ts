import { request } from '../server/request.ts';
import { type Conversation, getKey } from '../store/conversation.ts';
import { typingNotice } from '../store/local/typing-notice.ts';
import { store } from '../store/store.ts';

const REPEAT_AFTER = 10_000;
const STOP_AFTER = 15_000;

/** Sends typing notifications: at the start, every ten seconds, and when the user stops. Call it after each input. */
export function notifyTyping(conversation: Conversation): void {
  const { send_private_typing_notifications: direct, send_stream_typing_notifications: channel } =
    store.settings.peek();
  if (!(conversation.kind === 'direct' ? direct : channel)) return;
  const { conversation: before, sentAt } = typingNotice;
  const isSame = before !== undefined && getKey(before) === getKey(conversation);
  if (!isSame) stopTyping();
  clearTimeout(typingNotice.timer);
  typingNotice.timer = setTimeout(stopTyping, STOP_AFTER);
  if (isSame && Date.now() - sentAt < REPEAT_AFTER) return;
  typingNotice.conversation = conversation;
  typingNotice.sentAt = Date.now();
  sendTyping('start', conversation);
}

/** Ends the typing notification, if there is one. */
export function stopTyping(): void {
  clearTimeout(typingNotice.timer);
  if (typingNotice.conversation) sendTyping('stop', typingNotice.conversation);
  typingNotice.conversation = undefined;
}

function sendTyping(op: 'start' | 'stop', conversation: Conversation): void {
  const to =
    conversation.kind === 'topic'
      ? { type: 'channel' as const, stream_id: conversation.channel, topic: conversation.topic }
      : { type: 'direct' as const, to: [...conversation.people] };
  request('POST /typing', { op, ...to }).catch(() => {
    // A lost typing notification does no harm.
  });
}
