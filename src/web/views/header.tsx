import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { List, Plus, Search, Users } from '../design/icons.ts';
import { lazyView } from '../design/lazy.tsx';
import { Button, Icon } from '../design/primitives.tsx';
import { joinNames } from '../i18n/isolation.ts';
import { t } from '../i18n/text.ts';
import { canPost } from '../permissions/messages.ts';
import type { Route } from '../routing/router.ts';
import { elements } from '../store/local/elements.ts';
import { channelIn, conversationIn, type Narrow } from '../store/narrow.ts';
import { panelShown } from '../store/page.ts';
import { store } from '../store/store.ts';
import { channelName, displayNames, hrefOfNarrow, hrefOfTopics, topicName } from '../text/names.ts';
import { getText } from '../text/safe-html.ts';
import { findBuiltInView } from './built-in-views.ts';
import { ChannelSign } from './feed/recipient-bar.tsx';
import { MenuButton, startTopic } from './menus.tsx';
import { PersonNote } from './people/status-sign.tsx';
import { openSearch } from './search/search.tsx';
import { TopicName } from './topic-name.tsx';
import { badgeCount } from './unread-counts.ts';
import { togglePanel } from './user-list/panel-state.ts';

const PinsButton = lazyView(() => import('./pins/pins.tsx').then(({ PinsButton }) => PinsButton));
const Pills = lazyView(() => import('./search/pills.tsx').then(({ Pills }) => Pills));
const SearchTools = lazyView(() => import('./search/search-tools.tsx').then(({ SearchTools }) => SearchTools));

interface Title {
  title: string;
  note?: string;
  channel?: number;
  person?: number;
}

function getTitle(here: Route): Title {
  const single: Partial<Record<Route['view'], () => string>> = {
    inbox: () => t('Inbox'),
    recent: () => t('Recent conversations'),
    feed: () => t('Combined feed'),
    direct: () => t('Direct messages'),
    drafts: () => t('Drafts'),
    scheduled: () => t('Scheduled messages'),
    reminders: () => t('Reminders'),
    settings: () => t('Settings'),
    organization: () => t('Organization'),
    channels: () => t('Channels'),
    groups: () => t('Groups'),
    user: () => t('Profile'),
    you: () => t('You'),
    share: () => t('Share'),
  };
  if (here.view === 'topics') return { title: channelName(here.channel), note: t('Topics'), channel: here.channel };
  if (here.view !== 'narrow') return { title: single[here.view]?.() ?? t('Not found') };
  const conversation = conversationIn(here.narrow);
  if (conversation?.kind === 'direct') {
    const [only] = conversation.people;
    return { title: displayNames(conversation.people), ...(conversation.people.length === 1 && { person: only! }) };
  }
  if (conversation)
    return {
      title: topicName(conversation.topic),
      channel: conversation.channel,
      ...(conversation.topic === '' && { note: t('Messages without a topic') }),
    };
  const channel = here.narrow.length === 1 ? channelIn(here.narrow) : undefined;
  if (channel !== undefined)
    return {
      title: channelName(channel),
      channel,
      note: getText(store.channels.value.get(channel)?.rendered_description ?? ''),
    };
  return { title: findBuiltInView(here.narrow)?.title() ?? t('Search results') };
}

export function Header({ place: here, narrow }: { place: Route; narrow: Narrow | undefined }) {
  const { title, note, channel, person } = getTitle(here);
  const conversation = narrow && conversationIn(narrow);
  const isSearch = here.view === 'narrow' && !conversation && channel === undefined && !findBuiltInView(here.narrow);
  return (
    <header class="main-head" translate={false}>
      <div class="main-title">
        {conversation?.kind === 'topic' && (
          <p class="breadcrumb">
            <a dir="auto" href={hrefOfNarrow([{ operator: 'channel', operand: conversation.channel }])}>
              <ChannelSign id={conversation.channel} size={15} />
              <span class="row-name" dir="auto">
                {channelName(conversation.channel)}
              </span>
            </a>
            <span aria-hidden="true">›</span>
          </p>
        )}
        {channel !== undefined && !conversation ? (
          <div class="signed" dir="auto">
            <ChannelSign id={channel} size={20} />
            <h1>{title}</h1>
          </div>
        ) : (
          <h1>{conversation?.kind === 'topic' ? <TopicName topic={conversation.topic} /> : title}</h1>
        )}
        {person !== undefined && <PersonNote id={person} />}
        {note && (
          <span class="main-note" dir="auto">
            {note}
          </span>
        )}
      </div>
      {isSearch && (
        <div class="search-terms">
          <Pills narrow={here.narrow} />
        </div>
      )}
      <div class="main-actions">
        <PlaceActions channel={channel} person={person} narrow={narrow} />
        {isSearch ? (
          <SearchTools place={here} />
        ) : (
          <Button kind="quiet" class="search-button" icon={Search} label={t('Search')} onClick={openSearch} />
        )}
      </div>
    </header>
  );
}

interface PlaceActionsProps extends Pick<ReturnType<typeof getTitle>, 'channel' | 'person'> {
  narrow: Narrow | undefined;
}

/** Buttons of a channel or a conversation: its pins, topics, menu and people. */
function PlaceActions({ channel, person, narrow }: PlaceActionsProps) {
  const conversation = narrow && conversationIn(narrow);
  const isThere = channel !== undefined && store.channels.value.has(channel);
  const place = conversation ?? (narrow?.length === 1 && isThere ? { kind: 'channel' as const, channel } : undefined);
  return (
    <>
      {isThere && !conversation && canPost(store.channels.value.get(channel)) && (
        <Button kind="quiet" class="new-topic" icon={Plus} onClick={() => startTopic(channel)}>
          <span>{t('New topic')}</span>
        </Button>
      )}
      {place && <PinsButton place={place} />}
      {isThere && (
        <a
          class="button button-quiet button-icon"
          href={hrefOfTopics(channel)}
          aria-label={t('All topics')}
          data-tip={t('All topics')}
        >
          <Icon of={List} />
        </a>
      )}
      {isThere && (
        <MenuButton channel={channel} {...(conversation?.kind === 'topic' && { topic: conversation.topic })} />
      )}
      {(isThere || person !== undefined || conversation?.kind === 'direct') && store.me.value.id !== 0 && (
        <Button
          kind="quiet"
          element={elements.panelToggle}
          class="panel-toggle"
          icon={Users}
          label={t('People')}
          aria-pressed={panelShown.value}
          onClick={togglePanel}
        />
      )}
    </>
  );
}

/**
 * Sets the window title to the current view and the unread count. Screen readers announce the view after navigation.
 */
export function PageTitle({ place: here }: { place: Route }) {
  const count = badgeCount.value;
  const { title: name, channel } = getTitle(here);
  const title = `${count > 0 ? `(${count}) ` : ''}${name} – ${store.realm.value.realm_name}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const conversation = here.view === 'narrow' ? conversationIn(here.narrow) : undefined;
  const whole = conversation?.kind === 'topic' ? joinNames([name, channelName(channel!)], ', ') : name;
  const announcement = useSignal('');
  const known = useRef(whole);
  useEffect(() => {
    if (known.current !== whole) announcement.value = known.current = whole;
  }, [whole]);
  return (
    <p class="visually-hidden" role="status" translate={false}>
      {announcement}
    </p>
  );
}
