import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { catchUp, fetching, fetchMore, fetchNewest, fetchOldest, keptUnread, markAllRead, markRead, openFeed } from '../actions/feed.ts';
import { unsentIn } from '../actions/send.ts';
import { Refusal } from '../api.ts';
import { ArrowDown, CircleAlert, MailOpen, MessagesSquare, RefreshCw, Search } from '../design/icons.ts';
import { Button, EmptyState, Icon, Skeleton } from '../design/primitives.tsx';
import { day } from '../format.ts';
import { plural, t } from '../i18n/text.ts';
import { hrefOf } from '../names.ts';
import { visit } from '../router.ts';
import { textOf } from '../safe.ts';
import { conversationOf, keyOf } from '../store/conversation.ts';
import type { Held } from '../store/messages.ts';
import { channelIn, conversationIn, type Message, type Narrow, narrowKey } from '../store/narrow.ts';
import { link, store } from '../store/store.ts';
import { isMuted } from '../store/topics.ts';
import { arrange } from './arrange.ts';
import { counts } from './counts.ts';
import { SCREENFUL, useDrawn } from './drawn.ts';
import { messageKeys } from './feed-keys.ts';
import { FeedScroll } from './feed-scroll.ts';
import { MessageRow, UnsentRow } from './message.tsx';
import { keepPosition, positionAt } from './positions.ts';
import { RecipientBar } from './recipient-bar.tsx';
import { changeSearch } from './search.tsx';
import { selected } from './selection.ts';
import { standing } from './standing.ts';
import { TypingLine } from './typing-line.tsx';

const NONE: readonly number[] = [];
const isCut = (key: string): boolean => store.messages.peek().windows.get(key)?.cut !== undefined;
const isUnread = (id: number): boolean => store.unread.peek().where.has(id);

/** The messages of a narrow: the part that is held, which grows at both ends as one goes there. */
export function Feed({ narrow, near, spectator }: { narrow: Narrow; near?: number; spectator: boolean }) {
  const key = narrowKey(narrow);
  const { all, windows } = store.messages.value;
  const held = windows.get(key);
  const ids = held?.window.ids ?? NONE;
  const opened = held?.opened;
  const asked = fetching.value.get(key);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const away = useSignal(false);
  const lastSeen = useSignal(0);
  const toTheEnd = useRef(false);
  const { entry, again } = visit;
  const back = again ? positionAt(entry) : undefined;
  const conversation = conversationIn(narrow);
  const unsent = conversation ? unsentIn(key).filter(({ id }) => id === undefined || !all.has(id)) : [];

  useEffect(() => void openFeed(narrow, back?.id ?? near), [key, near, held === undefined]);
  // What came while the connection was lost, or what only the server can tell to belong here, is behind what is shown.
  const { value: state } = link;
  useEffect(() => void catchUp(narrow), [held?.cut, state]);
  useEffect(() => {
    selected.value = undefined;
    return () => {
      keptUnread.value = undefined;
    };
  }, [key]);

  const divider = useDivider(ids, all, key, held, away.value);
  const begin = toTheEnd.current ? undefined : back ? back.id : (near ?? divider);
  const drawn = useDrawn(ids, begin, opened);
  const isDrawn = drawn.from === 0 && drawn.to === ids.length;
  const ends = useRef({ start: false, end: false });
  ends.current = { start: drawn.from === 0, end: drawn.to === ids.length };
  const scroll = useMemo(() => new FeedScroll(), [key]);
  scroll.before();
  useLayoutEffect(() => {
    if (!scroller.current || !content.current || opened === undefined) return;
    const stop = scroll.attach(scroller.current, content.current, {
      begin: toTheEnd.current ? undefined : (near ?? divider),
      pointed: near !== undefined,
      back: toTheEnd.current ? undefined : back,
      reachedStart: () => ends.current.start && void fetchMore(narrow, 'older'),
      reachedEnd: () => ends.current.end && void (isCut(key) ? catchUp(narrow) : fetchMore(narrow, 'newer')),
      moved: (atEnd, last, position) => {
        away.value = !atEnd;
        lastSeen.value = last;
        keepPosition(entry, position);
      },
      seen: (seen) => !spectator && keptUnread.peek() !== key && readsByScroll(conversation !== undefined) && markRead(seen),
    });
    toTheEnd.current = false;
    return stop;
  }, [scroll, opened, near, entry, ids.length === 0]);
  useLayoutEffect(() => scroll.changed(), [ids, unsent.length, drawn.from, drawn.to]);

  const toEnd = () => {
    const { window } = store.messages.peek().windows.get(key) ?? {};
    if (window?.newest !== false) return scroll.toEnd();
    toTheEnd.current = true;
    void fetchNewest(narrow);
  };
  const focusRow = (which: 0 | -1) => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])].at(which)?.focus();
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

  if (!held) return asked instanceof Refusal ? <Unseen narrow={narrow} near={near} why={asked} /> : <Opening />;
  const { window } = held;
  const messages = ids.flatMap((id) => all.get(id) ?? []);
  // What stands above a row does not change how it looks: all are arranged, some are drawn.
  const [first = 0, last = Number.POSITIVE_INFINITY] = isDrawn ? [] : [ids[drawn.from], ids[drawn.to - 1]];
  if (messages.length === 0 && unsent.length === 0)
    return window.newest ? <NothingHere narrow={narrow} spectator={spectator} /> : <Opening />;
  const focusable = selected.value !== undefined && ids.includes(selected.value) ? selected.value : ids.at(-1);
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
      >
        <div ref={content} class="feed-content" data-oldest={window.oldest || undefined}>
          {!(window.oldest && ends.current.start) && <Skeleton rows={2} />}
          {arrange(messages, conversation !== undefined, divider, store.me.value.id).flatMap(
            ({ message, newDay, newPlace, isDivider, follows }) =>
              message.id < first || message.id > last
                ? []
                : [
                    newDay && (
                      <h2 key={`d${message.id}`} class="day">
                        <span>{day(message.timestamp)}</span>
                      </h2>
                    ),
                    isDivider && (
                      <div key="unread" class="unread-divider">
                        <span>{t('New')}</span>
                      </div>
                    ),
                    newPlace && (
                      <RecipientBar
                        key={`p${message.id}`}
                        conversation={conversationOf(message, store.me.value.id)}
                        id={message.id}
                        inChannel={channelIn(narrow) !== undefined}
                      />
                    ),
                    <MessageRow
                      key={message.id}
                      message={message}
                      narrow={narrow}
                      follows={follows}
                      selected={message.id === focusable}
                      spectator={spectator}
                    />,
                  ],
          )}
          {unsent.map((one) => (
            <UnsentRow key={one.local_id} unsent={one} />
          ))}
          {(!window.newest || drawn.lacks) && <Skeleton rows={drawn.lacks ? SCREENFUL : 2} />}
          {conversation ? <TypingLine in={keyOf(conversation)} /> : isWhole(narrow) && <TypingLine channel={channelIn(narrow)} />}
        </div>
      </div>
      {away.value && <Jump ids={ids} lastSeen={lastSeen} toEnd={toEnd} />}
      <Announcer messages={messages} />
    </div>
  );
}

/** A whole channel, or everything: what is written there belongs here. */
const isWhole = (narrow: Narrow): boolean => narrow.length === 1 && /^(channel|in)$/.test(narrow[0]!.operator) && !narrow[0]!.negated;

/**
 * Before which message it says "New": the first unread when one came, and there it stays, read or not, until one leaves or answers.
 * What comes while nobody looks, or while one is further up, begins anew.
 */
function useDivider(ids: readonly number[], all: ReadonlyMap<number, Message>, key: string, held: Held | undefined, away: boolean) {
  const opened = held?.opened;
  const atFirst = useMemo(() => ids.find(isUnread), [key, opened]);
  const later = useSignal<{ opened: number | undefined; id: number | undefined } | undefined>(undefined);
  const divider = later.value && later.value.opened === opened ? later.value.id : atFirst;
  const newest = ids.at(-1) ?? 0;
  const known = useRef({ opened, newest, cut: held?.cut });
  useEffect(() => {
    const before = known.current;
    known.current = { opened, newest, cut: held?.cut };
    if (before.opened !== opened || newest <= before.newest) return;
    if (all.get(newest)?.sender_id === store.me.peek().id) later.value = { opened, id: undefined };
    else if ((away || before.cut === 'lost' || document.visibilityState !== 'visible') && !(divider !== undefined && isUnread(divider))) {
      const id = ids.find((one) => one > before.newest && isUnread(one));
      if (id !== undefined) later.value = { opened, id };
    }
  }, [newest, held]);
  return divider;
}

/** Whether what is seen is read, as the person set it: always, in conversations only, never. */
function readsByScroll(inConversation: boolean): boolean {
  const policy = store.settings.peek().web_mark_read_on_scroll_policy;
  return policy === 1 || (policy === 2 && inConversation);
}

/** Where messages do not become read by being seen: says so, and reads them all at once. */
function UnreadNote({ narrow, ids }: { narrow: Narrow; ids: readonly number[] }) {
  const conversation = conversationIn(narrow);
  const key = narrowKey(narrow);
  const kept = keptUnread.value === key;
  store.settings.value;
  if (!kept && readsByScroll(conversation !== undefined)) return null;
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
      <span>{kept ? t('Messages stay unread here until you leave.') : plural(waiting, '{n} unread message', '{n} unread messages')}</span>
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

/** Back to the newest messages; says how many below are unread. */
function Jump({ ids, lastSeen, toEnd }: { ids: readonly number[]; lastSeen: Signal<number>; toEnd: () => void }) {
  const { where } = store.unread.value;
  const below = ids.filter((id) => id > lastSeen.value && where.has(id)).length;
  return (
    <Button class="jump" icon={ArrowDown} onClick={toEnd}>
      {below > 0 ? plural(below, '{n} new message', '{n} new messages') : t('Newest messages')}
    </Button>
  );
}

const Opening = () => (
  <div class="feed">
    <Skeleton label={t('Loading messages')} rows={7} />
  </div>
);

/** Why nothing is shown; what passes by itself is tried again. */
function Unseen({ narrow, near, why }: { narrow: Narrow; near: number | undefined; why: Refusal }) {
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
      <p>{why.message}</p>
      <Button icon={RefreshCw} onClick={() => void openFeed(narrow, near)}>
        {t('Try again')}
      </Button>
    </EmptyState>
  );
}

/** Why there is nothing: nobody said anything, nothing is such yet, or nothing is as it was looked for. */
function NothingHere({ narrow, spectator }: { narrow: Narrow; spectator: boolean }) {
  const named = standing(narrow);
  if (named)
    return (
      <EmptyState icon={named.icon} title={t('Nothing here yet')}>
        <p>{named.purpose()}</p>
      </EmptyState>
    );
  if (conversationIn(narrow) || isWhole(narrow))
    return (
      <EmptyState icon={MessagesSquare} title={t('Nothing here yet')}>
        {!spectator && <p>{t('Be the first to say something.')}</p>}
      </EmptyState>
    );
  return (
    <EmptyState icon={Search} title={t('Nothing was found')}>
      <p>{t('Other words or fewer filters may find more.')}</p>
      <Button onClick={() => changeSearch(narrow)}>{t('Change the search')}</Button>
    </EmptyState>
  );
}

/** Says new messages of others aloud, for those who listen. What was there before is not said, nor what is muted. */
function Announcer({ messages }: { messages: readonly Message[] }) {
  const said = useRef(messages.at(-1)?.id ?? 0);
  const text = useSignal('');
  useEffect(() => {
    const news = messages.filter(({ id, sender_id }) => id > said.current && sender_id !== store.me.peek().id);
    said.current = Math.max(said.current, messages.at(-1)?.id ?? 0);
    const newest = news.findLast((message) => !isQuiet(message));
    if (newest && news.length < 5) text.value = `${newest.sender_full_name}: ${textOf(newest.content).slice(0, 160)}`;
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

export const linkTo = (message: Message): string => hrefOf(conversationOf(message, store.me.peek().id), message.id);
