import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fetchRecent } from '../actions/recent.ts';
import { Clock } from '../design/icons.ts';
import { Avatar, Badge, EmptyState, Skeleton } from '../design/primitives.tsx';
import { list, moment, when } from '../format.ts';
import { plural, t } from '../i18n/text.ts';
import { channelName, hrefOf, hrefOfChannel, peopleName, personName, topicName } from '../names.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import type { Lately } from '../store/recent.ts';
import { store } from '../store/store.ts';
import { isMuted, POLICY } from '../store/topics.ts';
import { PeoplePicture } from './inbox.tsx';
import { ChannelSign } from './recipient-bar.tsx';

const SHOWN = 150;
type Filter = 'all' | 'unread' | 'taken' | 'followed';

/** Where something was said lately, the newest first. `only`: direct messages alone. */
export function RecentList({ only }: { only?: 'direct' }) {
  const { all, fetched } = store.recent.value;
  const filter = useSignal<Filter>('all');
  useEffect(() => void fetchRecent().catch(() => {}), [fetched]);
  if (!fetched && all.size === 0) return <Skeleton label={t('Loading conversations')} />;
  const { conversations } = store.unread.value;
  const policies = store.policies.value;
  const channels = store.channels.value;
  const me = store.me.value.id;
  const isShown = ({ conversation, senders }: Lately) => {
    if (only && conversation.kind !== only) return false;
    const key = keyOf(conversation);
    if (filter.value === 'unread' && !conversations.has(key)) return false;
    if (filter.value === 'taken' && !senders.includes(me)) return false;
    if (filter.value === 'followed' && policies.get(key) !== POLICY.followed) return false;
    return conversation.kind === 'direct' || !isMuted(policies, channels, conversation.channel, conversation.topic);
  };
  const shown = [...all.values()]
    .filter(isShown)
    .sort((a, b) => b.newest - a.newest)
    .slice(0, SHOWN);
  const filters: [Filter, string][] = [
    ['all', t('All')],
    ['unread', t('Unread')],
    ['taken', t('You took part')],
    ['followed', t('Followed')],
  ];
  return (
    <div class="page">
      <div class="choice" role="group" aria-label={t('Show')}>
        {filters
          .filter(([name]) => (me !== 0 || name === 'all') && !(only && name === 'followed'))
          .map(([name, label]) => (
            <button type="button" key={name} aria-pressed={filter.value === name} onClick={() => (filter.value = name)}>
              {label}
            </button>
          ))}
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={Clock} title={t('No conversations')}>
          <p>{t('Nothing here fits. Show all to see more.')}</p>
        </EmptyState>
      ) : (
        <ul class="card cards recent">
          {shown.map((one) => (
            <RecentRow key={keyOf(one.conversation)} one={one} count={conversations.get(keyOf(one.conversation))?.ids.size ?? 0} />
          ))}
        </ul>
      )}
    </div>
  );
}

const FACES = 4;

function RecentRow({ one: { conversation, timestamp, senders }, count }: { one: Lately; count: number }) {
  const others = senders.slice(0, FACES);
  return (
    <li class={count > 0 ? 'card-row recent-row row-unread' : 'card-row recent-row'}>
      <Where conversation={conversation} />
      <a class="recent-topic" href={hrefOf(conversation)}>
        <span class="row-name">{conversation.kind === 'direct' ? peopleName(conversation.people) : topicName(conversation.topic)}</span>
        <Badge count={count} label={plural(count, '{n} unread message', '{n} unread messages')} calling={conversation.kind === 'direct'} />
      </a>
      <span
        class="faces"
        role="img"
        aria-label={t('Lately: {names}', { names: list(others.map(personName)) })}
        data-tip={list(others.map(personName))}
      >
        {others.map((id) => (
          <Avatar key={id} name={personName(id)} url={store.people.value.get(id)?.avatar_url} size={24} />
        ))}
      </span>
      <time dateTime={new Date(timestamp * 1000).toISOString()} title={moment(timestamp)}>
        {when(timestamp)}
      </time>
    </li>
  );
}

function Where({ conversation }: { conversation: Conversation }) {
  if (conversation.kind === 'direct') return <PeoplePicture people={conversation.people} size={24} />;
  return (
    <a class="recent-channel" href={hrefOfChannel(conversation.channel)}>
      <ChannelSign id={conversation.channel} />
      <span class="row-name">{channelName(conversation.channel)}</span>
    </a>
  );
}
