import { useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { LoadedNarrow } from '../../store/messages.ts';
import { connection, store } from '../../store/store.ts';
import { isWindowActive } from './scroll.ts';

const isUnread = (id: number): boolean => store.unread.peek().where.has(id);

/** More new messages than this at once were missed rather than received live. */
const BURST = 5;
/** Milliseconds after a reconnection during which missed messages arrive. */
const CATCHING_UP = 3000;

/** Returns a function that tells whether the connection has just returned, so that new messages were missed. */
function useReconnected(): () => boolean {
  const since = useRef(Number.NEGATIVE_INFINITY);
  const state = connection.value;
  const before = useRef(state);
  if (before.current !== 'live' && state === 'live') since.current = performance.now();
  before.current = state;
  return () => performance.now() - since.current < CATCHING_UP;
}

interface DividerContext {
  ids: readonly number[];
  key: string;
  loaded: LoadedNarrow | undefined;
  /** Whether the user has scrolled up. */
  away: boolean;
}

/**
 * The message above which the "New" line stands: the first unread one when the conversation was opened. It stays there
 * until the user leaves or replies. Messages that were missed, or that arrive while the user is away or has scrolled
 * up, start a new line.
 */
export function useDivider({ ids, key, loaded, away }: DividerContext): number | undefined {
  const opened = loaded?.opened;
  const atFirst = useMemo(() => ids.find(isUnread), [key, opened]);
  const later = useSignal<{ opened: number | undefined; id: number | undefined } | undefined>(undefined);
  const divider = later.value && later.value.opened === opened ? later.value.id : atFirst;
  const newest = ids.at(-1) ?? 0;
  // Whether messages after the last row can only be new ones. Otherwise they may have been fetched further down.
  const reaches = loaded?.cut !== undefined || loaded?.window.newest === true;
  const known = useRef({ opened, newest, cut: loaded?.cut, reaches });
  const reconnected = useReconnected();
  // Before the rows are measured, because the line changes their positions.
  useLayoutEffect(() => {
    const before = known.current;
    known.current = { opened, newest, cut: loaded?.cut, reaches };
    if (before.opened !== opened || newest <= before.newest || !before.reaches) return;
    if (store.messages.peek().all.get(newest)?.sender_id === store.me.peek().id) {
      later.value = { opened, id: undefined };
      return;
    }
    if (divider !== undefined && isUnread(divider)) return;
    const fresh = ids.filter((one) => one > before.newest);
    const wasMissed = before.cut === 'lost' || fresh.length >= BURST || reconnected();
    if (!away && !wasMissed && isWindowActive()) return;
    const id = fresh.find(isUnread);
    if (id !== undefined) later.value = { opened, id };
  }, [newest, loaded]);
  return divider;
}
