import { useSignal } from '@preact/signals';
import { joinChannel, unsubscribe } from '../../actions/channels.ts';
import { confirm } from '../../design/form-dialog.tsx';
import { Check, Hash, Plus, Search, Settings, Users } from '../../design/icons.ts';
import { LongList } from '../../design/long-list.tsx';
import { Archive } from '../../design/more-icons.ts';
import { Button, EmptyState, Icon, Tabs } from '../../design/primitives.tsx';
import { reportResult } from '../../errors/report-result.ts';
import { plural, t } from '../../i18n/text.ts';
import { canAdminister, canCreateAnyChannel, canJoin, reasonCannotJoin } from '../../permissions/channels.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';
import { channelLabel, hrefOfChannel } from '../../text/names.ts';
import { textOf } from '../../text/safe-html.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';
import { hrefOfSettings } from './links.ts';

const TABS = ['all', 'subscribed', 'available', 'notsubscribed', 'archived'] as const;
export type BrowserTab = (typeof TABS)[number];
export const isBrowserTab = (name: string): name is BrowserTab => TABS.includes(name as BrowserTab);

const ROW = 80;
const ORDERS: Record<string, (a: Channel, b: Channel) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  people: (a, b) => b.subscriber_count - a.subscriber_count || a.name.localeCompare(b.name),
  traffic: (a, b) => (b.stream_weekly_traffic ?? 0) - (a.stream_weekly_traffic ?? 0) || a.name.localeCompare(b.name),
  newest: (a, b) => b.date_created - a.date_created,
};

/** Lists all visible channels to search, join and leave. */
export function Browser({ shelf: asked }: { shelf: BrowserTab }) {
  const shelf = asked === 'notsubscribed' ? 'available' : asked;
  const filter = useSignal('');
  const folder = useSignal(0);
  const privacy = useSignal('');
  const order = useSignal('name');
  const all = [...store.channels.value.values()];
  const isOn: Record<string, (channel: Channel) => boolean> = {
    all: ({ is_archived }) => !is_archived,
    subscribed: ({ subscribed, is_archived }) => subscribed && !is_archived,
    available: ({ subscribed, is_archived }) => !subscribed && !is_archived,
    archived: ({ is_archived }) => is_archived,
  };
  const hasArchived = all.some(({ is_archived }) => is_archived);
  const words = filter.value.trim().toLocaleLowerCase();
  const shown = all
    .filter(isOn[shelf]!)
    .filter(({ folder_id }) => folder.value === 0 || folder_id === (folder.value === -1 ? null : folder.value))
    .filter((channel) => privacy.value === '' || privacyOf(channel) === privacy.value)
    .filter(({ name, description }) => `${name}\n${description}`.toLocaleLowerCase().includes(words))
    .sort((a, b) => Number(begins(b, words)) - Number(begins(a, words)) || ORDERS[order.value]!(a, b));
  const folders = [...store.folders.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => a.order - b.order);
  return (
    <>
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
      <div class="view">
        <div class="page channels-page">
          <Tabs
            label={t('Show channels')}
            current={`#channels/${shelf}`}
            tabs={[
              { href: '#channels/all', name: t('All') },
              { href: '#channels/subscribed', name: t('Joined') },
              { href: '#channels/available', name: t('Not joined') },
              ...(hasArchived ? [{ href: '#channels/archived', name: t('Archived') }] : []),
            ]}
          />
          <div class="channels-filters" role="search" aria-label={t('Find a channel')}>
            <input
              type="search"
              aria-label={t('Find a channel')}
              placeholder={t('Find a channel')}
              value={filter.value}
              onInput={(event) => (filter.value = event.currentTarget.value)}
            />
            {folders.length > 0 && (
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
            )}
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
          <p class="unseen" role="status">
            {plural(shown.length, '{n} channel', '{n} channels')}
          </p>
          {shown.length === 0 ? (
            <EmptyState
              icon={shelf === 'archived' ? Archive : words ? Search : Hash}
              title={words ? t('No matches') : t('No channels')}
            >
              <p>
                {words
                  ? t('No channel name or description matches your search.')
                  : t('There are no channels in this list.')}
              </p>
            </EmptyState>
          ) : (
            <div class="lines">
              <LongList
                label={t('Channels')}
                items={shown}
                keyOf={({ stream_id }) => stream_id}
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

const begins = ({ name }: Channel, words: string): boolean =>
  words !== '' && name.toLocaleLowerCase().startsWith(words);
const privacyOf = ({ is_web_public, invite_only }: Channel): string =>
  is_web_public ? 'web' : invite_only ? 'private' : 'public';

function Row({ channel }: { channel: Channel }) {
  const { stream_id: id, name, rendered_description, subscribed, subscriber_count, stream_weekly_traffic } = channel;
  const joins = canJoin(channel);
  const traffic =
    stream_weekly_traffic === null
      ? t('new')
      : plural(stream_weekly_traffic, '{n} message a week', '{n} messages a week');
  return (
    <div class="line channel-line">
      <ChannelSign id={id} size={20} />
      <div class="line-body">
        <span class="channel-line-name">
          <a class="line-name" dir="auto" href={subscribed || joins ? hrefOfChannel(id) : hrefOfSettings(id)}>
            {name}
          </a>
          {channel.is_archived && <span class="tag">{t('archived')}</span>}
        </span>
        <span class="line-note" dir="auto">
          {textOf(rendered_description) || t('No description')}
        </span>
        <span class="channel-figures">
          <span>
            <Icon of={Users} size={13} />
            {plural(subscriber_count, '{n} person', '{n} people')}
          </span>
          <span>{traffic}</span>
        </span>
      </div>
      <a
        class="button button-quiet button-icon"
        href={hrefOfSettings(id)}
        aria-label={t('Settings for {channel}', { channel: channelLabel(name) })}
        data-tip={canAdminister(channel) ? t('Settings') : t('About this channel')}
      >
        <Icon of={Settings} />
      </a>
      {subscribed ? (
        <Button class="channel-join is-in" icon={Check} onClick={() => leaveAfterAsking(channel)}>
          {t('Joined')}
          <span class="unseen">{t('Leave {channel}', { channel: channelLabel(name) })}</span>
        </Button>
      ) : joins ? (
        <Button
          kind="primary"
          class="channel-join"
          aria-label={t('Join {channel}', { channel: channelLabel(name) })}
          onClick={() =>
            void reportResult(joinChannel(channel), t('You joined {channel}.', { channel: channelLabel(name) }))
          }
        >
          {t('Join')}
        </Button>
      ) : (
        <span class="channel-why" data-tip={reasonCannotJoin(channel)}>
          {channel.is_archived ? t('Archived') : t('Invite only')}
          <span class="unseen">{reasonCannotJoin(channel)}</span>
        </span>
      )}
    </div>
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
