import { Mail } from '../design/icons.ts';
import { Avatar, Badge, Icon } from '../design/primitives.tsx';
import { plural, t } from '../i18n/text.ts';
import { type Conversation, getKey } from '../store/conversation.ts';
import type { RecentConversation } from '../store/recent-conversations.ts';
import { store } from '../store/store.ts';
import { isMuted } from '../store/topics.ts';
import { formatDateTime, formatList, formatTimeOrDay } from '../text/format.ts';
import { channelName, displayName, displayNames, hrefOfChannel, makeHref, presence } from '../text/names.ts';
import { ChannelSign } from './feed/recipient-bar.tsx';
import { MentionSign } from './mention-sign.tsx';
import { ConversationAvatar } from './people/conversation-avatar.tsx';
import { PreviewLine, previewId } from './preview-line.tsx';
import { FACES } from './recent-conversation-filter.ts';
import { TopicName } from './topic-name.tsx';
import { mentioned } from './unread-counts.ts';

/** A conversation. `isPerson`: the list contains only direct conversations, so they need no mark. */
export function RecentRow({
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
  const isMentioned = mentioned.value.conversations.has(getKey(conversation));
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
      <a class="recent-topic" href={makeHref(conversation)} aria-describedby={preview && previewId(conversation)}>
        <span class="recent-line">
          <Name conversation={conversation} />
          {isMentioned && <MentionSign />}
          <Badge
            count={count}
            label={plural(count, '{n} unread message', '{n} unread messages')}
            calling={conversation.kind === 'direct' || isMentioned}
          />
        </span>
        {preview && <PreviewLine conversation={conversation} preview={preview} />}
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

const Name = ({ conversation }: { conversation: Conversation }) => (
  <span
    class={conversation.kind === 'topic' && conversation.topic === '' ? 'row-name topic-empty' : 'row-name'}
    dir="auto"
  >
    {conversation.kind === 'direct' ? displayNames(conversation.people) : <TopicName topic={conversation.topic} />}
  </span>
);

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
