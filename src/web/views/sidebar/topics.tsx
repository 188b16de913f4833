import { useEffect } from 'preact/hooks';
import { fetchTopics } from '../../actions/topics.ts';
import { Badge } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { topicKey } from '../../store/conversation.ts';
import { currentRoute } from '../../store/local/route.ts';
import { cachedTopics, topicLists } from '../../store/local/topic-lists.ts';
import { conversationIn } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { isMuted } from '../../store/topics.ts';
import { unreadInTopic } from '../../store/unread.ts';
import { hrefOfTopics, makeHref } from '../../text/names.ts';
import { MentionSign } from '../mention-sign.tsx';
import { openTopicMenu, RowMenuButton, rowMenu } from '../menus.tsx';
import { TopicName } from '../topic-name.tsx';
import { mentioned, unreadInChannel } from '../unread-counts.ts';
import { MOST_UNREAD, MoreUnread, unreadLabel } from './section.tsx';

const TOPICS = 6;

/** A channel's topics before they are fetched: those with unread messages. */
const unreadAsTopics = (channel: number) =>
  unreadInChannel(channel)
    .sort((a, b) => b.newest - a.newest)
    .map(({ topic }) => ({ name: topic }));

/** The newest topics of the current channel, and those with unread messages. */
export function TopicRows({ channel }: { channel: number }) {
  useEffect(() => {
    void fetchTopics(channel).catch(() => {});
  }, [channel]);
  const unread = store.unread.value;
  const policies = store.topicPolicies.value;
  const channels = store.channels.value;
  const current = currentRoute.value.view === 'narrow' ? conversationIn(currentRoute.value.narrow) : undefined;
  const all = topicLists.value.get(channel) ?? cachedTopics.value.get(channel) ?? unreadAsTopics(channel);
  const here = current?.kind === 'topic' && current.channel === channel ? current.topic.toLowerCase() : undefined;
  const isUnread = ({ name }: { name: string }): boolean => unreadInTopic(unread, channel, name) > 0;
  const first = new Set([...all.slice(0, TOPICS), ...all.filter(isUnread).slice(0, MOST_UNREAD)]);
  const shown = all.filter((one) => first.has(one) || one.name.toLowerCase() === here);
  const isListed = new Set(shown);
  const unreadBelow = all.filter((one) => !isListed.has(one) && isUnread(one)).length;
  return (
    <ul class="topic-rows">
      {shown.map(({ name }) => {
        const count = unreadInTopic(unread, channel, name);
        const isMentioned = mentioned.value.conversations.has(topicKey(channel, name));
        const isQuiet = isMuted(policies, channels, channel, name);
        return (
          <li
            key={name}
            class={isQuiet ? 'is-muted has-menu' : 'has-menu'}
            {...rowMenu((anchor) => openTopicMenu(anchor, channel, name))}
          >
            <a
              class={count > 0 ? 'row row-unread' : 'row'}
              href={makeHref({ kind: 'topic', channel, topic: name })}
              aria-current={name.toLowerCase() === here ? 'page' : undefined}
            >
              <span class={name === '' ? 'row-name topic-empty' : 'row-name'} dir="auto">
                <TopicName topic={name} />
              </span>
              {isMentioned && <MentionSign size={14} />}
              <Badge count={count} label={unreadLabel(count)} calling={isMentioned} />
            </a>
            {store.me.value.id !== 0 && <RowMenuButton channel={channel} topic={name} />}
          </li>
        );
      })}
      {all.length > shown.length && (
        <li>
          {unreadBelow > 0 ? (
            <MoreUnread count={unreadBelow} href={hrefOfTopics(channel)} />
          ) : (
            <a class="row row-more" href={hrefOfTopics(channel)}>
              {t('All topics')}
            </a>
          )}
        </li>
      )}
    </ul>
  );
}
