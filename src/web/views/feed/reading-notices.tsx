import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { openFeed } from '../../actions/feed.ts';
import { markAllRead, markUnread } from '../../actions/flags.ts';
import { ArrowDown, CircleAlert, RefreshCw } from '../../design/icons.ts';
import { lazyView } from '../../design/lazy.tsx';
import { Button, EmptyState, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { reportResult } from '../../errors/report-result.ts';
import { plural, t } from '../../i18n/text.ts';
import type { RequestError } from '../../server/request-error.ts';
import { conversationIn, isSearch, type Message, type Narrow, narrowKey } from '../../store/narrow.ts';
import { connection, store } from '../../store/store.ts';
import { isMuted } from '../../store/topics.ts';
import { textOf } from '../../text/safe-html.ts';
import { newest, oldest, unreadOf } from '../unread-counts.ts';

/**
 * Whether visible messages are marked as read, by the user's setting: always, in conversations only, or never. Search
 * results are never marked.
 */
export function readsByScroll(narrow: Narrow): boolean {
  const policy = store.settings.peek().web_mark_read_on_scroll_policy;
  return !isSearch(narrow) && (policy === 1 || (policy === 2 && conversationIn(narrow) !== undefined));
}

const UnreadBar = lazyView(() => import('./unread-bar.tsx').then(({ UnreadBar }) => UnreadBar));

export interface UnreadBarProps {
  narrow: Narrow;
  ids: readonly number[];
  /** The first and the last message on screen. */
  shown: { first: Signal<number>; last: Signal<number> };
  /** Scrolls to the first unread message. */
  toUnread: (id: number) => void;
  /** Moves the focus away from the bar before it disappears. */
  leave: () => void;
}

/** The bar above unread messages. It loads when there are any. */
export const UnreadNotice = (props: UnreadBarProps) =>
  store.unread.value.conversations.size > 0 && <UnreadBar {...props} />;

/**
 * The unread messages of a narrow, loaded or not. `isPart` means that older ones exist that the server did not list, or
 * that only the server can tell which ones match.
 */
export function unreadIn(narrow: Narrow, ids: readonly number[]) {
  const { where, missing } = store.unread.value;
  const known = unreadOf(narrow);
  const groups = known ? [...known] : [{ ids: new Set(ids.filter((id) => where.has(id))) }];
  return {
    count: groups.reduce((sum, one) => sum + one.ids.size, 0),
    oldest: groups.reduce((least, one) => Math.min(least, oldest(one)), Number.POSITIVE_INFINITY),
    newest: groups.reduce((most, one) => Math.max(most, newest(one)), 0),
    groups,
    isKnown: known !== undefined,
    isPart: known ? missing : !store.messages.value.windows.get(narrowKey(narrow))?.window.newest,
  };
}

/** The number of unread messages below the last visible one. */
function unreadAfter(narrow: Narrow, ids: readonly number[], last: number): { count: number; isPart: boolean } {
  if (isSearch(narrow)) return { count: 0, isPart: false };
  const { groups, isKnown, isPart } = unreadIn(narrow, ids);
  const count = groups.reduce((sum, one) => sum + countAfter(one, last), 0);
  return { count, isPart: isPart && !isKnown };
}

function countAfter(group: { ids: ReadonlySet<number> }, last: number): number {
  if (newest(group) <= last) return 0;
  if (oldest(group) > last) return group.ids.size;
  let count = 0;
  for (const id of group.ids) if (id > last) count++;
  return count;
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
  const { count, isPart } = unreadAfter(narrow, ids, lastSeen.value);
  const text = isPart
    ? plural(count, '{n}+ new message', '{n}+ new messages')
    : plural(count, '{n} new message', '{n} new messages');
  return (
    <Button class="jump" icon={ArrowDown} onClick={toEnd}>
      {count > 0 ? text : t('Go to latest messages')}
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
  const waiting = [...(unreadOf(narrow) ?? [])].flatMap(({ ids }) => [...ids]);
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
