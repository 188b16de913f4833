import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CloudOff, Hash, Inbox as InboxIcon, List, Mail, Search, User, Users } from '../design/icons.ts';
import { Layers } from '../design/layers.tsx';
import { Badge, Button, Icon } from '../design/primitives.tsx';
import { plural, t } from '../i18n/text.ts';
import { handles } from '../keys.ts';
import { channelName, hrefOf, hrefOfNarrow, hrefOfTopics, peopleName, presence, topicName } from '../names.ts';
import { type Place, place, print } from '../router.ts';
import { channelIn, conversationIn, EVERYTHING, type Narrow, narrowKey } from '../store/narrow.ts';
import { link, store } from '../store/store.ts';
import { Compose, choosing, focusCompose, focusRecipients } from './compose.tsx';
import { counts } from './counts.ts';
import { Drafts } from './drafts.tsx';
import { Feed } from './feed.tsx';
import { showHelp } from './help.tsx';
import { Inbox } from './inbox.tsx';
import { Lazy, pageFor } from './lazy.tsx';
import { PeoplePanel, panelShown, togglePanel } from './people-panel.tsx';
import { RecentList } from './recent.tsx';
import { ChannelSign } from './recipient-bar.tsx';
import { openSearch, Pills } from './search.tsx';
import { DIRECT, MENTIONS, Sidebar, STARRED } from './sidebar.tsx';
import { TopicList } from './topics.tsx';
import { SignInBar } from './user-menu.tsx';

/** The whole page: conversations, what is looked at, and the box to write in. */
export function App({ spectator }: { spectator: boolean }) {
  const here = shownPlace(place.value, spectator);
  const narrow = narrowOf(here);
  const listShown = useSignal(false);
  const main = useRef<HTMLElement>(null);
  useEffect(() => handles(shortcuts), []);
  useEffect(() => {
    listShown.value = false;
  }, [location.hash]);
  const conversation = narrow && conversationIn(narrow);
  const channel = (narrow && channelIn(narrow)) ?? (here.view === 'topics' ? here.channel : undefined);
  const hasPanel = panelShown.value && !spectator && (channel !== undefined || conversation !== undefined);
  const Page = pageFor(here);
  return (
    <div class={['shell', listShown.value && 'list-shown', hasPanel && 'with-panel'].filter(Boolean).join(' ')}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {t('Skip to messages')}
      </button>
      <button type="button" class="skip" onClick={() => focusCompose()}>
        {t('Skip to message box')}
      </button>
      <Sidebar spectator={spectator} />
      <main ref={main} class="main" tabIndex={-1}>
        <LinkState />
        {Page ? (
          <Lazy load={Page} place={here} />
        ) : (
          <>
            <Header place={here} narrow={narrow} />
            <div class="view">{viewOf(here, narrow, spectator)}</div>
            {spectator ? <SignInBar /> : <Compose here={conversation} channel={channel} />}
          </>
        )}
      </main>
      {hasPanel && <PeoplePanel channel={channel} conversation={conversation} />}
      <BottomBar spectator={spectator} toggleList={() => (listShown.value = !listShown.value)} isList={listShown.value} />
      <PageTitle place={here} />
      <Layers />
    </div>
  );
}

const HOMES: Record<string, Place['view']> = { recent_topics: 'recent', inbox: 'inbox', all_messages: 'feed' };

function shownPlace(asked: Place, spectator: boolean): Place {
  if (asked.view !== 'home') return asked;
  return { view: spectator ? 'recent' : (HOMES[store.settings.value.web_home_view] ?? 'inbox') } as Place;
}

function narrowOf(here: Place): Narrow | undefined {
  if (here.view === 'feed') return EVERYTHING;
  return here.view === 'narrow' ? here.narrow : undefined;
}

function viewOf(here: Place, narrow: Narrow | undefined, spectator: boolean): ComponentChildren {
  if (narrow) return <Feed key={narrowKey(narrow)} narrow={narrow} {...('near' in here && { near: here.near })} spectator={spectator} />;
  switch (here.view) {
    case 'inbox':
      return <Inbox />;
    case 'recent':
      return <RecentList key="recent" />;
    case 'direct':
      return <RecentList key="direct" only="direct" />;
    case 'topics':
      return <TopicList channel={here.channel} />;
    case 'drafts':
      return <Drafts />;
    default:
      return <Nowhere />;
  }
}

const Nowhere = () => (
  <div class="empty">
    <h2>{t('There is nothing at this address')}</h2>
    <a class="button button-plain" href="/#">
      {t('Go home')}
    </a>
  </div>
);

interface Title {
  title: string;
  note?: string;
  channel?: number;
  person?: number;
}

function titleOf(here: Place): Title {
  const single: Partial<Record<Place['view'], () => string>> = {
    inbox: () => t('Inbox'),
    recent: () => t('Recent conversations'),
    feed: () => t('Combined feed'),
    direct: () => t('Direct messages'),
    drafts: () => t('Drafts'),
    settings: () => t('Settings'),
    organization: () => t('Organization'),
    channels: () => t('Channels'),
  };
  if (here.view === 'topics') return { title: channelName(here.channel), note: t('Topics'), channel: here.channel };
  if (here.view !== 'narrow') return { title: single[here.view]?.() ?? t('Not found') };
  const conversation = conversationIn(here.narrow);
  if (conversation?.kind === 'direct') {
    const [only] = conversation.people;
    return { title: peopleName(conversation.people), ...(conversation.people.length === 1 && { person: only! }) };
  }
  if (conversation) return { title: topicName(conversation.topic), channel: conversation.channel };
  const channel = here.narrow.length === 1 ? channelIn(here.narrow) : undefined;
  if (channel !== undefined) return { title: channelName(channel), channel, note: store.channels.value.get(channel)?.description ?? '' };
  const address = hrefOfNarrow(here.narrow);
  if (address === MENTIONS) return { title: t('Mentions') };
  if (address === STARRED) return { title: t('Starred messages') };
  return { title: t('Search results') };
}

function Header({ place: here, narrow }: { place: Place; narrow: Narrow | undefined }) {
  const { title, note, channel, person } = titleOf(here);
  const conversation = narrow && conversationIn(narrow);
  const isSearch =
    here.view === 'narrow' &&
    !conversation &&
    channel === undefined &&
    hrefOfNarrow(here.narrow) !== MENTIONS &&
    hrefOfNarrow(here.narrow) !== STARRED;
  return (
    <header class="main-head">
      <div class="main-title">
        {conversation?.kind === 'topic' ? (
          <p class="crumb">
            <a href={hrefOfNarrow([{ operator: 'channel', operand: conversation.channel }])}>
              <ChannelSign id={conversation.channel} size={15} />
              {channelName(conversation.channel)}
            </a>
            <span aria-hidden="true">›</span>
          </p>
        ) : (
          channel !== undefined && <ChannelSign id={channel} size={20} />
        )}
        <h1>{title}</h1>
        {person !== undefined && presence(person) === 'active' && <span class="main-note">{t('active now')}</span>}
        {note && <span class="main-note">{note}</span>}
      </div>
      {isSearch && <Pills narrow={here.narrow} />}
      <div class="main-actions">
        {channel !== undefined && (
          <a class="button button-quiet button-icon" href={hrefOfTopics(channel)} aria-label={t('All topics')} data-tip={t('All topics')}>
            <Icon of={List} />
          </a>
        )}
        {(channel !== undefined || person !== undefined || conversation) && store.me.value.id !== 0 && (
          <Button
            kind="quiet"
            class="panel-toggle"
            icon={Users}
            label={t('People')}
            aria-pressed={panelShown.value}
            onClick={togglePanel}
          />
        )}
        <Button kind="quiet" icon={Search} label={t('Search')} onClick={openSearch} />
      </div>
    </header>
  );
}

/** What the window is called: where one is, and how much waits. */
function PageTitle({ place: here }: { place: Place }) {
  const { all } = counts.value;
  const title = `${all > 0 ? `(${all}) ` : ''}${titleOf(here).title} – ${store.realm.value.realm_name}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

/** Says when what is on the screen may be behind. */
function LinkState() {
  if (link.value === 'live' || link.value === 'opening') return null;
  return (
    <p class="link-state" role="status">
      <Icon of={CloudOff} size={16} />
      {link.value === 'offline' ? t('You are offline. What you write is kept.') : t('Reconnecting…')}
    </p>
  );
}

/** On a phone: the few places one goes to all the time. */
function BottomBar({ spectator, toggleList, isList }: { spectator: boolean; toggleList: () => void; isList: boolean }) {
  const { all, direct } = counts.value;
  const { value: at } = place;
  const current = (href: string) => (!isList && print(at) === href ? ('page' as const) : undefined);
  return (
    <nav class="bottom-bar" aria-label={t('Places')}>
      {!spectator && (
        <a href="#inbox" aria-current={current('#inbox')}>
          <Icon of={InboxIcon} size={22} />
          {t('Inbox')}
          <Badge count={all} label={plural(all, '{n} unread message', '{n} unread messages')} />
        </a>
      )}
      <button type="button" aria-pressed={isList} onClick={toggleList}>
        <Icon of={Hash} size={22} />
        {t('Channels')}
      </button>
      {!spectator && (
        <a href={DIRECT} aria-current={current(DIRECT)}>
          <Icon of={Mail} size={22} />
          {t('Direct')}
          <Badge count={direct} label={plural(direct, '{n} unread message', '{n} unread messages')} calling />
        </a>
      )}
      <button type="button" onClick={openSearch}>
        <Icon of={Search} size={22} />
        {t('Search')}
      </button>
      <a href={spectator ? '/login' : '#settings/profile'} aria-current={place.value.view === 'settings' ? 'page' : undefined}>
        <Icon of={User} size={22} />
        {spectator ? t('Sign in') : t('You')}
      </a>
    </nav>
  );
}

const goTo = (href: string) => () => {
  location.hash = href;
};

/** The next conversation something waits in, after the one on the screen. */
function nextWaiting(kind: 'topic' | 'direct' | undefined): boolean {
  const all = [...store.unread.peek().conversations.values()].filter(({ conversation }) => !kind || conversation.kind === kind);
  const current = place.peek();
  const key = current.view === 'narrow' ? narrowKey(current.narrow) : undefined;
  const at = all.findIndex(({ conversation }) => hrefOf(conversation) === location.hash);
  const next = all[(at + 1) % all.length];
  if (!next || key === undefined ? !next : all.length === 1 && at === 0) return false;
  location.hash = hrefOf(next!.conversation);
  return true;
}

const shortcuts = {
  inbox: goTo('#inbox'),
  recent: goTo('#recent'),
  feed: goTo('#feed'),
  drafts: goTo('#drafts'),
  starred: goTo(STARRED),
  mentions: goTo(MENTIONS),
  nextUnread: () => nextWaiting(undefined),
  nextDirect: () => nextWaiting('direct'),
  search: openSearch,
  help: showHelp,
  filter: () => document.getElementById('sidebar-filter')?.focus(),
  compose: () => {
    choosing.value = 'topic';
    focusRecipients();
  },
  direct: () => {
    choosing.value = 'direct';
    focusRecipients();
  },
  reply: () => focusCompose(),
  topics: () => {
    const current = place.peek();
    const channel = current.view === 'narrow' ? channelIn(current.narrow) : undefined;
    if (channel === undefined) return false;
    location.hash = hrefOfTopics(channel);
    return true;
  },
  escape: () => {
    (document.activeElement as HTMLElement | null)?.blur?.();
  },
};
