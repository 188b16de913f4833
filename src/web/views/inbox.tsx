import { markAllRead } from '../actions/feed.ts';
import { Inbox as InboxIcon, MailOpen } from '../design/icons.ts';
import { Avatar, Badge, Button, EmptyState } from '../design/primitives.tsx';
import { plural, t } from '../i18n/text.ts';
import { channelName, hrefOf, hrefOfChannel, peopleName, topicName } from '../names.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { narrowTo } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { isMuted } from '../store/topics.ts';
import type { UnreadIn } from '../store/unread.ts';
import { ChannelSign } from './recipient-bar.tsx';

const newest = ({ ids }: UnreadIn): number => Math.max(...[...ids].slice(-20));
const latest = (a: UnreadIn, b: UnreadIn): number => newest(b) - newest(a);

/** All that waits: people first, then channels with their topics. What is muted does not. */
export function Inbox() {
  const policies = store.policies.value;
  const channels = store.channels.value;
  const waiting = [...store.unread.value.conversations.values()].filter(
    ({ conversation }) => conversation.kind === 'direct' || !isMuted(policies, channels, conversation.channel, conversation.topic),
  );
  if (waiting.length === 0)
    return (
      <EmptyState icon={InboxIcon} title={t('You have read everything')}>
        <p>{t('New messages appear here as they come.')}</p>
        <a class="button button-plain" href="#recent">
          {t('Recent conversations')}
        </a>
      </EmptyState>
    );
  const direct = waiting.filter(({ conversation }) => conversation.kind === 'direct').sort(latest);
  const byChannel = Map.groupBy(
    waiting.filter(({ conversation }) => conversation.kind === 'topic'),
    ({ conversation }) => (conversation as { channel: number }).channel,
  );
  const sorted = [...byChannel].sort(
    ([a], [b]) =>
      Number(channels.get(b)?.pin_to_top ?? false) - Number(channels.get(a)?.pin_to_top ?? false) ||
      channelName(a).localeCompare(channelName(b)),
  );
  return (
    <div class="page inbox">
      {direct.length > 0 && (
        <section class="card">
          <h2 class="card-head">{t('Direct messages')}</h2>
          <ul class="cards">
            {direct.map((one) => (
              <Waiting key={keyOf(one.conversation)} one={one} />
            ))}
          </ul>
        </section>
      )}
      {sorted.map(([channel, topics]) => (
        <section class="card channel-colour" key={channel} style={{ '--channel': channels.get(channel)?.color }}>
          <h2 class="card-head">
            <ChannelSign id={channel} />
            <a href={hrefOfChannel(channel)}>{channelName(channel)}</a>
          </h2>
          <ul class="cards">
            {topics.toSorted(latest).map((one) => (
              <Waiting key={keyOf(one.conversation)} one={one} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Waiting({ one: { conversation, ids } }: { one: UnreadIn }) {
  const { mentions } = store.unread.value;
  const calls = conversation.kind === 'direct' || [...ids].some((id) => mentions.has(id));
  return (
    <li class="card-row">
      <a href={hrefOf(conversation)}>
        {conversation.kind === 'direct' && <PeoplePicture people={conversation.people} />}
        <span class="row-name">{nameOf(conversation)}</span>
        <Badge count={ids.size} label={plural(ids.size, '{n} unread message', '{n} unread messages')} calling={calls} />
      </a>
      <Button kind="quiet" icon={MailOpen} label={t('Mark as read')} onClick={() => void markAllRead(narrowTo(conversation))} />
    </li>
  );
}

const nameOf = (conversation: Conversation): string =>
  conversation.kind === 'direct' ? peopleName(conversation.people) : topicName(conversation.topic);

export function PeoplePicture({ people, size = 28 }: { people: readonly number[]; size?: number }) {
  const one = people.length === 1 ? store.people.value.get(people[0]!) : undefined;
  if (one) return <Avatar name={one.full_name} url={one.avatar_url} size={size} />;
  return (
    <span class="group-size" style={{ '--size': `${size}px` }} aria-hidden="true">
      {people.length + 1}
    </span>
  );
}
