import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { isMuted } from '../../store/topics.ts';
import { getText } from '../../text/safe-html.ts';

/**
 * Announces new messages of other users to screen readers. It skips messages that were already there and muted ones.
 */
export function Announcer({ messages }: { messages: readonly Message[] }) {
  const announced = useRef(messages.at(-1)?.id ?? 0);
  const text = useSignal('');
  useEffect(() => {
    const news = messages.filter(({ id, sender_id }) => id > announced.current && sender_id !== store.me.peek().id);
    announced.current = Math.max(announced.current, messages.at(-1)?.id ?? 0);
    const newest = news.findLast((message) => !isQuiet(message));
    if (!newest || news.length >= 5) return;
    const words = `${newest.sender_full_name}: ${getText(newest.content).slice(0, 160)}`;
    // Screen readers announce a repeated text only if it changes.
    text.value = text.peek() === words ? `${words}\u00a0` : words;
  }, [messages.at(-1)?.id]);
  return (
    <div class="visually-hidden" translate={false} aria-live="polite">
      {text}
    </div>
  );
}

const isQuiet = ({ type, stream_id, subject, sender_id }: Message): boolean =>
  store.mutedUsers.peek().has(sender_id) ||
  (type === 'stream' && isMuted(store.topicPolicies.peek(), store.channels.peek(), stream_id!, subject));
