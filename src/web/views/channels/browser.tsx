import { type Signal, useSignal } from '@preact/signals';
import { unsubscribe } from '../../actions/channels.ts';
import { joinChannel } from '../../actions/join-channel.ts';
import { confirm } from '../../design/form-dialog.tsx';
import { Check, Hash, Plus, Search, Users } from '../../design/icons.ts';
import { LongList } from '../../design/long-list.tsx';
import { Archive, Settings } from '../../design/more-icons.ts';
import { Button, EmptyState, Icon } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { Tabs } from '../../design/tabs.tsx';
import { plural, t } from '../../i18n/text.ts';
import { canAdminister, canCreateAnyChannel, canJoin, reasonCannotJoin } from '../../permissions/channels.ts';
import { activeFolders } from '../../store/account.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { channelLabel, hrefOfChannel } from '../../text/names.ts';
import { getText } from '../../text/safe-html.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';
import { hrefOfSettings } from './links.ts';

const TABS = ['all', 'subscribed', 'available', 'notsubscribed', 'archived'] as const;
export type BrowserTab = (typeof TABS)[number];
export const isBrowserTab = (name: string): name is BrowserTab => TABS.includes(name as BrowserTab);

const ROW = 80;
const ORDERS: Record<string, (a: Channel, b: Channel) => number> = {
  name: (a, b) => compareNames(a.name, b.name),
  people: (a, b) => b.subscriber_count - a.subscriber_count || compareNames(a.name, b.name),
  traffic: (a, b) => (b.stream_weekly_traffic ?? 0) - (a.stream_weekly_traffic ?? 0) || compareNames(a.name, b.name),
  newest: (a, b) => b.date_created - a.date_created,
};

const IS_IN_TAB: Record<BrowserTab, (channel: Channel) => boolean> = {
  all: ({ is_archived }) => !is_archived,
  subscribed: ({ subscribed, is_archived }) => subscribed && !is_archived,
  available: ({ subscribed, is_archived }) => !subscribed && !is_archived,
  notsubscribed: ({ subscribed, is_archived }) => !subscribed && !is_archived,
  archived: ({ is_archived }) => is_archived,
};

/** Lists all visible channels to search, join and leave. */
export function Browser({ tab }: { tab: BrowserTab }) {
  const filters = useFilters();
  const shown = filteredChannels(tab, filters);
  return (
    <>
      <BrowserHeader />
      <div class="view">
        <div class="page channels-page">
          <BrowserTabs tab={tab} />
          <FilterBar filters={filters} />
          <p class="visually-hidden" role="status">
            {plural(shown.length, '{n} channel', '{n} channels')}
          </p>
          {shown.length === 0 ? (
            <NoChannels tab={tab} isSearch={filters.query.value.trim() !== ''} />
          ) : (
            <div class="lines">
              <LongList
                label={t('Channels')}
                items={shown}
                getKey={({ stream_id }) => stream_id}
                height={ROW}
                render={(channel) => <Row channel={channel} />}
              />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** What the user filters and sorts the channels by. */
const useFilters = () => ({
  query: useSignal(''),
  /** A folder's ID, 0 for all channels, -1 for channels without a folder. */
  folder: useSignal(0),
  privacy: useSignal(''),
  order: useSignal('name'),
});

type Filters = ReturnType<typeof useFilters>;

function filteredChannels(tab: BrowserTab, { query, folder, privacy, order }: Filters): Channel[] {
  const needle = query.value.trim().toLocaleLowerCase();
  return [...store.channels.value.values()]
    .filter(IS_IN_TAB[tab])
    .filter(({ folder_id }) => folder.value === 0 || folder_id === (folder.value === -1 ? null : folder.value))
    .filter((channel) => privacy.value === '' || describePrivacy(channel) === privacy.value)
    .filter(({ name, description }) => `${name}\n${description}`.toLocaleLowerCase().includes(needle))
    .sort((a, b) => Number(startsWith(b, needle)) - Number(startsWith(a, needle)) || ORDERS[order.value]!(a, b));
}

const BrowserHeader = () => (
  <header class="main-head">
    <div class="main-title">
      <h1>{t('Channels')}</h1>
    </div>
    <div class="main-actions">
      {canCreateAnyChannel() && (
        <a class="button button-primary" href="#channels/new">
          <Icon of={Plus} size={16} />
          {t('New channel')}
        </a>
      )}
    </div>
  </header>
);

function BrowserTabs({ tab }: { tab: BrowserTab }) {
  const hasArchived = [...store.channels.value.values()].some(({ is_archived }) => is_archived);
  return (
    <Tabs
      label={t('Show channels')}
      current={`#channels/${tab === 'notsubscribed' ? 'available' : tab}`}
      tabs={[
        { href: '#channels/all', name: t('All') },
        { href: '#channels/subscribed', name: t('Joined') },
        { href: '#channels/available', name: t('Not joined') },
        ...(hasArchived ? [{ href: '#channels/archived', name: t('Archived') }] : []),
      ]}
    />
  );
}

const FilterBar = ({ filters: { query, folder, privacy, order } }: { filters: Filters }) => (
  <div class="channels-filters" role="search" aria-label={t('Find a channel')}>
    <input
      type="search"
      aria-label={t('Find a channel')}
      placeholder={t('Find a channel')}
      value={query.value}
      onInput={(event) => (query.value = event.currentTarget.value)}
    />
    <FolderFilter folder={folder} />
    <select
      aria-label={t('Channel privacy')}
      value={privacy.value}
      onChange={(event) => (privacy.value = event.currentTarget.value)}
    >
      <option value="">{t('Public and private')}</option>
      <option value="web">{t('Web-public')}</option>
      <option value="public">{t('Public')}</option>
      <option value="private">{t('Private')}</option>
    </select>
    <select
      aria-label={t('Sort by')}
      value={order.value}
      onChange={(event) => (order.value = event.currentTarget.value)}
    >
      <option value="name">{t('Name')}</option>
      <option value="people">{t('Most people first')}</option>
      <option value="traffic">{t('Most active first')}</option>
      <option value="newest">{t('Newest first')}</option>
    </select>
  </div>
);

/** Filters by folder, if the organization has any. */
function FolderFilter({ folder }: { folder: Signal<number> }) {
  const folders = activeFolders(store.folders.value);
  if (folders.length === 0) return null;
  return (
    <select
      aria-label={t('Folder')}
      value={folder.value}
      onChange={(event) => (folder.value = Number(event.currentTarget.value))}
    >
      <option value={0}>{t('All folders')}</option>
      {folders.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value={-1}>{t('No folder')}</option>
    </select>
  );
}

const NoChannels = ({ tab, isSearch }: { tab: BrowserTab; isSearch: boolean }) => (
  <EmptyState
    icon={tab === 'archived' ? Archive : isSearch ? Search : Hash}
    title={isSearch ? t('No matches') : t('No channels')}
  >
    <p>
      {isSearch ? t('No channel name or description matches your search.') : t('There are no channels in this list.')}
    </p>
  </EmptyState>
);

const startsWith = ({ name }: Channel, needle: string): boolean =>
  needle !== '' && name.toLocaleLowerCase().startsWith(needle);
const describePrivacy = ({ is_web_public, invite_only }: Channel): string =>
  is_web_public ? 'web' : invite_only ? 'private' : 'public';

function Row({ channel }: { channel: Channel }) {
  const { stream_id: id, name, rendered_description, subscribed } = channel;
  return (
    <div class="line channel-line">
      <ChannelSign id={id} size={20} />
      <div class="line-body">
        <span class="channel-line-name">
          <a
            class="line-name"
            dir="auto"
            href={subscribed || canJoin(channel) ? hrefOfChannel(id) : hrefOfSettings(id)}
          >
            {name}
          </a>
          {channel.is_archived && <span class="tag">{t('archived')}</span>}
        </span>
        <span class="line-note" dir="auto">
          {getText(rendered_description) || t('No description')}
        </span>
        <Figures channel={channel} />
      </div>
      <a
        class="button button-quiet button-icon"
        href={hrefOfSettings(id)}
        aria-label={t('Settings for {channel}', { channel: channelLabel(name) })}
        data-tip={canAdminister(channel) ? t('Settings') : t('About this channel')}
      >
        <Icon of={Settings} />
      </a>
      <Membership channel={channel} />
    </div>
  );
}

/** The numbers of subscribers and weekly messages. */
const Figures = ({ channel: { subscriber_count, stream_weekly_traffic } }: { channel: Channel }) => (
  <span class="channel-counts">
    <span>
      <Icon of={Users} size={13} />
      {plural(subscriber_count, '{n} person', '{n} people')}
    </span>
    <span>
      {stream_weekly_traffic === null
        ? t('new')
        : plural(stream_weekly_traffic, '{n} message a week', '{n} messages a week')}
    </span>
  </span>
);

/** A button to leave or join the channel, or the reason why the user cannot join. */
function Membership({ channel }: { channel: Channel }) {
  const label = channelLabel(channel.name);
  if (channel.subscribed)
    return (
      <Button class="channel-join is-subscribed" icon={Check} onClick={() => leaveAfterAsking(channel)}>
        {t('Joined')}
        <span class="visually-hidden">{t('Leave {channel}', { channel: label })}</span>
      </Button>
    );
  if (canJoin(channel))
    return (
      <Button
        kind="primary"
        class="channel-join"
        aria-label={t('Join {channel}', { channel: label })}
        onClick={() => void reportResult(joinChannel(channel), t('You joined {channel}.', { channel: label }))}
      >
        {t('Join')}
      </Button>
    );
  return (
    <span class="channel-reason" data-tip={reasonCannotJoin(channel)}>
      {channel.is_archived ? t('Archived') : t('Invite only')}
      <span class="visually-hidden">{reasonCannotJoin(channel)}</span>
    </span>
  );
}

/** Leaves a channel. If the user could not rejoin it, this asks first. */
export function leaveAfterAsking(channel: Channel): void {
  const act = () => unsubscribe(channel);
  const isForGood = (channel.invite_only && !canJoin({ ...channel, subscribed: false })) || store.me.peek().is_guest;
  if (!isForGood)
    return void reportResult(act(), t('You left {channel}.', { channel: channelLabel(channel.name) }), () =>
      joinChannel(channel),
    );
  const isLast = channel.invite_only && channel.subscriber_count === 1;
  confirm(
    { title: t('Leave {channel}?', { channel: channelLabel(channel.name) }), action: t('Leave'), danger: true, act },
    <p>
      {isLast
        ? t('You’re the last person in this channel. Nobody will be able to read it any more.')
        : t('You can’t rejoin on your own. Someone in the channel has to add you.')}
    </p>,
  );
}
