import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { keptUnread, markAllRead, markUnread, openFeed } from '../../actions/feed.ts';
import { ArrowDown, CircleAlert, MailOpen, RefreshCw } from '../../design/icons.ts';
import { Button, EmptyState, Icon, Skeleton } from '../../design/primitives.tsx';
import { reasonOf } from '../../errors/error-text.ts';
import { told } from '../../errors/report-result.ts';
import { plural, t } from '../../i18n/text.ts';
import type { Refusal } from '../../server/request.ts';
import { channelIn, conversationIn, isSought, type Message, type Narrow, narrowKey } from '../../store/narrow.ts';
import { link, store } from '../../store/store.ts';
import { isMuted } from '../../store/topics.ts';
import { textOf } from '../../text/safe-html.ts';
import { counts, unreadOf } from '../unread-counts.ts';

/** Whether what is seen is read, as the person set it: always, in conversations only, never. Who looks for something does not read on. */
export function readsByScroll(narrow: Narrow): boolean {
  const policy = store.settings.peek().web_mark_read_on_scroll_policy;
  return !isSought(narrow) && (policy === 1 || (policy === 2 && conversationIn(narrow) !== undefined));
}

/** Where messages do not become read by being seen: says so, and reads them all at once. */
export function UnreadNote({ narrow, ids }: { narrow: Narrow; ids: readonly number[] }) {
  const conversation = conversationIn(narrow);
  const key = narrowKey(narrow);
  const kept = keptUnread.value === key;
  store.settings.value;
  if (!kept && (isSought(narrow) || readsByScroll(narrow))) return null;
  const { conversations, where } = store.unread.value;
  const channel = channelIn(narrow);
  const waiting = conversation
    ? (conversations.get(key)?.ids.size ?? 0)
    : channel !== undefined && narrow.length === 1
      ? (counts.value.byChannel.get(channel) ?? 0)
      : ids.filter((id) => where.has(id)).length;
  if (waiting === 0) return null;
  return (
    <div class="unread-note">
      <Icon of={MailOpen} size={16} />
      <span>
        {kept
          ? t('Messages stay unread here until you leave.')
          : plural(waiting, '{n} unread message', '{n} unread messages')}
      </span>
      <Button
        kind="quiet"
        onClick={() => {
          keptUnread.value = undefined;
          void markAllRead(narrow);
        }}
      >
        {t('Mark as read')}
      </Button>
    </div>
  );
}

/** How many of a narrow's unread messages are newer than one of them: also those that are not loaded. */
function unreadAfter(narrow: Narrow, ids: readonly number[], last: number): number {
  if (isSought(narrow)) return 0;
  let sum = 0;
  for (const id of unreadOf(narrow) ?? ids.filter((one) => store.unread.value.where.has(one))) if (id > last) sum++;
  return sum;
}

/** Leads to the newest messages, and says how many of those below are unread. */
export function Jump({
  narrow,
  ids,
  lastSeen,
  toEnd,
}: {
  narrow: Narrow;
  ids: readonly number[];
  lastSeen: Signal<number>;
  toEnd: () => void;
}) {
  const below = unreadAfter(narrow, ids, lastSeen.value);
  return (
    <Button class="jump" icon={ArrowDown} onClick={toEnd}>
      {below > 0 ? plural(below, '{n} new message', '{n} new messages') : t('Newest messages')}
    </Button>
  );
}

/** Fewer are in view at the end, and become read by being seen. */
const IN_VIEW = 20;

/** Marks a conversation as read when the reader jumps to its end; says so, with a way back, if messages are passed over. */
export function readPassedOver(narrow: Narrow, ids: readonly number[]): void {
  const waiting = [...(unreadOf(narrow) ?? [])];
  const shown = new Set(ids.slice(-IN_VIEW));
  if (waiting.every((id) => shown.has(id))) return;
  void told(
    markAllRead(narrow),
    plural(waiting.length, '{n} message marked as read.', '{n} messages marked as read.'),
    () => markUnread(narrow, waiting),
  );
}

export const Opening = () => (
  <div class="feed">
    <Skeleton label={t('Loading messages')} rows={7} />
  </div>
);

/** Why nothing is shown; what passes by itself is tried again. */
export function Unseen({ narrow, near, why }: { narrow: Narrow; near: number | undefined; why: Refusal }) {
  const { value: state } = link;
  useEffect(() => {
    if (why.passes && state === 'live') {
      const later = setTimeout(() => void openFeed(narrow, near), 1500);
      return () => clearTimeout(later);
    }
    return undefined;
  }, [state, why]);
  return (
    <EmptyState icon={CircleAlert} title={t('These messages cannot be shown')}>
      <p>{reasonOf(why)}</p>
      <Button icon={RefreshCw} onClick={() => void openFeed(narrow, near)}>
        {t('Try again')}
      </Button>
    </EmptyState>
  );
}

/** Says new messages of others aloud, for those who listen. What was there before is not said, nor what is muted. */
export function Announcer({ messages }: { messages: readonly Message[] }) {
  const said = useRef(messages.at(-1)?.id ?? 0);
  const text = useSignal('');
  useEffect(() => {
    const news = messages.filter(({ id, sender_id }) => id > said.current && sender_id !== store.me.peek().id);
    said.current = Math.max(said.current, messages.at(-1)?.id ?? 0);
    const newest = news.findLast((message) => !isQuiet(message));
    if (!newest || news.length >= 5) return;
    const words = `${newest.sender_full_name}: ${textOf(newest.content).slice(0, 160)}`;
    // The same words once more are only heard if they are others.
    text.value = text.peek() === words ? `${words}\u00a0` : words;
  }, [messages.at(-1)?.id]);
  return (
    <div class="unseen" aria-live="polite">
      {text}
    </div>
  );
}

const isQuiet = ({ type, stream_id, subject, sender_id }: Message): boolean =>
  store.mutedUsers.peek().has(sender_id) ||
  (type === 'stream' && isMuted(store.policies.peek(), store.channels.peek(), stream_id!, subject));
