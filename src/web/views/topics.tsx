import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fetchTopics } from '../actions/topics.ts';
import { CircleAlert, MessageSquare } from '../design/icons.ts';
import { Badge, EmptyState, FilterField, Icon, Skeleton } from '../design/primitives.tsx';
import { errorText } from '../errors/error-text.ts';
import { plural, t } from '../i18n/text.ts';
import { RequestError } from '../server/request-error.ts';
import { topicKey } from '../store/conversation.ts';
import { cachedTopics, type Topic, topicLists } from '../store/local/topic-lists.ts';
import { store } from '../store/store.ts';
import { isMuted, POLICY } from '../store/topics.ts';
import { unreadInTopic } from '../store/unread.ts';
import { hrefOf, topicName } from '../text/names.ts';
import { useGrowingList } from './growing-list.tsx';
import { MentionSign } from './mention-sign.tsx';
import { MenuButton } from './menus.tsx';
import { mentioned } from './unread-counts.ts';

type Order = 'newest' | 'unread' | 'name';
const STEP = 30;
const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** All topics of a channel. */
export function TopicList({ channel }: { channel: number }) {
  const words = useSignal('');
  const order = useSignal<Order>('newest');
  const wrong = useSignal<RequestError | undefined>(undefined);
  useEffect(() => {
    wrong.value = undefined;
    fetchTopics(channel).catch((error) => {
      wrong.value = error instanceof RequestError ? error : undefined;
    });
  }, [channel]);
  const topics = topicLists.value.get(channel) ?? cachedTopics.value.get(channel);
  const shown = ordered(topics ?? [], channel, order.value).filter(({ name }) =>
    topicName(name).toLowerCase().includes(words.value.trim().toLowerCase()),
  );
  const { shown: most, end } = useGrowingList(shown.length, STEP, `${channel} ${words.value} ${order.value}`);
  if (!topics)
    return wrong.value ? (
      <EmptyState icon={CircleAlert} title={t('Conversation not found')}>
        <p>{errorText(wrong.value)}</p>
      </EmptyState>
    ) : (
      <Skeleton label={t('Loading topics')} />
    );
  return (
    <div class="page">
      <div class="page-tools">
        <FilterField label={t('Find a topic')} value={words} />
        <select
          class="page-order"
          aria-label={t('Sort by')}
          value={order.value}
          onChange={(event) => (order.value = event.currentTarget.value as Order)}
        >
          <option value="newest">{t('Newest first')}</option>
          <option value="unread">{t('Most unread first')}</option>
          <option value="name">{t('Name')}</option>
        </select>
        <span class="page-note">{plural(topics.length, '{n} topic', '{n} topics')}</span>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={MessageSquare} title={t('No topics')} />
      ) : (
        <ul class="card cards">
          {shown.slice(0, most).map(({ name }) => (
            <TopicRow key={name} channel={channel} topic={name} />
          ))}
        </ul>
      )}
      {end}
    </div>
  );
}

function ordered(topics: readonly Topic[], channel: number, order: Order): readonly Topic[] {
  const unread = store.unread.value;
  if (order === 'name') return topics.toSorted((a, b) => collator.compare(topicName(a.name), topicName(b.name)));
  if (order === 'unread')
    return topics.toSorted(
      (a, b) => unreadInTopic(unread, channel, b.name) - unreadInTopic(unread, channel, a.name) || b.max_id - a.max_id,
    );
  return topics;
}

function TopicRow({ channel, topic }: { channel: number; topic: string }) {
  const count = unreadInTopic(store.unread.value, channel, topic);
  const policy = store.topicPolicies.value.get(topicKey(channel, topic));
  const isMentioned = mentioned.value.conversations.has(topicKey(channel, topic));
  const isQuiet = isMuted(store.topicPolicies.value, store.channels.value, channel, topic);
  return (
    <li class={['card-row', count > 0 && 'row-unread', isQuiet && 'is-muted'].filter(Boolean).join(' ')}>
      <a href={hrefOf({ kind: 'topic', channel, topic })}>
        <Icon of={MessageSquare} size={16} />
        <span class={topic === '' ? 'row-name topic-empty' : 'row-name'} dir="auto">
          {topicName(topic)}
        </span>
        {policy === POLICY.followed && <span class="tag">{t('followed')}</span>}
        {policy === POLICY.muted && <span class="tag">{t('muted')}</span>}
        {isMentioned && <MentionSign />}
        <Badge calling={isMentioned} count={count} label={plural(count, '{n} unread message', '{n} unread messages')} />
      </a>
      {store.me.value.id !== 0 && <MenuButton channel={channel} topic={topic} />}
    </li>
  );
}
