import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { openFeed } from '../../actions/feed.ts';
import { markAllRead, markUnread } from '../../actions/flags.ts';
import { ArrowDown, CircleAlert, MailOpen, RefreshCw } from '../../design/icons.ts';
import { Button, EmptyState, Icon, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { reportResult } from '../../errors/report-result.ts';
import { plural, t } from '../../i18n/text.ts';
import type { RequestError } from '../../server/request-error.ts';
import { manuallyUnreadNarrow } from '../../store/local/read-marks.ts';
import { channelIn, conversationIn, isSearch, type Message, type Narrow, narrowKey } from '../../store/narrow.ts';
import { connection, store } from '../../store/store.ts';
import { isMuted } from '../../store/topics.ts';
import { textOf } from '../../text/safe-html.ts';
import { counts, unreadOf } from '../unread-counts.ts';

/**
 * Whether visible messages are marked as read, by the user's setting: always, in conversations only, or never. Search
 * results are never marked.
 */
export function readsByScroll(narrow: Narrow): boolean {
  const policy = store.settings.peek().web_mark_read_on_scroll_policy;
  return !isSearch(narrow) && (policy === 1 || (policy === 2 && conversationIn(narrow) !== undefined));
}

/** Shown where messages are not marked as read automatically, with a button that marks all as read. */
export function UnreadNote({ narrow, ids }: { narrow: Narrow; ids: readonly number[] }) {
  const conversation = conversationIn(narrow);
  const key = narrowKey(narrow);
  const kept = manuallyUnreadNarrow.value === key;
  store.settings.value;
  if (!kept && (isSearch(narrow) || readsByScroll(narrow))) return null;
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
          ? t('Messages stay unread until you leave this view.')
          : plural(waiting, '{n} unread message', '{n} unread messages')}
      </span>
      <Button
        kind="quiet"
        onClick={() => {
          manuallyUnreadNarrow.value = undefined;
          void markAllRead(narrow);
        }}
      >
        {t('Mark as read')}
      </Button>
    </div>
  );
}

/** The number of unread messages in a narrow that are newer than `last`, including messages that are not loaded. */
function unreadAfter(narrow: Narrow, ids: readonly number[], last: number): number {
  if (isSearch(narrow)) return 0;
  let sum = 0;
  for (const id of unreadOf(narrow) ?? ids.filter((one) => store.unread.value.where.has(one))) if (id > last) sum++;
  return sum;
}

/** The button that jumps to the newest messages, with the number of unread messages below. */
export function JumpButton({
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
      {below > 0 ? plural(below, '{n} new message', '{n} new messages') : t('Go to latest messages')}
    </Button>
  );
}

/** Up to this many messages fit on the screen at the end and are marked as read by being visible. */
const IN_VIEW = 20;

/**
 * Marks a conversation as read when the user jumps to its end. If this skips unread messages, a toast says so and
 * offers to undo it.
 */
export function markSkippedRead(narrow: Narrow, ids: readonly number[]): void {
  const waiting = [...(unreadOf(narrow) ?? [])];
  const shown = new Set(ids.slice(-IN_VIEW));
  if (waiting.every((id) => shown.has(id))) return;
  void reportResult(
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

/** Explains why messages could not be loaded. Temporary errors are retried. */
export function LoadFailure({ narrow, near, why }: { narrow: Narrow; near: number | undefined; why: RequestError }) {
  const { value: state } = connection;
  useEffect(() => {
    if (why.isTemporary && state === 'live') {
      const later = setTimeout(() => void openFeed(narrow, near), 1500);
      return () => clearTimeout(later);
    }
    return undefined;
  }, [state, why]);
  return (
    <EmptyState icon={CircleAlert} title={t('Couldn’t load messages')}>
      <p>{errorText(why)}</p>
      <Button icon={RefreshCw} onClick={() => void openFeed(narrow, near)}>
        {t('Try again')}
      </Button>
    </EmptyState>
  );
}

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
    const words = `${newest.sender_full_name}: ${textOf(newest.content).slice(0, 160)}`;
    // Screen readers announce a repeated text only if it changes.
    text.value = text.peek() === words ? `${words}\u00a0` : words;
  }, [messages.at(-1)?.id]);
  return (
    <div class="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}

const isQuiet = ({ type, stream_id, subject, sender_id }: Message): boolean =>
  store.mutedUsers.peek().has(sender_id) ||
  (type === 'stream' && isMuted(store.topicPolicies.peek(), store.channels.peek(), stream_id!, subject));
