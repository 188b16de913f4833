import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { openFeed } from '../../actions/feed.ts';
import { CircleAlert, RefreshCw } from '../../design/icons.ts';
import { lazyView } from '../../design/lazy.tsx';
import { Button, EmptyState, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import type { RequestError } from '../../errors/request-error.ts';
import { t } from '../../i18n/text.ts';
import { conversationIn, isSearch, type Narrow } from '../../store/narrow.ts';
import { connection, store } from '../../store/store.ts';
import { markRead } from '../mark-read-lazily.ts';
import { findUnread } from '../unread-counts.ts';

/**
 * Whether visible messages are marked as read, by the user's setting: always, in conversations only, or never. Search
 * results are never marked.
 */
export function readsByScroll(narrow: Narrow): boolean {
  const policy = store.settings.peek().web_mark_read_on_scroll_policy;
  return !isSearch(narrow) && (policy === 1 || (policy === 2 && conversationIn(narrow) !== undefined));
}

export const FeedNotes = lazyView(() => import('./feed-notes.tsx').then(({ FeedNotes }) => FeedNotes));

export interface FeedNotesProps {
  narrow: Narrow;
  ids: readonly number[];
  /** The first and the last message on screen. */
  shown: { first: Signal<number>; last: Signal<number> };
  /** Scrolls to the first unread message. */
  toUnread: (id: number) => void;
  /** Moves the focus away from the bar before it disappears. */
  leave: () => void;
}

/** Up to this many messages fit on the screen at the end and are marked as read by being visible. */
const IN_VIEW = 20;

/**
 * Marks a conversation as read when the user jumps to its end. If this skips unread messages, a toast says so and
 * offers to undo it.
 */
export function markSkippedRead(narrow: Narrow, ids: readonly number[]): void {
  const waiting = [...(findUnread(narrow) ?? [])].flatMap(({ ids }) => [...ids]);
  const shown = new Set(ids.slice(-IN_VIEW));
  if (waiting.every((id) => shown.has(id))) return;
  markRead(narrow);
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
