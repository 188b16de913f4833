import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fetchRecent } from '../actions/recent.ts';
import { readStored, writeStored } from '../actions/stored.ts';
import { Clock, Mail } from '../design/icons.ts';
import { Avatar, Badge, EmptyState, FilterField, Icon, Skeleton } from '../design/primitives.tsx';
import { list, moment, when } from '../format.ts';
import { plural, t } from '../i18n/text.ts';
import { channelName, fullName, hrefOf, hrefOfChannel, peopleName, personName, presence, topicName } from '../names.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import type { Lately } from '../store/recent.ts';
import { store } from '../store/store.ts';
import { isMuted, POLICY } from '../store/topics.ts';
import { useMore } from './more.tsx';
import { PeoplePicture } from './picture.tsx';
import { ChannelSign } from './recipient-bar.tsx';

type Filter = 'unread' | 'taken' | 'followed' | 'muted';
type Order = 'newest' | 'name' | 'unread';
interface Wanted {
  filters: readonly Filter[];
  order: Order;
}
/** So many rows are drawn in one frame. */
const STEP = 12;
const PLAIN: Wanted = { filters: [], order: 'newest' };

/** Where something was said lately. `only`: direct messages alone, with those of long ago. */
export function RecentList({ only }: { only?: 'direct' }) {
  const { fetched, all } = store.recent.value;
  const stored = only ? 'recent.direct' : 'recent';
  const wanted = useSignal<Wanted>({ ...PLAIN, ...readStored<Partial<Wanted>>(stored, {}) });
  const words = useSignal('');
  useEffect(() => void fetchRecent().catch(() => {}), [fetched]);
  const shown = chosen(only, wanted.value, words.value.trim().toLowerCase());
  const { shown: most, end } = useMore(shown.length, STEP, words.value + JSON.stringify(wanted.value));
  if (!fetched && all.size === 0) return <Skeleton label={t('Loading conversations')} />;
  const want = (change: Partial<Wanted>) => {
    wanted.value = { ...wanted.peek(), ...change };
    writeStored(stored, wanted.value);
  };
  const { conversations } = store.unread.value;
  return (
    <div class="page">
      <Tools only={only} wanted={wanted.value} want={want} words={words} />
      {shown.length === 0 ? (
        <EmptyState icon={Clock} title={t('No conversations')}>
          <p>
            {words.value === '' && wanted.value.filters.length === 0
              ? t('New messages appear here as they come.')
              : t('Nothing here fits. Show all to see more.')}
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
      {end}
    </div>
  );
}

/** The conversations that are wanted, in the order that is wanted. */
function chosen(only: 'direct' | undefined, { filters, order }: Wanted, words: string): Lately[] {
  const { conversations } = store.unread.value;
  const policies = store.policies.value;
  const channels = store.channels.value;
  const me = store.me.value.id;
  const { all } = store.recent.value;
  // Direct conversations are all known, also those in which nothing was said lately.
  const old = only
    ? [...store.directs.value.all].flatMap(([key, { people, newest }]) =>
        all.has(key)
          ? []
          : [
              {
                conversation: { kind: 'direct' as const, people },
                newest,
                timestamp: 0,
                senders: people.slice(0, FACES),
              },
            ],
      )
    : [];
  const isShown = ({ conversation, senders }: Lately): boolean => {
    if (only && conversation.kind !== only) return false;
    const key = keyOf(conversation);
    if (filters.includes('unread') && !conversations.has(key)) return false;
    if (filters.includes('taken') && !senders.includes(me)) return false;
    if (filters.includes('followed') && policies.get(key) !== POLICY.followed) return false;
    if (words !== '' && !wordsOf(conversation).includes(words)) return false;
    if (filters.includes('muted') || conversation.kind === 'direct') return true;
    return !isMuted(policies, channels, conversation.channel, conversation.topic);
  };
  const waiting = ({ conversation }: Lately) => conversations.get(keyOf(conversation))?.ids.size ?? 0;
  const before: Record<Order, (a: Lately, b: Lately) => number> = {
    newest: (a, b) => b.newest - a.newest,
    name: (a, b) => collator.compare(wordsOf(a.conversation), wordsOf(b.conversation)) || b.newest - a.newest,
    unread: (a, b) => waiting(b) - waiting(a) || b.newest - a.newest,
  };
  return [...all.values(), ...old].filter(isShown).sort(before[order]);
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
const wordsOf = (conversation: Conversation): string =>
  (conversation.kind === 'direct'
    ? peopleName(conversation.people, fullName)
    : `${channelName(conversation.channel)} ${topicName(conversation.topic)}`
  ).toLowerCase();

interface ToolsProps {
  only: 'direct' | undefined;
  wanted: Wanted;
  want(change: Partial<Wanted>): void;
  words: Signal<string>;
}

function Tools({ only, wanted: { filters, order }, want, words }: ToolsProps) {
  const names: [Filter, string][] = [
    ['unread', t('Unread')],
    ['taken', t('You took part')],
    ['followed', t('Followed')],
    ['muted', t('With muted')],
  ];
  const offered = names.filter(([name]) => store.me.value.id !== 0 && (!only || name === 'unread' || name === 'taken'));
  const toggled = (name: Filter) =>
    filters.includes(name) ? filters.filter((one) => one !== name) : [...filters, name];
  return (
    <div class="page-tools">
      <FilterField label={t('Find a conversation by name')} placeholder={t('Find a conversation')} value={words} />
      <select
        class="page-order"
        aria-label={t('Order')}
        value={order}
        onChange={(event) => want({ order: event.currentTarget.value as Order })}
      >
        <option value="newest">{t('Newest first')}</option>
        <option value="unread">{t('Most unread first')}</option>
        <option value="name">{t('By name')}</option>
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

/** `isPerson`: among direct conversations alone, where that it is one need not be said. */
function RecentRow({
  one: { conversation, timestamp, senders },
  count,
  isPerson,
}: {
  one: Lately;
  count: number;
  isPerson: boolean;
}) {
  const others = senders.slice(0, FACES);
  const names = list(others.map(personName)) + (senders.length > FACES ? ' …' : '');
  const isQuiet =
    conversation.kind === 'topic' &&
    isMuted(store.policies.value, store.channels.value, conversation.channel, conversation.topic);
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
      <a class="recent-topic" href={hrefOf(conversation)}>
        <span
          class={conversation.kind === 'topic' && conversation.topic === '' ? 'row-name topic-empty' : 'row-name'}
          dir="auto"
        >
          {conversation.kind === 'direct' ? peopleName(conversation.people) : topicName(conversation.topic)}
        </span>
        <Badge
          count={count}
          label={plural(count, '{n} unread message', '{n} unread messages')}
          calling={conversation.kind === 'direct'}
        />
      </a>
      <span class="faces" role="img" aria-label={t('Lately: {names}', { names })} data-tip={names}>
        {others.map((id) => (
          <Avatar key={id} name={personName(id)} url={store.people.value.get(id)?.avatar_url} size={24} />
        ))}
        {senders.length > FACES && <span class="faces-more">+{senders.length - FACES}</span>}
      </span>
      {timestamp > 0 ? (
        <time dateTime={new Date(timestamp * 1000).toISOString()} title={moment(timestamp)}>
          {when(timestamp)}
        </time>
      ) : (
        <time />
      )}
    </li>
  );
}

const Face = ({ people }: { people: readonly number[] }) => (
  <PeoplePicture people={people} size={24} {...(people.length === 1 && { presence: presence(people[0]!) })} />
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
