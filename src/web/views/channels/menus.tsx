import { isResolved } from '../../../shared/resolved-topics.ts';
import { POLICY } from '../../../shared/topic-policies.ts';
import { changePersonalSettings, setPolicy } from '../../actions/channels.ts';
import { joinChannel } from '../../actions/join-channel.ts';
import { fetchTopics } from '../../actions/topics.ts';
import { afterRender } from '../../design/after-render.ts';
import { copyAndReport } from '../../design/clipboard.ts';
import { confirm } from '../../design/form-dialog.tsx';
import {
  Bell,
  Check,
  ChevronDown,
  ExternalLink,
  List,
  LogIn,
  MailOpen,
  MessageSquare,
  Pin,
} from '../../design/icons.ts';
import { openPopover, toast } from '../../design/layers.tsx';
import { Menu, type MenuItem } from '../../design/menu.tsx';
import {
  BellOff,
  BellRing,
  ChevronUp,
  FolderInput,
  Link,
  LogOut,
  Paperclip,
  PinOff,
  Settings,
  Trash2,
} from '../../design/more-icons.ts';
import { reportResult } from '../../design/report-result.ts';
import { t } from '../../i18n/text.ts';
import { canJoin, hasChannelPermission } from '../../permissions/channels.ts';
import { canMoveToChannel, canPost, canRenameTopic, canResolve } from '../../permissions/messages.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { Channel } from '../../store/channels.ts';
import { topicKey } from '../../store/conversation.ts';
import { topicLists } from '../../store/local/topic-lists.ts';
import { type Message, narrowTo } from '../../store/narrow.ts';
import { choosingRecipient, selectedRecipient } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { unreadInTopic } from '../../store/unread.ts';
import { channelLabel, channelName, hrefOfChannel, hrefOfTopics, makeHref, topicName } from '../../text/names.ts';
import { focusRecipients } from '../compose/compose.tsx';
import { markReadWithUndo } from '../mark-read.ts';
import { resolveTopic } from '../message/resolve.tsx';
import { canMoveChannel, moveChannel } from '../sidebar/reorder.ts';
import { TopicName } from '../topic-name.tsx';
import { unreadByChannel } from '../unread-counts.ts';
import { leaveAfterAsking } from './browser.tsx';
import type { ContentKind } from './content-items.ts';
import { hrefOfSettings } from './links.ts';

export const openChannelMenu = (anchor: Element, id: number): void => openPopover(anchor, <ChannelMenu id={id} />);
export const openTopicMenu = (anchor: Element, channel: number, topic: string): void =>
  openPopover(anchor, <TopicMenu channel={channel} topic={topic} />);

/** Opens the compose box for a new topic of a channel. */
export function startTopic(channel: number): void {
  // The fields begin again if they are open for another channel.
  choosingRecipient.value = undefined;
  afterRender(() => {
    selectedRecipient.value = { kind: 'topic', channel, topic: '' };
    choosingRecipient.value = 'topic';
    focusRecipients();
  });
}

const goTo = (href: string) => (): void => {
  location.hash = href;
};

const openContents = (channel: number, kind: ContentKind): void =>
  void import('./contents.tsx').then(({ openChannelContents }) => openChannelContents(channel, kind));

const whole = (href: string): string => location.origin + location.pathname + href;

function ChannelMenu({ id }: { id: number }) {
  const channel = store.channels.value.get(id);
  if (!channel) return null;
  const { subscribed, pin_to_top, is_muted, name } = channel;
  const waits = unreadByChannel.value.has(id);
  const items: (MenuItem | false)[] = [
    canPost(channel) && { name: t('New topic'), icon: MessageSquare, key: 'compose', act: () => startTopic(id) },
    waits && {
      name: t('Mark all as read'),
      icon: MailOpen,
      act: () => markReadWithUndo([{ operator: 'channel', operand: id }]),
    },
    subscribed && {
      name: pin_to_top ? t('Unpin') : t('Pin to top'),
      icon: pin_to_top ? PinOff : Pin,
      act: () => void reportResult(changePersonalSettings(id, { pin_to_top: !pin_to_top })),
    },
    pin_to_top &&
      canMoveChannel(id, -1) && { name: t('Move up'), icon: ChevronUp, act: () => void moveChannel(id, -1) },
    pin_to_top &&
      canMoveChannel(id, 1) && { name: t('Move down'), icon: ChevronDown, act: () => void moveChannel(id, 1) },
    subscribed && {
      name: is_muted ? t('Unmute channel') : t('Mute channel'),
      icon: is_muted ? Bell : BellOff,
      act: () => void reportResult(changePersonalSettings(id, { is_muted: !is_muted })),
    },
    { name: t('All topics'), icon: List, key: 'topics', act: goTo(hrefOfTopics(id)) },
    {
      name: t('Pinned messages'),
      icon: Pin,
      act: () => void import('../pins/pins.tsx').then(({ openChannelPins }) => openChannelPins(id)),
    },
    { name: t('Files'), icon: Paperclip, act: () => openContents(id, 'files') },
    { name: t('Links'), icon: ExternalLink, act: () => openContents(id, 'links') },
    { name: t('Copy link'), icon: Link, act: () => void copyAndReport(whole(hrefOfChannel(id))) },
    store.me.value.id !== 0 && { name: t('Channel settings'), icon: Settings, act: goTo(hrefOfSettings(id)) },
    canJoin(channel) && { name: t('Join'), icon: LogIn, act: () => void reportResult(joinChannel(channel)) },
    subscribed &&
      !channel.is_archived && { name: t('Leave'), icon: LogOut, danger: true, act: () => leaveAfterAsking(channel) },
  ];
  return (
    <Menu
      label={t('Actions for {channel}', { channel: channelLabel(name) })}
      items={items.filter((item) => item !== false)}
    >
      <p class="menu-title" dir="auto">
        {channelLabel(name)}
      </p>
    </Menu>
  );
}

function TopicMenu({ channel: id, topic }: { channel: number; topic: string }) {
  const channel = store.channels.value.get(id);
  if (!channel) return null;
  const reader = store.me.value.id !== 0;
  const actions: (MenuItem | false)[] = [
    unreadInTopic(store.unread.value, id, topic) > 0 && {
      name: t('Mark as read'),
      icon: MailOpen,
      act: () => markReadWithUndo(narrowTo({ kind: 'topic', channel: id, topic })),
    },
    canResolve(id) &&
      topic !== '' && {
        name: isResolved(topic) ? t('Unresolve topic') : t('Resolve topic'),
        icon: Check,
        act: () => void reportResult(withNewest(id, topic, ({ id }) => resolveTopic(id, topic))),
      },
    reader &&
      !channel.is_archived && {
        name: t('Rename topic'),
        icon: FolderInput,
        act: () => void reportResult(withNewest(id, topic, moveAll)),
      },
    { name: t('Copy link'), icon: Link, act: () => void copyAndReport(topicLink(id, topic)) },
    !channel.is_archived &&
      (hasRealmPermission('can_delete_any_message_group') ||
        hasChannelPermission(channel, 'can_delete_any_message_group')) && {
        name: t('Delete topic'),
        icon: Trash2,
        danger: true,
        act: () => deleteTopic(id, topic),
      },
  ];
  return (
    <Menu
      label={t('Actions for topic {topic}', { topic: topicName(topic) })}
      items={[...(reader ? policyItems(channel, topic) : []), ...actions.filter((item) => item !== false)]}
    >
      <p class="menu-title" dir="auto">
        <TopicName topic={topic} />
      </p>
    </Menu>
  );
}

/** The policies of a topic, of which the current one is marked. */
function policyItems(channel: Channel, topic: string): MenuItem[] {
  const { stream_id: id } = channel;
  const policy = store.topicPolicies.value.get(topicKey(id, topic)) ?? POLICY.none;
  const set = (next: 0 | 1 | 2 | 3) => () => void reportResult(setPolicy(id, topic, next));
  const choices = [
    { name: t('Follow'), icon: BellRing, chosen: policy === POLICY.followed, act: set(POLICY.followed) },
    (channel.is_muted || policy === POLICY.unmuted) && {
      name: t('Unmute'),
      icon: Bell,
      chosen: policy === POLICY.unmuted,
      act: set(POLICY.unmuted),
    },
    {
      name: channel.is_muted ? t('Channel default (muted)') : t('Channel default'),
      icon: MessageSquare,
      chosen: policy === POLICY.none,
      act: set(POLICY.none),
    },
    {
      name: t('Mute'),
      icon: BellOff,
      key: 'muteTopic' as const,
      chosen: policy === POLICY.muted,
      act: set(POLICY.muted),
    },
  ];
  return choices.filter((item) => item !== false);
}

/** A permanent link to a topic, which stays valid after a rename or move. */
async function topicLink(channel: number, topic: string): Promise<string> {
  const newest = await newestIn(channel, topic);
  return whole(makeHref({ kind: 'topic', channel, topic }) + (newest === undefined ? '' : `/with/${newest}`));
}

async function newestIn(channel: number, topic: string): Promise<number | undefined> {
  if (!topicLists.peek().has(channel)) await fetchTopics(channel);
  return topicLists
    .peek()
    .get(channel)
    ?.find(({ name }) => name.toLowerCase() === topic.toLowerCase())?.max_id;
}

/** Runs an action that the API applies to a message, on the topic's newest message. */
export async function withNewest(channel: number, topic: string, act: (message: Message) => unknown): Promise<void> {
  const message_id = await newestIn(channel, topic);
  if (message_id === undefined) return toast(t('There are no messages in this topic.'), true);
  const { message } = await request('GET /messages/{message_id}', { message_id, allow_empty_topic_name: true });
  await act(message);
}

async function moveAll(message: Message): Promise<void> {
  if (!canRenameTopic(message) && !canMoveToChannel(message))
    return toast(t('You don’t have permission to move this topic.'), true);
  const { openMove } = await import('../message/move.tsx');
  openMove(message, 'change_all');
}

function deleteTopic(stream_id: number, topic_name: string): void {
  const act = async () => {
    while (!(await request('POST /streams/{stream_id}/delete_topic', { stream_id, topic_name })).complete);
  };
  confirm(
    { title: t('Delete {topic}?', { topic: topicName(topic_name) }), action: t('Delete topic'), danger: true, act },
    <p>
      {t(
        'All messages of this topic in {channel} will be deleted for everyone. Administrators can restore them for some time.',
        {
          channel: channelLabel(channelName(stream_id)),
        },
      )}
    </p>,
  );
}
