import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { POLICY } from '../../shared/topic-policies.ts';
import { fetchTopics } from '../actions/topics.ts';
import { CircleAlert, MessageSquare } from '../design/icons.ts';
import { addStyle } from '../design/load-style.ts';
import { Badge, EmptyState, FilterField, Icon, Skeleton } from '../design/primitives.tsx';
import { errorText } from '../errors/error-text.ts';
import { RequestError } from '../errors/request-error.ts';
import { plural, t } from '../i18n/text.ts';
import { type Conversation, topicKey } from '../store/conversation.ts';
import { cachedTopics, type Topic, topicLists } from '../store/local/topic-lists.ts';
import { STEPS } from '../store/onboarding.ts';
import { store } from '../store/store.ts';
import { isMuted } from '../store/topics.ts';
import { unreadInTopic } from '../store/unread.ts';
import { compareNames } from '../text/compare-names.ts';
import { formatDateTime, formatTimeOrDay } from '../text/format.ts';
import { makeHref, topicName } from '../text/names.ts';
import { Explanation } from './explanation.tsx';
import { useGrowingList } from './growing-list.tsx';
import { MentionSign } from './mention-sign.tsx';
import { MenuButton } from './menus.tsx';
import { PreviewLine, previewId, usePreviews } from './preview-line.tsx';
import css from './recent-conversations.css';
import { TopicName } from './topic-name.tsx';
import { mentioned } from './unread-counts.ts';

addStyle(css);

type Order = 'newest' | 'unread' | 'name';
const STEP = 30;

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
  const shown = sortTopics(topics ?? [], channel, order.value).filter(({ name }) =>
    topicName(name).toLowerCase().includes(words.value.trim().toLowerCase()),
  );
  const { shown: most, end } = useGrowingList(shown.length, STEP, `${channel} ${words.value} ${order.value}`);
  const rows = shown.slice(0, most);
  usePreviews(
    rows.map(({ name, max_id }) => ({ conversation: { kind: 'topic', channel, topic: name }, newest: max_id })),
  );
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
      <Explanation
        step={STEPS.topics}
        text={t(
          'A topic is one conversation of this channel, like the subject of an e-mail. Open one, or start a new one.',
        )}
      />
      <Tools words={words} order={order} count={topics.length} />
      {shown.length === 0 ? (
        <EmptyState icon={MessageSquare} title={t('No topics')} />
      ) : (
        <ul class="card cards">
          {rows.map(({ name }) => (
            <TopicRow key={name} channel={channel} topic={name} />
          ))}
        </ul>
      )}
      {end}
    </div>
  );
}

interface ToolsProps {
  words: Signal<string>;
  order: Signal<Order>;
  count: number;
}

const Tools = ({ words, order, count }: ToolsProps) => (
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
    <span class="page-note">{plural(count, '{n} topic', '{n} topics')}</span>
  </div>
);

function sortTopics(topics: readonly Topic[], channel: number, order: Order): readonly Topic[] {
  const unread = store.unread.value;
  if (order === 'name') return topics.toSorted((a, b) => compareNames(topicName(a.name), topicName(b.name)));
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
  const conversation: Conversation = { kind: 'topic', channel, topic };
  const known = store.recentConversations.value.all.get(topicKey(channel, topic));
  return (
    <li class={['card-row topic-row', count > 0 && 'row-unread', isQuiet && 'is-muted'].filter(Boolean).join(' ')}>
      <a href={makeHref(conversation)} aria-describedby={known?.preview && previewId(conversation)}>
        <Icon of={MessageSquare} size={16} />
        <span class="topic-words">
          <span class="recent-line">
            <span class={topic === '' ? 'row-name topic-empty' : 'row-name'} dir="auto">
              <TopicName topic={topic} />
            </span>
            {topic === '' && <span class="tag">{t('no topic')}</span>}
            {policy === POLICY.followed && <span class="tag">{t('followed')}</span>}
            {policy === POLICY.muted && <span class="tag">{t('muted')}</span>}
            {isMentioned && <MentionSign />}
          </span>
          {known?.preview && <PreviewLine conversation={conversation} preview={known.preview} />}
        </span>
        {known && known.timestamp > 0 && (
          <time dateTime={new Date(known.timestamp * 1000).toISOString()} title={formatDateTime(known.timestamp)}>
            {formatTimeOrDay(known.timestamp)}
          </time>
        )}
        <Badge calling={isMentioned} count={count} label={plural(count, '{n} unread message', '{n} unread messages')} />
      </a>
      {store.me.value.id !== 0 && <MenuButton channel={channel} topic={topic} />}
    </li>
  );
}
