import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { catchUp, fetchFirstUnread, fetchMore, fetchNewest, fetchOldest, openFeed } from '../../actions/feed.ts';
import { markRead } from '../../actions/flags.ts';
import { lazyView } from '../../design/lazy.tsx';
import { RequestError } from '../../errors/request-error.ts';
import { TabStops } from '../../keyboard/tab-stops.ts';
import { positionAt, savePosition } from '../../routing/scroll-positions.ts';
import { getKey } from '../../store/conversation.ts';
import { elements } from '../../store/local/elements.ts';
import { fetchStates } from '../../store/local/fetch-states.ts';
import { lastSent, unsentIn } from '../../store/local/outbox.ts';
import { manuallyUnreadNarrow } from '../../store/local/read-marks.ts';
import { historyEntry } from '../../store/local/route.ts';
import { selected, selectedAt } from '../../store/local/selection.ts';
import type { LoadedNarrow } from '../../store/messages.ts';
import { conversationIn, isSearch, type Narrow, narrowKey } from '../../store/narrow.ts';
import { connection, store } from '../../store/store.ts';
import { useDivider } from './divider.ts';
import { FeedLog } from './feed-log.tsx';
import { FeedRows } from './feed-rows.tsx';
import { messageKeys } from './message-shortcuts.ts';
import { useProgressiveRows } from './progressive-rows.ts';
import { FeedNotes, LoadFailure, markSkippedRead, Opening, readsByScroll } from './reading-notices.tsx';
import { feedRows, findRow } from './rows.ts';
import { FeedScroll } from './scroll.ts';

const Announcer = lazyView(() => import('./announcer.tsx').then(({ Announcer }) => Announcer));
const EmptyNarrow = lazyView(() => import('./empty.tsx').then(({ EmptyNarrow }) => EmptyNarrow));
const JumpButton = lazyView(() => import('./jump-button.tsx').then(({ JumpButton }) => JumpButton));

const NONE: readonly number[] = [];
const isCut = (key: string): boolean => store.messages.peek().windows.get(key)?.cut !== undefined;

interface FeedProps {
  narrow: Narrow;
  /** The id of the message to open the narrow at. */
  near?: number;
  spectator: boolean;
}

/** The messages of a narrow. The loaded part grows at both ends as the user scrolls. */
export function Feed({ narrow, near, spectator }: FeedProps) {
  const key = narrowKey(narrow);
  const { all, windows } = store.messages.value;
  const loaded = windows.get(key);
  const ids = loaded?.window.ids ?? NONE;
  const conversation = conversationIn(narrow);
  const unsent = conversation ? unsentIn(key).filter(({ id }) => id === undefined || !all.has(id)) : [];
  const { entry, again } = historyEntry;
  const back = again ? positionAt(entry) : undefined;
  useOpening(narrow, near, back?.id);
  useSelection(key, entry, near);
  const { scroller, content, away, shown, divider, drawn, isStart, scrollToEnd, scrollToUnread } = useFeedScroll({
    ...{ narrow, near, spectator, loaded, ids, back },
    unsentCount: unsent.length,
  });
  const toEnd = () => {
    // Nothing is displayed yet, or nothing exists.
    if (!scroller.current) return;
    if (conversation && canMarkRead(narrow, key, spectator)) markSkippedRead(narrow, ids);
    scrollToEnd();
  };
  useOwnMessages(key, scrollToEnd);
  useFeedKeys({ narrow, scroller, toEnd, spectator });
  useTabStops(content, ids, [loaded?.opened === undefined, ids.length + unsent.length === 0]);

  const state = fetchStates.value.get(key);
  if (!loaded)
    return state instanceof RequestError ? <LoadFailure narrow={narrow} near={near} why={state} /> : <Opening />;
  const messages = ids.flatMap((id) => all.get(id) ?? []);
  if (messages.length === 0 && unsent.length === 0)
    return loaded.window.newest ? <EmptyNarrow narrow={narrow} spectator={spectator} /> : <Opening />;
  const isDrawn = drawn.from === 0 && drawn.to === ids.length;
  const range = [
    isDrawn ? 0 : (ids[drawn.from] ?? 0),
    isDrawn ? Number.POSITIVE_INFINITY : (ids[drawn.to - 1] ?? Number.POSITIVE_INFINITY),
  ] as const;
  return (
    <div class={conversation ? 'feed-frame' : 'feed-frame is-mixed'}>
      {!spectator && (
        <FeedNotes narrow={narrow} ids={ids} shown={shown} toUnread={scrollToUnread} leave={() => focusFeed()} />
      )}
      <FeedLog scroller={scroller} spectator={spectator}>
        <FeedRows
          {...{ content, narrow, loaded, messages, unsent, divider, range, isStart, spectator }}
          lacks={drawn.lacks}
        />
      </FeedLog>
      {away.value && <JumpButton narrow={narrow} ids={ids} lastSeen={shown.last} toEnd={toEnd} />}
      <Announcer messages={messages} />
    </div>
  );
}

const canMarkRead = (narrow: Narrow, key: string, spectator: boolean): boolean =>
  !spectator && manuallyUnreadNarrow.peek() !== key && readsByScroll(narrow);

/** Loads the narrow at a message, at the position that the user returns to, or at the first unread message. */
function useOpening(narrow: Narrow, near: number | undefined, back: number | undefined): void {
  const key = narrowKey(narrow);
  const loaded = store.messages.value.windows.get(key);
  const openedAt = useRef<string | undefined>(undefined);
  const isGone = loaded === undefined;
  useEffect(() => {
    // The arrival of the data must not reopen the narrow. Some messages are read by now, so it would start elsewhere.
    const at = `${key} ${near}`;
    if (openedAt.current === at && !isGone) return;
    openedAt.current = at;
    void openFeed(narrow, back ?? near);
  }, [key, near, isGone]);
  // Fetches messages that were missed while offline or that only the server can match, in the background.
  const { value: state } = connection;
  useEffect(() => void catchUp(narrow), [loaded?.cut, state]);
  useEffect(() => () => void (manuallyUnreadNarrow.value = undefined), [key]);
}

/** Selects the target message, or the one that was selected when the user left. */
function useSelection(key: string, entry: string, near: number | undefined): void {
  // Runs before the target message receives the focus.
  useLayoutEffect(() => {
    selected.value = selectedAt.get(entry) ?? near;
    return () => void selectedAt.set(entry, selected.peek());
  }, [key, entry]);
}

interface ScrollContext extends FeedProps {
  loaded: LoadedNarrow | undefined;
  ids: readonly number[];
  /** The position that the user returns to. */
  back: ReturnType<typeof positionAt>;
  unsentCount: number;
}

/** Renders the rows around the beginning first, and keeps the scroll position while rows arrive. */
function useFeedScroll({ narrow, near, spectator, loaded, ids, back, unsentCount }: ScrollContext) {
  const key = narrowKey(narrow);
  const opened = loaded?.opened;
  const { entry } = historyEntry;
  const scroller = elements.feed;
  const content = useRef<HTMLDivElement>(null);
  const away = useSignal(false);
  const shown = { first: useSignal(0), last: useSignal(0) };
  const jump = useJump(`${entry} ${near}`);
  const divider = useDivider({ ids: isSearch(narrow) ? NONE : ids, key, loaded, away: away.value });
  // Messages that arrived while the user was away are shown from the first one, even if the user left at the end.
  const begin =
    jump.to === 'end' ? undefined : jump.to === 'unread' ? divider : back ? (back.id ?? divider) : (near ?? divider);
  // The headings of the first loaded message depend on the messages before it, so it is rendered once those are loaded.
  const starts = loaded && !loaded.window.oldest && ids.length > 1 && begin !== ids[0] ? 1 : 0;
  const drawn = useProgressiveRows(ids, begin, opened, starts);
  const ends = useRef({ start: false, end: false });
  ends.current = { start: drawn.from <= starts, end: drawn.to === ids.length };
  const scroll = useMemo(() => new FeedScroll(), [key]);
  scroll.before();
  useLayoutEffect(() => {
    if (!scroller.current || !content.current || opened === undefined) return;
    const stop = scroll.attach(scroller.current, content.current, {
      begin,
      pointed: near !== undefined && !back && !jump.to,
      back: jump.to ? undefined : back,
      reachedStart: () => ends.current.start && void fetchMore(narrow, 'older'),
      reachedEnd: () => ends.current.end && void (isCut(key) ? catchUp(narrow) : fetchMore(narrow, 'newer')),
      moved: (atEnd, { first, last }, position) => {
        away.value = !atEnd;
        shown.first.value = first;
        shown.last.value = last;
        savePosition(entry, position);
      },
      seen: (seen) => canMarkRead(narrow, key, spectator) && markRead(seen),
      complete: () => ends.current.end,
      newest: () => isCut(key) || store.messages.peek().windows.get(key)?.window.newest !== false,
    });
    if (jump.to === 'unread') focusFeed(begin);
    else if (!jump.to) focusTarget(near);
    return stop;
  }, [scroll, opened, near, entry, ids.length === 0]);
  useLayoutEffect(() => scroll.changed(), [ids, unsentCount, drawn.from, drawn.to]);
  /** Scrolls to the newest message, which may not be loaded. */
  const scrollToEnd = () => {
    if (store.messages.peek().windows.get(key)?.window.newest !== false) return scroll.toEnd();
    jump.to = 'end';
    void fetchNewest(narrow);
  };
  /** Scrolls to the first unread message, which may not be loaded. */
  const scrollToUnread = (id: number) => {
    if (scroll.toMessage(id)) return focusFeed(id);
    jump.to = 'unread';
    void fetchFirstUnread(narrow);
  };
  return { scroller, content, away, shown, divider, drawn, isStart: ends.current.start, scrollToEnd, scrollToUnread };
}

/** Where a button took the user, which then replaces the position that the address names. */
interface Jump {
  at: string;
  to?: 'end' | 'unread';
}

/** `at` names the entry of the browser's history and its message: a jump is forgotten with them. */
function useJump(at: string): Jump {
  const jump = useRef<Jump>({ at });
  if (jump.current.at !== at) jump.current = { at };
  return jump.current;
}

/** Moves the focus to a message, by default to the one that the Tab key reaches. */
function focusFeed(id?: number): void {
  const row = id === undefined ? feedRows().find(({ tabIndex }) => tabIndex === 0) : findRow(id);
  row?.focus({ preventScroll: true });
}

/** Moves the focus to the target message, unless the user returns to it, is typing or focused something else. */
function focusTarget(near: number | undefined): void {
  if (near !== undefined && !historyEntry.again && document.activeElement?.matches('body, .main, .feed, .feed *'))
    focusFeed(near);
}

/** Scrolls to a message that the user sends, however far up the user reads. */
function useOwnMessages(key: string, scrollToEnd: () => void): void {
  const sent = lastSent.value;
  const known = useRef(sent);
  useLayoutEffect(() => {
    if (sent && sent !== known.current && getKey(sent.conversation) === key) scrollToEnd();
    known.current = sent;
  }, [sent]);
}

interface KeysContext {
  narrow: Narrow;
  scroller: RefObject<HTMLDivElement | null>;
  toEnd: () => void;
  spectator: boolean;
}

function useFeedKeys({ narrow, scroller, toEnd, spectator }: KeysContext): void {
  const key = narrowKey(narrow);
  const focusRow = (which: 0 | -1) => feedRows().at(which)?.focus();
  useLayoutEffect(
    () =>
      messageKeys({
        narrow,
        scroller,
        spectator,
        toStart: async () => {
          if (!store.messages.peek().windows.get(key)?.window.oldest) await fetchOldest(narrow);
          focusRow(0);
        },
        toEnd: () => {
          toEnd();
          focusRow(-1);
        },
      }),
    [key],
  );
}

/** The Tab key reaches only the selected message, or the last one. */
function useTabStops(
  content: RefObject<HTMLDivElement | null>,
  ids: readonly number[],
  appearance: readonly [isOpening: boolean, isEmpty: boolean],
): void {
  const focusable = selected.value !== undefined && ids.includes(selected.value) ? selected.value : ids.at(-1);
  const stops = useMemo(() => new TabStops(), []);
  useLayoutEffect(() => (content.current ? stops.attach(content.current) : undefined), [...appearance]);
  useLayoutEffect(() => stops.at(focusable));
}
