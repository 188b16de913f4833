import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { readStored, writeStored } from '../actions/local-storage.ts';
import { fetchOlder, fetchRecent, olderState, refetchUnsure } from '../actions/recent-conversations.ts';
import { Clock, Mail } from '../design/icons.ts';
import { Avatar, Badge, Button, EmptyState, FilterField, Icon, Skeleton } from '../design/primitives.tsx';
import { errorText } from '../errors/error-text.ts';
import { plural, t } from '../i18n/text.ts';
import { RequestError } from '../server/request-error.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import type { Preview, RecentConversation } from '../store/recent-conversations.ts';
import { store } from '../store/store.ts';
import { isMuted, POLICY } from '../store/topics.ts';
import { formatDateTime, formatList, formatTimeOrDay } from '../text/format.ts';
import {
  channelName,
  displayName,
  displayNames,
  fullName,
  hrefOf,
  hrefOfChannel,
  presence,
  topicName,
} from '../text/names.ts';
import { textOf } from '../text/safe-html.ts';
import { ChannelSign } from './feed/recipient-bar.tsx';
import { useGrowingList } from './growing-list.tsx';
import { MentionSign } from './mention-sign.tsx';
import { ConversationAvatar } from './people/conversation-avatar.tsx';
import { mentioned, newest } from './unread-counts.ts';

type Filter = 'unread' | 'taken' | 'followed' | 'muted';
type Order = 'newest' | 'name' | 'unread';
interface ListOptions {
  filters: readonly Filter[];
  order: Order;
}
/** The number of rows rendered in one frame. */
const STEP = 12;
const PLAIN: ListOptions = { filters: [], order: 'newest' };

/** All conversations, newest first. Scrolling fetches older ones. `only` restricts it to direct messages. */
export function RecentList({ only }: { only?: 'direct' }) {
  const { fetched, unsure, all } = store.recentConversations.value;
  const stored = only ? 'recent.direct' : 'recent';
  const wanted = useSignal<ListOptions>({ ...PLAIN, ...readStored<Partial<ListOptions>>(stored, {}) });
  const words = useSignal('');
  useEffect(() => void fetchRecent().catch(() => {}), [fetched]);
  useEffect(() => void (unsure.length > 0 && refetchUnsure().catch(() => {})), [unsure]);
  const shown = chosen(only, wanted.value, words.value.trim().toLowerCase());
  const asked = words.value + JSON.stringify(wanted.value);
  const { shown: most, end } = useGrowingList(shown.length, STEP, asked);
  if (!fetched && all.size === 0) return <Skeleton label={t('Loading conversations')} />;
  const want = (change: Partial<ListOptions>) => {
    wanted.value = { ...wanted.peek(), ...change };
    writeStored(stored, wanted.value);
  };
  const { conversations } = store.unread.value;
  return (
    <div class="page">
      <Tools only={only} wanted={wanted.value} want={want} words={words} />
      {shown.length === 0 && !mayHaveMore(only, wanted.value) ? (
        <EmptyState icon={Clock} title={t('No conversations')}>
          <p>
            {words.value === '' && wanted.value.filters.length === 0
              ? t('New messages will appear here.')
              : t('No conversations match these filters. Choose “All” to see more.')}
          </p>
        </EmptyState>
      ) : (
        <ul class="card cards recent">
          {shown.slice(0, most).map((one) => (
            <RecentRow
              key={keyOf(one.conversation)}
              one={one}
              isPerson={only === 'direct'}
              count={conversations.get(keyOf(one.conversation))?.ids.size ?? 0}
            />
          ))}
        </ul>
      )}
      {end ?? (!only && <Older key={asked} shown={shown.length} isWhole={isUnreadOnly(wanted.value)} />)}
    </div>
  );
}

/** All unread conversations are known, however old they are. */
const isUnreadOnly = ({ filters }: ListOptions): boolean => filters.includes('unread');

/** Whether older matching conversations may exist on the server. */
const mayHaveMore = (only: 'direct' | undefined, wanted: ListOptions): boolean =>
  !only && !isUnreadOnly(wanted) && !store.recentConversations.value.complete;

/** After this many steps without a match, the user is asked whether to continue. */
const MAX_EMPTY_STEPS = 20;

/** The end of the list: fetches older conversations while it is visible, and says when there are no more. */
function Older({ shown, isWhole }: { shown: number; isWhole: boolean }) {
  const { fetched, oldest, complete } = store.recentConversations.value;
  const state = olderState.value;
  const end = useRef<HTMLDivElement>(null);
  const steps = useRef({ shown, oldest, count: 0 });
  const paused = useSignal(false);
  const isMore = fetched && !complete && !isWhole;
  if (steps.current.shown !== shown) steps.current = { shown, oldest, count: 0 };
  else if (steps.current.oldest !== oldest) steps.current = { shown, oldest, count: steps.current.count + 1 };
  const isStuck = state instanceof RequestError || paused.value;
  useEffect(() => {
    if (!isMore || isStuck || state === 'fetching') return;
    if (steps.current.count >= MAX_EMPTY_STEPS) {
      paused.value = true;
      return;
    }
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchOlder(), {
      rootMargin: '900px',
    });
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [isMore, isStuck, state, oldest, shown]);
  const goOn = () => {
    steps.current = { shown, oldest, count: 0 };
    paused.value = false;
    void fetchOlder();
  };
  if (!fetched) return null;
  if (!isMore) return shown > 0 ? <p class="page-note list-end">{t('No more conversations')}</p> : null;
  return (
    <div ref={end} class="list-end">
      {isStuck ? (
        <>
          <p class="page-note">
            {state instanceof RequestError ? errorText(state) : t('No matches in recent messages.')}
          </p>
          <Button onClick={goOn}>{state instanceof RequestError ? t('Try again') : t('Search older messages')}</Button>
        </>
      ) : (
        <Skeleton label={t('Loading older conversations')} rows={2} />
      )}
    </div>
  );
}

/** The conversations that pass the filters, in the selected order. */
function chosen(only: 'direct' | undefined, { filters, order }: ListOptions, words: string): RecentConversation[] {
  const { conversations } = store.unread.value;
  const policies = store.topicPolicies.value;
  const channels = store.channels.value;
  const me = store.me.value.id;
  const { all } = store.recentConversations.value;
  // All direct and unread conversations are known, however old they are.
  const old = new Map<string, RecentConversation>();
  if (only)
    for (const [key, { people, newest }] of store.directConversations.value.all)
      if (!all.has(key)) old.set(key, withoutMessages({ kind: 'direct', people }, newest));
  for (const [key, one] of conversations)
    if (!all.has(key) && !old.has(key)) old.set(key, withoutMessages(one.conversation, newest(one)));
  const isShown = ({ conversation, senders }: RecentConversation): boolean => {
    if (only && conversation.kind !== only) return false;
    const key = keyOf(conversation);
    if (filters.includes('unread') && !conversations.has(key)) return false;
    if (filters.includes('taken') && !senders.includes(me)) return false;
    if (filters.includes('followed') && policies.get(key) !== POLICY.followed) return false;
    if (words !== '' && !wordsOf(conversation).includes(words)) return false;
    if (filters.includes('muted') || conversation.kind === 'direct') return true;
    return !isMuted(policies, channels, conversation.channel, conversation.topic);
  };
  const waiting = ({ conversation }: RecentConversation) => conversations.get(keyOf(conversation))?.ids.size ?? 0;
  const shown = [...all.values(), ...old.values()].filter(isShown);
  const names = new Map(order === 'name' ? shown.map((one) => [one, wordsOf(one.conversation)]) : []);
  const before: Record<Order, (a: RecentConversation, b: RecentConversation) => number> = {
    newest: (a, b) => b.newest - a.newest,
    name: (a, b) => collator.compare(names.get(a)!, names.get(b)!) || b.newest - a.newest,
    unread: (a, b) => waiting(b) - waiting(a) || b.newest - a.newest,
  };
  return shown.sort(before[order]);
}

/** A conversation without loaded messages. */
const withoutMessages = (conversation: Conversation, newest: number): RecentConversation => ({
  conversation,
  newest,
  timestamp: 0,
  senders: conversation.kind === 'direct' ? conversation.people.slice(0, FACES) : [],
});

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
const wordsOf = (conversation: Conversation): string =>
  (conversation.kind === 'direct'
    ? displayNames(conversation.people, fullName)
    : `${channelName(conversation.channel)} ${topicName(conversation.topic)}`
  ).toLowerCase();

interface ToolsProps {
  only: 'direct' | undefined;
  wanted: ListOptions;
  want(change: Partial<ListOptions>): void;
  words: Signal<string>;
}

function Tools({ only, wanted: { filters, order }, want, words }: ToolsProps) {
  const names: [Filter, string][] = [
    ['unread', t('Unread')],
    ['taken', t('Participated')],
    ['followed', t('Followed')],
    ['muted', t('Include muted')],
  ];
  const offered = names.filter(([name]) => store.me.value.id !== 0 && (!only || name === 'unread' || name === 'taken'));
  const toggled = (name: Filter) =>
    filters.includes(name) ? filters.filter((one) => one !== name) : [...filters, name];
  return (
    <div class="page-tools">
      <FilterField label={t('Find a conversation by name')} placeholder={t('Find a conversation')} value={words} />
      <select
        class="page-order"
        aria-label={t('Sort by')}
        value={order}
        onChange={(event) => want({ order: event.currentTarget.value as Order })}
      >
        <option value="newest">{t('Newest first')}</option>
        <option value="unread">{t('Most unread first')}</option>
        <option value="name">{t('Name')}</option>
      </select>
      {offered.length > 0 && (
        <div class="choice" role="group" aria-label={t('Show')}>
          <button type="button" aria-pressed={filters.length === 0} onClick={() => want({ filters: [] })}>
            {t('All')}
          </button>
          {offered.map(([name, label]) => (
            <button
              type="button"
              key={name}
              aria-pressed={filters.includes(name)}
              onClick={() => want({ filters: toggled(name) })}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const FACES = 4;

/** `isPerson`: the list contains only direct conversations, so they need no mark. */
function RecentRow({
  one: { conversation, timestamp, senders, preview },
  count,
  isPerson,
}: {
  one: RecentConversation;
  count: number;
  isPerson: boolean;
}) {
  const others = senders.slice(0, FACES);
  const names = formatList(others.map(displayName)) + (senders.length > FACES ? ' …' : '');
  const isMentioned = mentioned.value.conversations.has(keyOf(conversation));
  const isQuiet =
    conversation.kind === 'topic' &&
    isMuted(store.topicPolicies.value, store.channels.value, conversation.channel, conversation.topic);
  return (
    <li
      class={['card-row recent-row', isPerson && 'recent-person', count > 0 && 'row-unread', isQuiet && 'is-muted']
        .filter(Boolean)
        .join(' ')}
    >
      {isPerson && conversation.kind === 'direct' ? (
        <Face people={conversation.people} />
      ) : (
        <Where conversation={conversation} />
      )}
      <a
        class="recent-topic"
        href={hrefOf(conversation)}
        aria-describedby={preview && `preview-${keyOf(conversation)}`}
      >
        <span class="recent-line">
          <span
            class={conversation.kind === 'topic' && conversation.topic === '' ? 'row-name topic-empty' : 'row-name'}
            dir="auto"
          >
            {conversation.kind === 'direct' ? displayNames(conversation.people) : topicName(conversation.topic)}
          </span>
          {isMentioned && <MentionSign />}
          <Badge
            count={count}
            label={plural(count, '{n} unread message', '{n} unread messages')}
            calling={conversation.kind === 'direct' || isMentioned}
          />
        </span>
        {preview && (
          <span id={`preview-${keyOf(conversation)}`} class="recent-preview" dir="auto" aria-hidden="true">
            {previewText(conversation, preview)}
          </span>
        )}
      </a>
      <span class="faces" role="img" aria-label={t('Recent participants: {names}', { names })} data-tip={names}>
        {others.map((id) => (
          <Avatar key={id} name={displayName(id)} url={store.users.value.get(id)?.avatar_url} size={24} />
        ))}
        {senders.length > FACES && <span class="faces-more">+{senders.length - FACES}</span>}
      </span>
      {timestamp > 0 ? (
        <time dateTime={new Date(timestamp * 1000).toISOString()} title={formatDateTime(timestamp)}>
          {formatTimeOrDay(timestamp)}
        </time>
      ) : (
        <time />
      )}
    </li>
  );
}

/** One line of a conversation's newest message. The sender is named unless only one other user can be meant. */
function previewText(conversation: Conversation, { sender, html }: Preview): string {
  if (store.mutedUsers.value.has(sender)) return t('This message is hidden because you muted the sender.');
  const text = textOf(html).slice(0, PREVIEW) || t('Image or file');
  if (sender === store.me.value.id) return t('You: {text}', { text });
  const isObvious = conversation.kind === 'direct' && conversation.people.length === 1;
  return isObvious ? text : t('{name}: {text}', { name: displayName(sender), text });
}

const PREVIEW = 200;

const Face = ({ people }: { people: readonly number[] }) => (
  <ConversationAvatar people={people} size={24} {...(people.length === 1 && { presence: presence(people[0]!) })} />
);

function Where({ conversation }: { conversation: Conversation }) {
  if (conversation.kind === 'direct')
    return (
      <span class="recent-channel">
        <Icon of={Mail} size={16} />
        <span class="row-name" dir="auto">
          {t('Direct message')}
        </span>
      </span>
    );
  return (
    <a class="recent-channel" href={hrefOfChannel(conversation.channel)}>
      <ChannelSign id={conversation.channel} />
      <span class="row-name" dir="auto">
        {channelName(conversation.channel)}
      </span>
    </a>
  );
}
