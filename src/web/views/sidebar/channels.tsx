import { useComputed, useSignal } from '@preact/signals';
import { openChannel } from '../../actions/open-channel.ts';
import { Plus } from '../../design/icons.ts';
import { memo } from '../../design/memo.ts';
import { Badge, Button } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { canCreateAnyChannel } from '../../permissions/channels.ts';
import { canPost } from '../../permissions/messages.ts';
import type { Channel } from '../../store/channels.ts';
import { currentRoute } from '../../store/local/route.ts';
import { channelIn, conversationIn } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { hrefOfChannel } from '../../text/names.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';
import { MentionSign } from '../mention-sign.tsx';
import { NewTopicButton, openChannelMenu, RowMenuButton, rowMenu } from '../menus.tsx';
import { getUnreadCount, mentioned } from '../unread-counts.ts';
import { channelSections } from './channel-sections.ts';
import { Section, unreadLabel } from './section.tsx';
import { TopicRows } from './topics.tsx';
import { VirtualRows } from './virtual-rows.tsx';

/** The channels, grouped by pins and folders. */
export function ChannelList() {
  const all = channelSections.value;
  const several = all.filter(({ channels, inactive }) => channels.length + inactive.length > 0).length > 1;
  return all.map(({ id, folder, channels, inactive }) => (
    <Channels
      key={id}
      id={id}
      title={folder ?? (id === 'pinned' ? t('Pinned') : several ? t('Other channels') : t('Channels'))}
      channels={channels}
      inactive={inactive}
      {...(id === 'channels' && store.me.value.id !== 0 && { href: '#channels/all' })}
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

/** A section of channels. Inactive channels without unread messages are behind a "more" row. */
function Channels({ id, title, channels, inactive, href }: ChannelsProps) {
  const showAll = useSignal(false);
  const here = useComputed(() => {
    const at = currentRoute.value;
    return at.view === 'topics' ? at.channel : at.view === 'narrow' ? channelIn(at.narrow) : undefined;
  });
  if (channels.length + inactive.length === 0 && !href) return null;
  const waiting = [...channels, ...inactive].reduce((sum, { stream_id }) => sum + getUnreadCount(stream_id), 0);
  const isShown = ({ stream_id }: Channel) =>
    showAll.value || getUnreadCount(stream_id) > 0 || stream_id === here.value;
  const shown = [...channels, ...inactive.filter(isShown)];
  const hidden = channels.length + inactive.length - shown.length;
  return (
    <Section
      id={id}
      title={title}
      count={waiting}
      isMentioned={[...channels, ...inactive].some(({ stream_id }) => mentioned.value.channels.has(stream_id))}
      {...(href && { href })}
      action={
        href &&
        canCreateAnyChannel() && (
          <Button kind="quiet" icon={Plus} label={t('New channel')} onClick={() => (location.hash = '#channels/new')} />
        )
      }
    >
      <VirtualRows
        items={shown}
        here={shown.findIndex(({ stream_id }) => stream_id === here.value)}
        render={(channel) => <ChannelRow key={channel.stream_id} channel={channel} />}
      >
        {shown.length + hidden === 0 && (
          <div role="listitem">
            <a class="row row-more" href={href}>
              {t('All channels')}
            </a>
          </div>
        )}
        {hidden > 0 && (
          <div role="listitem">
            <button type="button" class="row row-more" onClick={() => (showAll.value = true)}>
              {plural(hidden, '{n} inactive channel', '{n} inactive channels')}
            </button>
          </div>
        )}
      </VirtualRows>
    </Section>
  );
}

const ChannelRow = memo(({ channel: { stream_id: id, name, is_muted, pin_to_top } }: { channel: Channel }) => {
  const here = useComputed(() => {
    const at = currentRoute.value;
    if (at.view === 'topics') return at.channel === id ? 'topics' : undefined;
    if (at.view !== 'narrow' || channelIn(at.narrow) !== id) return undefined;
    return conversationIn(at.narrow) ? 'topic' : 'channel';
  });
  const waiting = getUnreadCount(id);
  const isMentioned = useComputed(() => mentioned.value.channels.has(id)).value;
  return (
    <div
      role="listitem"
      class={is_muted ? 'is-muted has-menu' : 'has-menu'}
      data-channel={pin_to_top ? id : undefined}
      {...rowMenu((anchor) => openChannelMenu(anchor, id))}
    >
      <a
        class={waiting > 0 ? 'row row-unread' : 'row'}
        href={hrefOfChannel(id)}
        onClick={(event) => openChannel(event, id)}
        aria-current={here.value !== undefined && here.value !== 'topic' ? 'page' : undefined}
      >
        <ChannelSign id={id} />
        <span class="row-name" dir="auto">
          {name}
        </span>
        {isMentioned && <MentionSign />}
        <Badge count={waiting} label={unreadLabel(waiting)} />
      </a>
      {store.me.value.id !== 0 && <RowMenuButton channel={id} />}
      {canPost(store.channels.value.get(id)) && <NewTopicButton channel={id} />}
      {here.value !== undefined && <TopicRows channel={id} />}
    </div>
  );
});
