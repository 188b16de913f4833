import { joinChannel } from '../../actions/join-channel.ts';
import { Check, MessageSquare } from '../../design/icons.ts';
import { Archive } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { Tabs } from '../../design/tabs.tsx';
import { plural, t } from '../../i18n/text.ts';
import { canAdminister, canJoin, reasonCannotJoin } from '../../permissions/channels.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';
import { channelLabel, hrefOfChannel } from '../../text/names.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';
import { BackToChannels } from './back-link.tsx';
import { leaveAfterAsking } from './browser.tsx';
import { General } from './general.tsx';
import { hrefOfSettings, type Tab } from './links.ts';
import { Permissions } from './permissions.tsx';
import { Personal } from './personal.tsx';
import { aboutPrivacy, getPrivacy } from './privacy.tsx';
import { Subscribers } from './subscribers.tsx';

const VIEWS = { general: General, personal: Personal, subscribers: Subscribers, permissions: Permissions };

/** All settings of one channel. */
export function ChannelSettings({ id, tab }: { id: number; tab: string | undefined }) {
  const channel = store.channels.value.get(id)!;
  const tabs: [Tab, string][] = [
    ['general', t('General')],
    ...(channel.subscribed ? [['personal', t('Personal')] as [Tab, string]] : []),
    ['subscribers', t('People')],
    ['permissions', t('Permissions')],
  ];
  const current = tabs.find(([name]) => name === tab)?.[0] ?? 'general';
  const View = VIEWS[current];
  return (
    <>
      <header class="main-head">
        <BackToChannels />
        <div class="main-title">
          <ChannelSign id={id} size={20} />
          <h1>{channel.name}</h1>
          {channel.is_archived && <span class="tag">{t('archived')}</span>}
        </div>
        <Actions channel={channel} />
      </header>
      <div class="view">
        <div class="channel-settings">
          <Tabs
            label={t('Settings sections')}
            current={hrefOfSettings(id, current)}
            tabs={tabs.map(([name, label]) => ({ href: hrefOfSettings(id, name), name: label }))}
          />
          {channel.is_archived ? (
            <p class="notice">
              <Icon of={Archive} size={16} />
              {t('This channel is archived. You can read it, but nobody can post in it.')}
            </p>
          ) : (
            !channel.subscribed && !canJoin(channel) && <p class="notice">{reasonCannotJoin(channel)}</p>
          )}
          <p class="channel-about">
            <span>{aboutPrivacy(getPrivacy(channel)).name}</span>
            <span>{plural(channel.subscriber_count, '{n} person', '{n} people')}</span>
            {!canAdminister(channel) && <span>{t('Only channel administrators can change these settings.')}</span>}
          </p>
          <View key={current} channel={channel} />
        </div>
      </div>
    </>
  );
}

const Actions = ({ channel }: { channel: Channel }) => (
  <div class="main-actions">
    {(channel.subscribed || canJoin(channel)) && (
      <a class="button button-plain" href={hrefOfChannel(channel.stream_id)}>
        <Icon of={MessageSquare} size={16} />
        <span class="channel-read">{t('Open channel')}</span>
      </a>
    )}
    {channel.subscribed && !channel.is_archived && (
      <Button icon={Check} onClick={() => leaveAfterAsking(channel)}>
        {t('Joined')}
        <span class="visually-hidden">{t('Leave {channel}', { channel: channelLabel(channel.name) })}</span>
      </Button>
    )}
    {canJoin(channel) && (
      <Button kind="primary" onClick={() => void reportResult(joinChannel(channel))}>
        {t('Join')}
      </Button>
    )}
  </div>
);
