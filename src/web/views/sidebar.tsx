import { useComputed, useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import { useEffect } from 'preact/hooks';
import { drafts } from '../actions/drafts.ts';
import { readStored, writeStored } from '../actions/stored.ts';
import { fetchTopics, topicLists } from '../actions/topics.ts';
import { AtSign, ChevronDown, ChevronRight, Clock, Inbox, Layers, List, Pencil, Plus, Search, Star } from '../design/icons.ts';
import { Avatar, Badge, Button, Icon } from '../design/primitives.tsx';
import { plural, t } from '../i18n/text.ts';
import { hrefOf, hrefOfChannel, hrefOfNarrow, hrefOfTopics, peopleName, presence, topicName } from '../names.ts';
import { place, print } from '../router.ts';
import type { Channel } from '../store/channels.ts';
import { topicKey } from '../store/conversation.ts';
import { channelIn, conversationIn } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { unreadInTopic, unreadWith } from '../store/unread.ts';
import { choosing, focusRecipients } from './compose.tsx';
import { counts } from './counts.ts';
import { ChannelSign } from './recipient-bar.tsx';
import { filter } from './sidebar-filter.ts';
import { UserMenuButton } from './user-menu.tsx';

export const MENTIONS = hrefOfNarrow([{ operator: 'is', operand: 'mentioned' }]);
export const STARRED = hrefOfNarrow([{ operator: 'is', operand: 'starred' }]);
export const DIRECT = '#narrow/is/dm/view/list';

const unreadLabel = (n: number): string => plural(n, '{n} unread message', '{n} unread messages');

/** The conversations: views, people, channels with the topics that matter now. */
export function Sidebar({ spectator }: { spectator: boolean }) {
  const realm = store.realm.value;
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
            if (event.key === 'Escape') filter.value = '';
            if (event.key === 'Enter') document.querySelector<HTMLElement>('.sidebar-scroll a')?.click();
          }}
        />
      </div>
      <div class="sidebar-scroll">
        {filter.value === '' && <Views spectator={spectator} />}
        {!spectator && <Directs />}
        <ChannelList />
      </div>
    </nav>
  );
}

function Row({ href, icon, name, count, calling }: { href: string; icon: IconNode; name: string; count?: number; calling?: boolean }) {
  const here = useComputed(() => print(place.value) === href);
  return (
    <li>
      <a class="row" href={href} aria-current={here.value ? 'page' : undefined}>
        <Icon of={icon} />
        <span class="row-name">{name}</span>
        {count !== undefined && <Badge count={count} label={unreadLabel(count)} calling={calling ?? false} />}
      </a>
    </li>
  );
}

function Views({ spectator }: { spectator: boolean }) {
  const { all, mentions } = counts.value;
  return (
    <ul class="rows" aria-label={t('Views')}>
      {!spectator && <Row href="#inbox" icon={Inbox} name={t('Inbox')} count={all} />}
      <Row href="#recent" icon={Clock} name={t('Recent conversations')} />
      <Row href="#feed" icon={Layers} name={t('Combined feed')} />
      {!spectator && <Row href={MENTIONS} icon={AtSign} name={t('Mentions')} count={mentions} calling />}
      {!spectator && <Row href={STARRED} icon={Star} name={t('Starred messages')} />}
      {!spectator && drafts.value.size > 0 && <Row href="#drafts" icon={Pencil} name={t('Drafts')} />}
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
const matches = (name: string): boolean => name.toLowerCase().includes(filter.value.trim().toLowerCase());

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
        <span class="row-name">{peopleName(people)}</span>
        <Badge count={count} label={unreadLabel(count)} calling />
      </a>
    </li>
  );
}

const byName = (a: Channel, b: Channel): number => Number(a.is_muted) - Number(b.is_muted) || a.name.localeCompare(b.name);

function ChannelList() {
  const folders = [...store.folders.value.values()].filter(({ is_archived }) => !is_archived).sort((a, b) => a.order - b.order);
  const spectator = store.me.value.id === 0;
  const mine = [...store.channels.value.values()]
    .filter((channel) => (channel.subscribed || spectator) && !channel.is_archived && (matches(channel.name) || hasTopicLike(channel)))
    .sort(byName);
  const pinned = mine.filter(({ pin_to_top }) => pin_to_top);
  const useFolders = store.settings.value.web_left_sidebar_show_channel_folders !== false;
  const inFolder = (id: number) => mine.filter(({ pin_to_top, folder_id }) => useFolders && !pin_to_top && folder_id === id);
  const rest = mine.filter(({ pin_to_top, folder_id }) => !pin_to_top && !(useFolders && folders.some(({ id }) => id === folder_id)));
  return (
    <>
      <Channels id="pinned" title={t('Pinned')} channels={pinned} />
      {folders.map(({ id, name }) => (
        <Channels key={id} id={`folder${id}`} title={name} channels={inFolder(id)} />
      ))}
      <Channels
        id="channels"
        title={pinned.length + folders.length > 0 ? t('Other channels') : t('Channels')}
        channels={rest}
        href="#channels/all"
      />
    </>
  );
}

const hasTopicLike = ({ stream_id }: Channel): boolean =>
  filter.value.trim() !== '' && (topicLists.value.get(stream_id) ?? []).some(({ name }) => matches(name));

function Channels({ id, title, channels, href }: { id: string; title: string; channels: readonly Channel[]; href?: string }) {
  if (channels.length === 0 && !href) return null;
  const waiting = channels.reduce((sum, { stream_id }) => sum + (counts.value.byChannel.get(stream_id) ?? 0), 0);
  return (
    <Section id={id} title={title} count={waiting} {...(href && { href })}>
      <ul class="rows">
        {channels.map((channel) => (
          <ChannelRow key={channel.stream_id} channel={channel} />
        ))}
      </ul>
    </Section>
  );
}

function ChannelRow({ channel: { stream_id: id, name, is_muted } }: { channel: Channel }) {
  const here = useComputed(() =>
    place.value.view === 'narrow' ? channelIn(place.value.narrow) : place.value.view === 'topics' ? place.value.channel : undefined,
  );
  const topic = useComputed(() => (place.value.view === 'narrow' ? conversationIn(place.value.narrow) : undefined));
  const isHere = here.value === id;
  const waiting = counts.value.byChannel.get(id) ?? 0;
  return (
    <li class={is_muted ? 'is-muted' : undefined}>
      <a class={waiting > 0 ? 'row row-unread' : 'row'} href={hrefOfChannel(id)} aria-current={isHere && !topic.value ? 'page' : undefined}>
        <ChannelSign id={id} />
        <span class="row-name">{name}</span>
        <Badge count={waiting} label={unreadLabel(waiting)} />
      </a>
      {(isHere || filter.value !== '') && <TopicRows channel={id} />}
    </li>
  );
}

const TOPICS = 6;

/** The newest topics of the channel one is in, and those where something waits. */
function TopicRows({ channel }: { channel: number }) {
  useEffect(() => void fetchTopics(channel).catch(() => {}), [channel]);
  const unread = store.unread.value;
  const policies = store.policies.value;
  const current = place.value.view === 'narrow' ? conversationIn(place.value.narrow) : undefined;
  const all = topicLists.value.get(channel) ?? [];
  const here = current?.kind === 'topic' && current.channel === channel ? current.topic.toLowerCase() : undefined;
  const shown = all.filter(({ name }, at) => {
    if (filter.value) return matches(name) && at < 40;
    return at < TOPICS || name.toLowerCase() === here || unreadInTopic(unread, channel, name) > 0;
  });
  return (
    <ul class="topic-rows">
      {shown.map(({ name }) => {
        const count = unreadInTopic(unread, channel, name);
        const isMuted = policies.get(topicKey(channel, name)) === 1;
        return (
          <li key={name} class={isMuted ? 'is-muted' : undefined}>
            <a
              class={count > 0 ? 'row row-unread' : 'row'}
              href={hrefOf({ kind: 'topic', channel, topic: name })}
              aria-current={name.toLowerCase() === here ? 'page' : undefined}
            >
              <span class={name === '' ? 'row-name topic-empty' : 'row-name'}>{topicName(name)}</span>
              <Badge count={count} label={unreadLabel(count)} />
            </a>
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
