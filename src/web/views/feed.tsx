import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { fetching, fetchMore, fetchNewest, markRead, openFeed } from '../actions/feed.ts';
import { unsentIn } from '../actions/send.ts';
import { Refusal } from '../api.ts';
import { ArrowDown, CircleAlert, MessagesSquare } from '../design/icons.ts';
import { Button, EmptyState, Skeleton } from '../design/primitives.tsx';
import { day } from '../format.ts';
import { t } from '../i18n/text.ts';
import { hrefOf } from '../names.ts';
import { conversationOf, keyOf } from '../store/conversation.ts';
import { channelIn, conversationIn, type Message, type Narrow, narrowKey } from '../store/narrow.ts';
import { beginnings, store } from '../store/store.ts';
import { arrange } from './arrange.ts';
import { messageKeys } from './feed-keys.ts';
import { FeedScroll } from './feed-scroll.ts';
import { MessageRow, UnsentRow } from './message.tsx';
import { RecipientBar } from './recipient-bar.tsx';
import { TypingLine } from './typing-line.tsx';

const NONE: readonly number[] = [];

/** The messages of a narrow: the part that is held, which grows at both ends as one goes there. */
export function Feed({ narrow, near, spectator }: { narrow: Narrow; near?: number; spectator: boolean }) {
  const key = narrowKey(narrow);
  const { all, windows } = store.messages.value;
  const window = windows.get(key)?.window;
  const ids = window?.ids ?? NONE;
  const state = fetching.value.get(key);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const selected = useSignal<number | undefined>(undefined);
  const away = useSignal(false);
  const conversation = conversationIn(narrow);
  const unsent = conversation ? unsentIn(key).filter(({ id }) => id === undefined || !all.has(id)) : [];

  useEffect(() => void openFeed(narrow, near), [key, near, window === undefined]);

  // The queue was lost and another begun: what came in between is behind what is shown.
  const { value: beginning } = beginnings;
  const first = useRef(beginning);
  useEffect(() => {
    if (beginning !== first.current) void fetchMore(narrow, 'newer');
  }, [beginning]);

  const isLoaded = window !== undefined;
  // The first unread stays marked until one leaves, read or not.
  const divider = useMemo(() => (isLoaded ? ids.find((id) => store.unread.peek().where.has(id)) : undefined), [key, isLoaded]);
  const scroll = useMemo(() => new FeedScroll(), [key]);
  useLayoutEffect(() => {
    if (!scroller.current || !content.current || !isLoaded) return;
    return scroll.attach(scroller.current, content.current, {
      begin: near ?? divider,
      reachedStart: () => void fetchMore(narrow, 'older'),
      reachedEnd: () => void fetchMore(narrow, 'newer'),
      moved: (atEnd) => (away.value = !atEnd),
      seen: (seen) => !spectator && readsByScroll(conversation !== undefined) && markRead(seen),
    });
  }, [scroll, isLoaded, near]);
  useLayoutEffect(() => scroll.changed(), [ids, unsent.length]);
  useEffect(() => (spectator ? undefined : messageKeys({ narrow, selected, scroller })), [key]);

  if (!window)
    return state instanceof Refusal ? (
      <EmptyState icon={CircleAlert} title={t('These messages cannot be shown')}>
        <p>{state.message}</p>
      </EmptyState>
    ) : (
      <div class="feed">
        <Skeleton label={t('Loading messages')} rows={7} />
      </div>
    );
  const messages = ids.flatMap((id) => all.get(id) ?? []);
  if (messages.length === 0 && unsent.length === 0) return <NothingHere spectator={spectator} />;
  const focusable = selected.value !== undefined && ids.includes(selected.value) ? selected.value : ids.at(-1);
  return (
    <div class="feed-frame">
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
          {!window.oldest && <Skeleton label={t('Loading messages')} rows={2} />}
          {arrange(messages, conversation !== undefined, divider, store.me.value.id).flatMap(
            ({ message, newDay, newPlace, isDivider, follows }) => [
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
          {!window.newest && <Skeleton label={t('Loading messages')} rows={2} />}
          {conversation && <TypingLine in={keyOf(conversation)} />}
        </div>
      </div>
      {away.value && (
        <Button
          class="jump"
          icon={ArrowDown}
          onClick={() => {
            if (window.newest) scroll.toEnd();
            else void fetchNewest(narrow).then(() => scroll.toEnd());
          }}
        >
          {t('Newest messages')}
        </Button>
      )}
      <Announcer messages={messages} />
    </div>
  );
}

/** Whether what is seen is read, as the person set it: always, in conversations only, never. */
function readsByScroll(inConversation: boolean): boolean {
  const policy = store.settings.peek().web_mark_read_on_scroll_policy;
  return policy === 1 || (policy === 2 && inConversation);
}

function NothingHere({ spectator }: { spectator: boolean }) {
  return (
    <EmptyState icon={MessagesSquare} title={t('Nothing here yet')}>
      {!spectator && <p>{t('Be the first to say something.')}</p>}
    </EmptyState>
  );
}

/** Says new messages of others aloud, for those who listen. What was there before is not said. */
function Announcer({ messages }: { messages: readonly Message[] }) {
  const said = useRef(messages.at(-1)?.id ?? 0);
  const text = useSignal('');
  useEffect(() => {
    const news = messages.filter(({ id, sender_id }) => id > said.current && sender_id !== store.me.peek().id);
    said.current = Math.max(said.current, messages.at(-1)?.id ?? 0);
    const [newest] = news.slice(-1);
    if (newest && news.length < 5) text.value = `${newest.sender_full_name}: ${newest.content.replace(/<[^>]*>/g, ' ').slice(0, 160)}`;
  }, [messages.at(-1)?.id]);
  return (
    <div class="unseen" aria-live="polite">
      {text}
    </div>
  );
}

export const linkTo = (message: Message): string => hrefOf(conversationOf(message, store.me.peek().id), message.id);
