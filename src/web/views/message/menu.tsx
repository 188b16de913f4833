import { useEffect } from 'preact/hooks';
import { isResolved } from '../../../shared/resolved-topics.ts';
import { fetchSource } from '../../actions/edit.ts';
import { markUnreadFrom, toggleStar } from '../../actions/flags.ts';
import { fetchPins, pinMessage, unpinMessage } from '../../actions/pins.ts';
import { copyAndReport } from '../../design/clipboard.ts';
import { Check, Copy, MailOpen, Pencil, Pin, Quote, SmilePlus, Star } from '../../design/icons.ts';
import { isNarrow, openPopover } from '../../design/layers.tsx';
import { Menu, type MenuItem } from '../../design/menu.tsx';
import { AlarmClock, Eye, Flag, FolderInput, Forward, History, Link, PinOff, Trash2 } from '../../design/more-icons.ts';
import { reportResult } from '../../design/report-result.ts';
import { t } from '../../i18n/text.ts';
import {
  canDelete,
  canEdit,
  canMoveToChannel,
  canPin,
  canRenameTopic,
  canResolve,
} from '../../permissions/messages.ts';
import { getConversation, getKey } from '../../store/conversation.ts';
import { pinnedIds, pinnedLists } from '../../store/local/pins.ts';
import type { Message, Narrow } from '../../store/narrow.ts';
import { editing } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { copyLink, forward, isChanged, move, openReactionPicker } from './actions.tsx';
import { quoteMessage } from './quote.ts';
import { SheetHead } from './sheet-head.tsx';

const who = () => import('./receipts.tsx');
const resolving = () => import('./resolve.tsx');
const dialogs = () => import('./dialogs.tsx');

/** Opens the menu of a message. */
export const openMessageMenu = (anchor: Element, message: Message, narrow: Narrow): void =>
  openPopover(anchor, <MessageMenu message={message} narrow={narrow} />);

/** The menu of a message. New entries go here. */
function MessageMenu({ message, narrow }: { message: Message; narrow: Narrow }) {
  const starred = message.flags.includes('starred');
  const { stream_id: channel, subject } = message;
  const place = getConversation(message, store.me.value.id);
  const isPinned = pinnedIds.value.has(message.id);
  // Feeds of several conversations do not know what is pinned.
  useEffect(() => void (!pinnedLists.peek().has(getKey(place)) && fetchPins(place).catch(() => {})), []);
  const items: (MenuItem | false)[] = [
    { name: t('Add reaction'), icon: SmilePlus, key: 'react', act: () => openReactionPicker(message) },
    { name: t('Quote and reply'), icon: Quote, key: 'quote', act: () => void quoteMessage(message) },
    { name: t('Forward'), icon: Forward, key: 'forward', act: () => void forward(message) },
    canEdit(message) && {
      name: t('Edit'),
      icon: Pencil,
      key: 'edit',
      apart: true,
      act: () => (editing.value = message.id),
    },
    (canRenameTopic(message) || canMoveToChannel(message)) && {
      name: t('Move'),
      icon: FolderInput,
      key: 'move',
      act: () => void move(message),
    },
    channel !== undefined &&
      canResolve(channel) && {
        name: isResolved(subject) ? t('Unresolve topic') : t('Resolve topic'),
        icon: Check,
        act: () => void resolving().then(({ resolveTopic }) => resolveTopic(message.id, subject)),
      },
    {
      name: starred ? t('Remove star') : t('Star'),
      icon: Star,
      key: 'star',
      apart: true,
      act: () => void toggleStar(message),
    },
    canPin(message) && {
      name: isPinned ? t('Unpin message') : t('Pin message'),
      icon: isPinned ? PinOff : Pin,
      act: () => void reportResult(isPinned ? unpinMessage(message) : pinMessage(message)),
    },
    ...laterItems(message, narrow),
  ];
  return (
    <Menu label={t('Message actions')} items={items.filter((item) => item !== false)}>
      {isNarrow() && <SheetHead message={message} />}
    </Menu>
  );
}

/** Entries that change nothing for the others, and the dangerous ones. */
const laterItems = (message: Message, narrow: Narrow): (MenuItem | false)[] => [
  message.reactions.length > 0 && {
    name: t('View reactions'),
    icon: SmilePlus,
    act: () => void who().then(({ openReactions }) => openReactions(message.id)),
  },
  store.realm.value.realm_enable_read_receipts && {
    name: t('View read receipts'),
    icon: Eye,
    key: 'receipts',
    act: () => void who().then(({ openReceipts }) => openReceipts(message)),
  },
  { name: t('Remind me'), icon: AlarmClock, act: () => void dialogs().then(({ openRemind }) => openRemind(message)) },
  {
    name: t('Mark as unread from here'),
    icon: MailOpen,
    key: 'unread',
    act: () => void markUnreadFrom(narrow, message.id),
  },
  { name: t('Copy link'), icon: Link, key: 'link', apart: true, act: () => void copyLink(message) },
  { name: t('Copy text'), icon: Copy, act: () => void copyAndReport(fetchSource(message)) },
  isChanged(message) && {
    name: t('View history'),
    icon: History,
    act: () => void dialogs().then(({ openHistory }) => openHistory(message)),
  },
  store.realm.value.realm_moderation_request_channel_id > 0 &&
    message.sender_id !== store.me.value.id && {
      name: t('Report'),
      icon: Flag,
      act: () => void dialogs().then(({ openReport }) => openReport(message)),
    },
  canDelete(message) && {
    name: t('Delete'),
    icon: Trash2,
    danger: true,
    act: () => void dialogs().then(({ confirmDelete }) => confirmDelete(message)),
  },
];
