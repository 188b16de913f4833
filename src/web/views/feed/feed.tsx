import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { catchUp, fetchMore, fetchNewest, fetchOldest, openFeed } from '../../actions/feed.ts';
import { markRead } from '../../actions/flags.ts';
import { Skeleton } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { messageKeys } from '../../keyboard/message-handlers.ts';
import { TabStops } from '../../keyboard/tab-stops.ts';
import { positionAt, savePosition } from '../../routing/scroll-positions.ts';
import { RequestError } from '../../server/request-error.ts';
import { conversationOf, keyOf } from '../../store/conversation.ts';
import { fetchStates } from '../../store/local/fetch-states.ts';
import { unsentIn } from '../../store/local/outbox.ts';
import { manuallyUnreadNarrow } from '../../store/local/read-marks.ts';
import { historyEntry } from '../../store/local/route.ts';
import { selected, selectedAt } from '../../store/local/selection.ts';
import type { LoadedNarrow } from '../../store/messages.ts';
import {
  channelIn,
  conversationIn,
  isSearch,
  isWholeFeed,
  type Message,
  type Narrow,
  narrowKey,
} from '../../store/narrow.ts';
import { connection, store } from '../../store/store.ts';
import { formatDay } from '../../text/format.ts';
import { openReactionPicker } from '../message/actions.tsx';
import { EmptyNarrow } from './empty.tsx';
import { groupMessages } from './message-groups.ts';
import { MessageRow, UnsentRow } from './message-row.tsx';
import { SCREENFUL, useProgressiveRows } from './progressive-rows.ts';
import {
  Announcer,
  JumpButton,
  LoadFailure,
  markSkippedRead,
  Opening,
  readsByScroll,
  UnreadNote,
} from './reading-notices.tsx';
import { RecipientBar } from './recipient-bar.tsx';
import { FeedScroll, isWindowActive } from './scroll.ts';
import { TypingLine } from './typing-line.tsx';

const NONE: readonly number[] = [];
const isCut = (key: string): boolean => store.messages.peek().windows.get(key)?.cut !== undefined;
const isUnread = (id: number): boolean => store.unread.peek().where.has(id);

/** The messages of a narrow. The loaded part grows at both ends as the user scrolls. */
export function Feed({ narrow, near, spectator }: { narrow: Narrow; near?: number; spectator: boolean }) {
  const key = narrowKey(narrow);
  const { all, windows } = store.messages.value;
  const loaded = windows.get(key);
  const ids = loaded?.window.ids ?? NONE;
  const opened = loaded?.opened;
  const asked = fetchStates.value.get(key);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const away = useSignal(false);
  const lastSeen = useSignal(0);
  const toTheEnd = useRef(false);
  const { entry, again } = historyEntry;
  const back = again ? positionAt(entry) : undefined;
  const conversation = conversationIn(narrow);
  const unsent = conversation ? unsentIn(key).filter(({ id }) => id === undefined || !all.has(id)) : [];

  const openedAt = useRef<string | undefined>(undefined);
  const isGone = loaded === undefined;
  useEffect(() => {
    // The arrival of the data must not reopen the narrow. Some messages are read by now, so it would start elsewhere.
    const at = `${key} ${near}`;
    if (openedAt.current === at && !isGone) return;
    openedAt.current = at;
    void openFeed(narrow, back?.id ?? near);
  }, [key, near, isGone]);
  // Fetches messages that were missed while offline or that only the server can match, in the background.
  const { value: state } = connection;
  useEffect(() => void catchUp(narrow), [loaded?.cut, state]);
  useEffect(() => () => void (manuallyUnreadNarrow.value = undefined), [key]);
  // Runs before the target message receives the focus.
  useLayoutEffect(() => {
    selected.value = selectedAt.get(entry) ?? near;
    return () => void selectedAt.set(entry, selected.peek());
  }, [key, entry]);

  const sought = isSearch(narrow);
  const divider = useDivider(sought ? NONE : ids, all, key, loaded, away.value);
  // Messages that arrived while the user was away are shown from the first one, even if the user left at the end.
  const begin = toTheEnd.current ? undefined : back ? (back.id ?? divider) : (near ?? divider);
  // The headings of the first loaded message depend on the messages before it, so it is rendered once those are loaded.
  const starts = loaded && !loaded.window.oldest && ids.length > 1 && begin !== ids[0] ? 1 : 0;
  const drawn = useProgressiveRows(ids, begin, opened, starts);
  const isDrawn = drawn.from === 0 && drawn.to === ids.length;
  const ends = useRef({ start: false, end: false });
  ends.current = { start: drawn.from <= starts, end: drawn.to === ids.length };
  const scroll = useMemo(() => new FeedScroll(), [key]);
  scroll.before();
  useLayoutEffect(() => {
    if (!scroller.current || !content.current || opened === undefined) return;
    const stop = scroll.attach(scroller.current, content.current, {
      begin,
      pointed: near !== undefined && !back,
      back: toTheEnd.current ? undefined : back,
      reachedStart: () => ends.current.start && void fetchMore(narrow, 'older'),
      reachedEnd: () => ends.current.end && void (isCut(key) ? catchUp(narrow) : fetchMore(narrow, 'newer')),
      moved: (atEnd, last, position) => {
        away.value = !atEnd;
        lastSeen.value = last;
        savePosition(entry, position);
      },
      seen: (seen) => !spectator && manuallyUnreadNarrow.peek() !== key && readsByScroll(narrow) && markRead(seen),
      complete: () => ends.current.end,
      newest: () => isCut(key) || store.messages.peek().windows.get(key)?.window.newest !== false,
    });
    toTheEnd.current = false;
    // Moves the focus to the target message, unless the user is typing or focused something else.
    if (near !== undefined && !again && document.activeElement?.matches('body, .main, .feed, .feed *'))
      document.getElementById(`m${near}`)?.focus({ preventScroll: true });
    return stop;
  }, [scroll, opened, near, entry, ids.length === 0]);
  useLayoutEffect(() => scroll.changed(), [ids, unsent.length, drawn.from, drawn.to]);

  const toEnd = () => {
    // Nothing is displayed yet, or nothing exists.
    if (!scroller.current) return;
    if (conversation && !spectator && manuallyUnreadNarrow.peek() !== key && readsByScroll(narrow))
      markSkippedRead(narrow, ids);
    const { window } = store.messages.peek().windows.get(key) ?? {};
    if (window?.newest !== false) return scroll.toEnd();
    toTheEnd.current = true;
    void fetchNewest(narrow);
  };
  const focusRow = (which: 0 | -1) =>
    [...(scroller.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])].at(which)?.focus();
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

  const focusable = selected.value !== undefined && ids.includes(selected.value) ? selected.value : ids.at(-1);
  const stops = useMemo(() => new TabStops(), []);
  const isEmpty = ids.length + unsent.length === 0;
  useLayoutEffect(() => (content.current ? stops.attach(content.current) : undefined), [opened === undefined, isEmpty]);
  useLayoutEffect(() => stops.at(focusable));

  if (!loaded)
    return asked instanceof RequestError ? <LoadFailure narrow={narrow} near={near} why={asked} /> : <Opening />;
  const { window } = loaded;
  const messages = ids.flatMap((id) => all.get(id) ?? []);
  // The layout of a row does not depend on rows that are not rendered, so all messages are grouped but only some are
  // rendered.
  const [first = 0, last = Number.POSITIVE_INFINITY] = isDrawn ? [] : [ids[drawn.from], ids[drawn.to - 1]];
  if (messages.length === 0 && unsent.length === 0)
    return window.newest ? <EmptyNarrow narrow={narrow} spectator={spectator} /> : <Opening />;
  return (
    <div class="feed-frame">
      {!spectator && <UnreadNote narrow={narrow} ids={ids} />}
      <div
        ref={scroller}
        class="feed"
        role="log"
        aria-live="off"
        aria-label={t('Messages')}
        onFocusIn={(event) => {
          const id = Number((event.target as Element).closest<HTMLElement>('[data-id]')?.dataset.id);
          if (id) selected.value = id;
        }}
        onClick={({ target }) => {
          // Not every phone focuses what is tapped, but the message's actions appear with the focus.
          if (
            !(target as Element).closest('a, button, input, label, summary, [role=button], .message-edit') &&
            getSelection()?.isCollapsed
          )
            (target as Element).closest<HTMLElement>('[data-id]')?.focus({ preventScroll: true });
        }}
        onDblClick={(event) => !spectator && !selectsWord(event) && reactTo(event)}
        onContextMenu={(event) => {
          if (spectator || (event as unknown as PointerEvent).pointerType !== 'touch') return;
          if (reactTo(event)) event.preventDefault();
        }}
      >
        <div ref={content} class="feed-content" data-oldest={window.oldest || undefined}>
          {!(window.oldest && ends.current.start) && <Skeleton key={`above ${first}`} rows={2} />}
          {groupMessages(messages, conversation !== undefined, divider, store.me.value.id).flatMap(
            ({ message, newDay, newConversation: newPlace, isDivider, isContinuation: follows }) =>
              message.id < first || message.id > last
                ? []
                : [
                    newDay && (
                      <h2 key={`d${message.id}`} class="day">
                        <span>{formatDay(message.timestamp)}</span>
                      </h2>
                    ),
                    isDivider && (
                      <h2 key="unread" class="unread-divider">
                        <span>{t('New')}</span>
                      </h2>
                    ),
                    newPlace && (
                      <RecipientBar
                        key={`p${message.id}`}
                        conversation={conversationOf(message, store.me.value.id)}
                        id={message.id}
                        found={loaded.matches?.get(message.id)?.match_subject}
                        inChannel={channelIn(narrow) !== undefined}
                      />
                    ),
                    <MessageRow
                      key={message.id}
                      message={message}
                      narrow={narrow}
                      match={loaded.matches?.get(message.id)}
                      follows={follows}
                      spectator={spectator}
                    />,
                  ],
          )}
          {unsent.map((one) => (
            <UnsentRow key={one.local_id} unsent={one} />
          ))}
          {/* Missed messages are fetched below the visible ones. Usually there are none, and nothing moves. */}
          {((!window.newest && !loaded.cut) || drawn.lacks) && (
            // A new element for each position, because an element that moves would count as a layout shift.
            <Skeleton key={`below ${last}`} rows={drawn.lacks ? SCREENFUL : 2} />
          )}
          {conversation ? (
            <TypingLine in={keyOf(conversation)} />
          ) : (
            isWholeFeed(narrow) && <TypingLine channel={channelIn(narrow)} />
          )}
        </div>
      </div>
      {away.value && <JumpButton narrow={narrow} ids={ids} lastSeen={lastSeen} toEnd={toEnd} />}
      <Announcer messages={messages} />
    </div>
  );
}

/** What has its own reaction to a double click or a long press. */
const OWN_CLICKS = 'a, button, input, textarea, label, summary, img, [role=button], .message-edit, .widget';

/** Opens the reaction picker of the message under the pointer. Returns whether there is one. */
function reactTo({ target }: MouseEvent): boolean {
  const row = (target as Element).closest<HTMLElement>('[data-id]');
  const message = store.messages.peek().all.get(Number(row?.dataset.id));
  if (!message || (target as Element).closest(OWN_CLICKS)) return false;
  openReactionPicker(message);
  return true;
}

/** Whether a double click selected the word under the pointer, for example to copy it. */
function selectsWord({ clientX, clientY }: MouseEvent): boolean {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return false;
  return [...selection.getRangeAt(0).getClientRects()].some(
    ({ left, right, top, bottom }) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
  );
}

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

/**
 * The message above which the "New" line stands: the first unread one when the conversation was opened. It stays there
 * until the user leaves or replies. Messages that were missed, or that arrive while the user is away or has scrolled
 * up, start a new line.
 */
function useDivider(
  ids: readonly number[],
  all: ReadonlyMap<number, Message>,
  key: string,
  loaded: LoadedNarrow | undefined,
  away: boolean,
) {
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
    if (all.get(newest)?.sender_id === store.me.peek().id) {
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
