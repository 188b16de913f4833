import { computed, useComputed, useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { drafts } from '../actions/drafts.ts';
import { readStored, writeStored } from '../actions/stored.ts';
import { fetchTopics, topicLists } from '../actions/topics.ts';
import { ChevronDown, ChevronRight, Clock, Inbox, Layers, List, Pencil, Plus, Search } from '../design/icons.ts';
import { memo } from '../design/memo.ts';
import { Avatar, Badge, Button, Icon } from '../design/primitives.tsx';
import { plural, t } from '../i18n/text.ts';
import { hrefOf, hrefOfChannel, hrefOfTopics, peopleName, presence, topicName } from '../names.ts';
import { place, print } from '../router.ts';
import type { Channel } from '../store/channels.ts';
import { directKey, topicKey } from '../store/conversation.ts';
import { channelIn, conversationIn } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { POLICY } from '../store/topics.ts';
import { unreadInTopic, unreadWith } from '../store/unread.ts';
import { choosing, focusRecipients } from './compose.tsx';
import { counts, waitingIn } from './counts.ts';
import { openChannelMenu, openTopicMenu, RowMenuButton, rowMenu } from './menus.tsx';
import { openChannel } from './open-channel.ts';
import { parts } from './order.ts';
import { StatusSign } from './people/status-sign.tsx';
import { keepPosition, positionAt } from './positions.ts';
import { ChannelSign } from './recipient-bar.tsx';
import { filter } from './sidebar-filter.ts';
import { FOLLOWED, MENTIONS, REACTIONS, STARRED } from './standing.ts';
import { TypingDots } from './typing-line.tsx';
import { UserMenuButton } from './user-menu.tsx';

export const DIRECT = '#narrow/is/dm/view/list';

const unreadLabel = (n: number): string => plural(n, '{n} unread message', '{n} unread messages');

/** The conversations: views, people, channels with the topics that matter now. */
export function Sidebar({ spectator }: { spectator: boolean }) {
  const realm = store.realm.value;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current!.scrollTop = positionAt('sidebar')?.top ?? 0;
  }, []);
  return (
    <nav class="sidebar" aria-label={t('Conversations')}>
      <div class="sidebar-head">
        <a class="realm" href="/#">
          <img src={realm.realm_icon_url} alt="" width={28} height={28} />
          <span>{realm.realm_name}</span>
        </a>
        <UserMenuButton spectator={spectator} />
      </div>
      <div class="sidebar-filter">
        <Icon of={Search} size={15} />
        <input
          id="sidebar-filter"
          type="search"
          value={filter.value}
          placeholder={t('Find a conversation')}
          aria-label={t('Find a conversation')}
          onInput={(event) => (filter.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = () => list.current!.querySelector<HTMLElement>(filter.peek() ? '.rows a, .topic-rows a' : 'a');
            if (event.key === 'Escape') filter.value = '';
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              first()?.focus();
            }
            if (event.key !== 'Enter') return;
            // Who types fast is ahead of what is drawn.
            const field = event.currentTarget;
            event.preventDefault();
            requestAnimationFrame(() => {
              first()?.click();
              filter.value = '';
              field.blur();
            });
          }}
        />
      </div>
      <div ref={list} class="sidebar-scroll" onScroll={(event) => keepPosition('sidebar', { top: event.currentTarget.scrollTop })}>
        {filter.value === '' && <Views spectator={spectator} />}
        {!spectator && <Directs />}
        <ChannelList />
        <InSight list={list} />
      </div>
    </nav>
  );
}

/** Where one is is in sight in the list, also when one came there another way. */
function InSight({ list }: { list: preact.RefObject<HTMLElement | null> }) {
  const { value: here } = place;
  useEffect(() => {
    if (!list.current?.contains(document.activeElement))
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return null;
}

interface RowProps {
  href: string;
  icon: IconNode;
  name: string;
  count?: number;
  /** What the count is of, if not of what is unread. */
  label?: string;
  calling?: boolean;
}

function Row({ href, icon, name, count, label, calling }: RowProps) {
  const here = useComputed(() => print(place.value) === href);
  return (
    <li>
      <a class="row" href={href} aria-current={here.value ? 'page' : undefined}>
        <Icon of={icon} />
        <span class="row-name">{name}</span>
        {count !== undefined && <Badge count={count} label={label ?? unreadLabel(count)} calling={calling ?? false} />}
      </a>
    </li>
  );
}

const hasFollowed = computed(() => [...store.policies.value.values()].includes(POLICY.followed));

function Views({ spectator }: { spectator: boolean }) {
  const { all, mentions } = counts.value;
  const { web_left_sidebar_unreads_count_summary: sums, starred_message_counts } = store.settings.value;
  return (
    <ul class="rows" aria-label={t('Views')}>
      {!spectator && <Row href="#inbox" icon={Inbox} name={t('Inbox')} count={sums === false ? 0 : all} />}
      <Row href="#recent" icon={Clock} name={t('Recent conversations')} />
      <Row href="#feed" icon={Layers} name={t('Combined feed')} />
      {!spectator && (
        <>
          <Row href={MENTIONS.href} icon={MENTIONS.icon} name={MENTIONS.title()} count={mentions} calling />
          <Row href={REACTIONS.href} icon={REACTIONS.icon} name={REACTIONS.title()} />
          <Row
            href={STARRED.href}
            icon={STARRED.icon}
            name={STARRED.title()}
            count={starred_message_counts ? store.starred.value.size : 0}
            label={plural(store.starred.value.size, '{n} message', '{n} messages')}
          />
          {hasFollowed.value && <Row href={FOLLOWED.href} icon={FOLLOWED.icon} name={FOLLOWED.title()} />}
        </>
      )}
      {!spectator && drafts.value.size + store.scheduled.value.size + store.reminders.value.size > 0 && (
        <Row href="#drafts" icon={Pencil} name={t('Drafts')} />
      )}
    </ul>
  );
}

/** A part of the list that can be folded; this browser remembers which are. */
function Section({
  id,
  title,
  href,
  action,
  children,
  count = 0,
}: {
  id: string;
  title: string;
  href?: string;
  action?: preact.ComponentChildren;
  children: preact.ComponentChildren;
  count?: number;
}) {
  const folded = useSignal(readStored<boolean>(`folded.${id}`, false));
  const isOpen = !folded.value || filter.value !== '';
  return (
    <section class="section">
      <h2 class="section-head">
        <button
          type="button"
          class="section-fold"
          aria-expanded={isOpen}
          onClick={() => {
            folded.value = !folded.value;
            writeStored(`folded.${id}`, folded.value || undefined);
          }}
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
          {title}
        </button>
        {!isOpen && <Badge count={count} label={unreadLabel(count)} />}
        {href && (
          <a class="section-all" href={href} aria-label={t('All of: {title}', { title })} data-tip={t('Show all')}>
            <Icon of={List} size={15} />
          </a>
        )}
        {action}
      </h2>
      {isOpen && children}
    </section>
  );
}

const SHOWN = 8;
const wantedName = computed(() => filter.value.trim().toLowerCase());
const matches = (name: string): boolean => name.toLowerCase().includes(wantedName.value);

function Directs() {
  const unread = store.unread.value;
  const all = [...store.directs.value.all.values()].sort((a, b) => b.newest - a.newest);
  const current = place.value.view === 'narrow' ? conversationIn(place.value.narrow) : undefined;
  const here = current?.kind === 'direct' ? current.people.join() : undefined;
  const shown = all.filter(({ people }, at) => {
    if (filter.value) return matches(peopleName(people));
    return at < SHOWN || people.join() === here || unreadWith(unread, people) > 0;
  });
  return (
    <Section
      id="direct"
      title={t('Direct messages')}
      href={DIRECT}
      count={counts.value.direct}
      action={
        <Button
          kind="quiet"
          icon={Plus}
          label={t('New direct message')}
          onClick={() => {
            choosing.value = 'direct';
            focusRecipients();
          }}
        />
      }
    >
      <ul class="rows">
        {shown.map(({ people }) => (
          <DirectRow key={people.join()} people={people} isHere={people.join() === here} count={unreadWith(unread, people)} />
        ))}
        {shown.length < all.length && filter.value === '' && (
          <li>
            <a class="row row-more" href={DIRECT}>
              {t('More conversations')}
            </a>
          </li>
        )}
      </ul>
    </Section>
  );
}

function DirectRow({ people, isHere, count }: { people: readonly number[]; isHere: boolean; count: number }) {
  const [first] = people;
  const one = people.length === 1 ? store.people.value.get(first!) : undefined;
  return (
    <li>
      <a class={count > 0 ? 'row row-unread' : 'row'} href={hrefOf({ kind: 'direct', people })} aria-current={isHere ? 'page' : undefined}>
        {one ? (
          <Avatar name={one.full_name} url={one.avatar_url} size={22} {...(!one.is_bot && { presence: presence(first!) })} />
        ) : (
          <span class="group-size" aria-hidden="true">
            {people.length + 1}
          </span>
        )}
        <span class="row-name">
          <bdi>{peopleName(people)}</bdi>
        </span>
        {store.typing.value.in.has(directKey(people)) ? <TypingDots /> : one && <StatusSign id={first!} />}
        <Badge count={count} label={unreadLabel(count)} calling />
      </a>
    </li>
  );
}

const wanted = (channel: Channel): boolean => filter.value === '' || matches(channel.name) || hasTopicLike(channel);

const hasTopicLike = ({ stream_id }: Channel): boolean =>
  (topicLists.value.get(stream_id) ?? []).some(({ name }) => matches(name)) ||
  (counts.peek().topics.get(stream_id) ?? []).some(({ topic }) => matches(topic));

function ChannelList() {
  const all = parts.value;
  const several = all.filter(({ channels, inactive }) => channels.length + inactive.length > 0).length > 1;
  return all.map(({ id, folder, channels, inactive }) => (
    <Channels
      key={id}
      id={id}
      title={folder ?? (id === 'pinned' ? t('Pinned') : several ? t('Other channels') : t('Channels'))}
      channels={channels.filter(wanted)}
      inactive={inactive.filter(wanted)}
      {...(id === 'channels' && { href: '#channels/all' })}
    />
  ));
}

interface ChannelsProps {
  id: string;
  title: string;
  channels: readonly Channel[];
  inactive: readonly Channel[];
  href?: string;
}

/** A part of the channels; those where nothing was said for long are behind one more step, unless something waits there. */
function Channels({ id, title, channels, inactive, href }: ChannelsProps) {
  const showAll = useSignal(false);
  const here = useComputed(() => (place.value.view === 'narrow' ? channelIn(place.value.narrow) : undefined));
  if (channels.length + inactive.length === 0 && !href) return null;
  const waiting = [...channels, ...inactive].reduce((sum, { stream_id }) => sum + waitingIn(stream_id), 0);
  const isShown = ({ stream_id }: Channel) => showAll.value || filter.value !== '' || waitingIn(stream_id) > 0 || stream_id === here.value;
  const shown = [...channels, ...inactive.filter(isShown)];
  const hidden = channels.length + inactive.length - shown.length;
  return (
    <Section id={id} title={title} count={waiting} {...(href && { href })}>
      <ul class="rows">
        {shown.map((channel) => (
          <ChannelRow key={channel.stream_id} channel={channel} />
        ))}
        {hidden > 0 && (
          <li>
            <button type="button" class="row row-more" onClick={() => (showAll.value = true)}>
              {plural(hidden, '{n} inactive channel', '{n} inactive channels')}
            </button>
          </li>
        )}
      </ul>
    </Section>
  );
}

const ChannelRow = memo(({ channel: { stream_id: id, name, is_muted } }: { channel: Channel }) => {
  const here = useComputed(() => {
    const at = place.value;
    if (at.view === 'topics') return at.channel === id ? 'topics' : undefined;
    if (at.view !== 'narrow' || channelIn(at.narrow) !== id) return undefined;
    return conversationIn(at.narrow) ? 'topic' : 'channel';
  });
  const waiting = waitingIn(id);
  const isOpen = here.value !== undefined || (filter.value !== '' && !matches(name));
  return (
    <li class={is_muted ? 'is-muted has-menu' : 'has-menu'} {...rowMenu((anchor) => openChannelMenu(anchor, id))}>
      <a
        class={waiting > 0 ? 'row row-unread' : 'row'}
        href={hrefOfChannel(id)}
        onClick={(event) => openChannel(event, id)}
        aria-current={here.value !== undefined && here.value !== 'topic' ? 'page' : undefined}
      >
        <ChannelSign id={id} />
        <span class="row-name">{name}</span>
        <Badge count={waiting} label={unreadLabel(waiting)} />
      </a>
      {store.me.value.id !== 0 && <RowMenuButton channel={id} />}
      {isOpen && <TopicRows channel={id} isHere={here.value !== undefined} />}
    </li>
  );
});

const TOPICS = 6;

/** What is known of a channel's topics before they were fetched: those where something waits. */
const waitingAsTopics = (channel: number) =>
  (counts.value.topics.get(channel) ?? []).toSorted((a, b) => b.newest - a.newest).map(({ topic }) => ({ name: topic }));

/** The newest topics of the channel one is in, and those where something waits. */
function TopicRows({ channel, isHere }: { channel: number; isHere: boolean }) {
  useEffect(() => {
    if (isHere) void fetchTopics(channel).catch(() => {});
  }, [channel, isHere]);
  const unread = store.unread.value;
  const policies = store.policies.value;
  const current = place.value.view === 'narrow' ? conversationIn(place.value.narrow) : undefined;
  const all = topicLists.value.get(channel) ?? waitingAsTopics(channel);
  const here = current?.kind === 'topic' && current.channel === channel ? current.topic.toLowerCase() : undefined;
  const shown = all.filter(({ name }, at) => {
    if (filter.value) return matches(name) && at < 40;
    return at < TOPICS || name.toLowerCase() === here || unreadInTopic(unread, channel, name) > 0;
  });
  return (
    <ul class="topic-rows">
      {shown.map(({ name }) => {
        const count = unreadInTopic(unread, channel, name);
        const isMuted = policies.get(topicKey(channel, name)) === POLICY.muted;
        return (
          <li key={name} class={isMuted ? 'is-muted has-menu' : 'has-menu'} {...rowMenu((anchor) => openTopicMenu(anchor, channel, name))}>
            <a
              class={count > 0 ? 'row row-unread' : 'row'}
              href={hrefOf({ kind: 'topic', channel, topic: name })}
              aria-current={name.toLowerCase() === here ? 'page' : undefined}
            >
              <span class={name === '' ? 'row-name topic-empty' : 'row-name'}>{topicName(name)}</span>
              <Badge count={count} label={unreadLabel(count)} />
            </a>
            {store.me.value.id !== 0 && <RowMenuButton channel={channel} topic={name} />}
          </li>
        );
      })}
      {all.length > shown.length && filter.value === '' && (
        <li>
          <a class="row row-more" href={hrefOfTopics(channel)}>
            {t('All topics')}
          </a>
        </li>
      )}
    </ul>
  );
}
