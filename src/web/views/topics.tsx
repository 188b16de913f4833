import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fetchTopics, topicLists } from '../actions/topics.ts';
import { MessageSquare } from '../design/icons.ts';
import { Badge, EmptyState, Icon, Skeleton } from '../design/primitives.tsx';
import { plural, t } from '../i18n/text.ts';
import { hrefOf, topicName } from '../names.ts';
import { topicKey } from '../store/conversation.ts';
import { store } from '../store/store.ts';
import { POLICY } from '../store/topics.ts';
import { unreadInTopic } from '../store/unread.ts';

/** All topics of a channel, the newest first. */
export function TopicList({ channel }: { channel: number }) {
  const wanted = useSignal('');
  useEffect(() => void fetchTopics(channel).catch(() => {}), [channel]);
  const topics = topicLists.value.get(channel);
  if (!topics) return <Skeleton label={t('Loading topics')} />;
  const shown = topics.filter(({ name }) => topicName(name).toLowerCase().includes(wanted.value.trim().toLowerCase()));
  return (
    <div class="page">
      <input
        class="page-filter"
        type="search"
        aria-label={t('Find a topic')}
        placeholder={t('Find a topic')}
        value={wanted.value}
        onInput={(event) => (wanted.value = event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <EmptyState icon={MessageSquare} title={t('No topics')} />
      ) : (
        <ul class="card cards">
          {shown.map(({ name }) => (
            <TopicRow key={name} channel={channel} topic={name} />
          ))}
        </ul>
      )}
    </div>
  );
}

function TopicRow({ channel, topic }: { channel: number; topic: string }) {
  const count = unreadInTopic(store.unread.value, channel, topic);
  const policy = store.policies.value.get(topicKey(channel, topic));
  return (
    <li class={count > 0 ? 'card-row row-unread' : 'card-row'}>
      <a href={hrefOf({ kind: 'topic', channel, topic })}>
        <Icon of={MessageSquare} size={16} />
        <span class={topic === '' ? 'row-name topic-empty' : 'row-name'}>{topicName(topic)}</span>
        {policy === POLICY.followed && <span class="tag">{t('followed')}</span>}
        {policy === POLICY.muted && <span class="tag">{t('muted')}</span>}
        <Badge count={count} label={plural(count, '{n} unread message', '{n} unread messages')} />
      </a>
    </li>
  );
}
