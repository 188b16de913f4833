import { render } from 'preact';
import { fetchSource, isResolved, toggleResolved } from '../../actions/edit.ts';
import { quickReactions, recordEmojiUse } from '../../actions/emoji.ts';
import { markUnreadFrom, toggleStar } from '../../actions/flags.ts';
import { toggleReaction } from '../../actions/reactions.ts';
import { copyAndReport } from '../../design/clipboard.ts';
import { EmojiIcon } from '../../design/emoji.tsx';
import {
  AlarmClock,
  CircleCheck,
  Copy,
  Ellipsis,
  Eye,
  Flag,
  FolderInput,
  Forward,
  History,
  Link,
  MailOpen,
  Pencil,
  Quote,
  SmilePlus,
  Star,
  Trash2,
} from '../../design/icons.ts';
import { Menu, type MenuItem, openPopover, Panel, toast } from '../../design/layers.tsx';
import { lazyView } from '../../design/lazy.tsx';
import { Button } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { canDelete, canEdit, canMoveToChannel, canRenameTopic, canResolve } from '../../permissions/messages.ts';
import { conversationOf } from '../../store/conversation.ts';
import type { Emoji } from '../../store/local/emoji.ts';
import { memoByValue } from '../../store/memo.ts';
import type { Message, Narrow } from '../../store/narrow.ts';
import { editing } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { hrefOf } from '../../text/names.ts';
import { composeText } from '../compose/compose.tsx';
import { fetchQuotation, quoteMessage } from './quote.ts';

const EmojiPicker = lazyView(() => import('../compose/emoji-picker.tsx').then(({ EmojiPicker }) => EmojiPicker));

/**
 * The buttons that appear above a message. Every row contains them, for keyboards and screen readers. They are the same
 * in all rows, so they are rendered once per language and cloned, which takes a tenth of the time.
 */
export function MessageTools({ message, narrow }: { message: Message; narrow: Narrow }) {
  const label = t('Message actions');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler is for the buttons inside.
    <div
      key={label}
      class="message-tools"
      ref={fill}
      onClick={({ target }) => {
        const button = (target as Element).closest('button');
        if (!button) return;
        const quick = quickReactions()[Number(button.dataset.quick)];
        if (quick) void react(message, quick);
        else if (button.matches('.react')) openReactionPicker(message, button);
        else if (button.matches('.quote')) void quoteMessage(message);
        else openPopover(button, <MessageMenu message={message} narrow={narrow} />);
      }}
    />
  );
}

/** The buttons in one language. They are rendered once and then cloned, which is much cheaper. */
const toolsTemplate = memoByValue((label: string) => {
  const box = document.createElement('div');
  render(
    <>
      {quickReactions().map((emoji, at) => (
        <button
          type="button"
          key={emoji.emoji_code}
          class="button button-quiet button-icon quick pointer-only"
          data-quick={at}
          data-tip={quickLabel(emoji)}
          aria-label={quickLabel(emoji)}
          tabIndex={-1}
        >
          <EmojiIcon emoji={emoji} />
        </button>
      ))}
      <Button kind="quiet" icon={Quote} label={t('Quote and reply')} class="quote pointer-only" tabIndex={-1} />
      <Button kind="quiet" icon={SmilePlus} label={t('Add reaction')} class="react" aria-haspopup="dialog" />
      <Button kind="quiet" icon={Ellipsis} label={label} class="more" aria-haspopup="menu" />
    </>,
    box,
  );
  return box;
});

function fill(tools: HTMLElement | null): void {
  tools?.replaceChildren(...toolsTemplate(t('Message actions')).cloneNode(true).childNodes);
}

const quickLabel = ({ emoji_name: emoji }: Emoji): string => t('React with {emoji}', { emoji });

function react(message: Message, emoji: Emoji): Promise<void> {
  recordEmojiUse(emoji);
  return toggleReaction(message, emoji).catch((error: Error) => toast(errorText(error), true));
}

/** Opens the emoji picker for a reaction. By default it stands next to the message's actions. */
export function openReactionPicker(message: Message, anchor?: Element): void {
  const beside = anchor ?? document.querySelector(`#m${message.id} .message-tools .more`);
  if (beside) openPopover(beside, <ReactionPicker message={message} />);
}

const who = () => import('./receipts.tsx');

/** The menu of a message. New entries go here. */
function MessageMenu({ message, narrow }: { message: Message; narrow: Narrow }) {
  const starred = message.flags.includes('starred');
  const { stream_id: channel, subject } = message;
  const moderated = store.realm.value.realm_moderation_request_channel_id > 0;
  const items: (MenuItem | false)[] = [
    { name: t('Add reaction'), icon: SmilePlus, act: () => openReactionPicker(message) },
    { name: t('Quote and reply'), icon: Quote, act: () => void quoteMessage(message) },
    { name: t('Forward'), icon: Forward, act: () => void forward(message) },
    canEdit(message) && { name: t('Edit'), icon: Pencil, apart: true, act: () => (editing.value = message.id) },
    (canRenameTopic(message) || canMoveToChannel(message)) && {
      name: t('Move'),
      icon: FolderInput,
      act: () => void move(message),
    },
    channel !== undefined &&
      canResolve(channel) && {
        name: isResolved(subject) ? t('Unresolve topic') : t('Resolve topic'),
        icon: CircleCheck,
        act: () => void toggleResolved(message.id, subject).catch((error: Error) => toast(errorText(error), true)),
      },
    { name: starred ? t('Remove star') : t('Star'), icon: Star, apart: true, act: () => void toggleStar(message) },
    message.reactions.length > 0 && {
      name: t('View reactions'),
      icon: SmilePlus,
      act: () => void who().then(({ openReactions }) => openReactions(message.id)),
    },
    store.realm.value.realm_enable_read_receipts && {
      name: t('View read receipts'),
      icon: Eye,
      act: () => void who().then(({ openReceipts }) => openReceipts(message)),
    },
    { name: t('Remind me'), icon: AlarmClock, act: () => void dialogs().then(({ openRemind }) => openRemind(message)) },
    { name: t('Mark as unread from here'), icon: MailOpen, act: () => void markUnreadFrom(narrow, message.id) },
    { name: t('Copy link'), icon: Link, apart: true, act: () => void copyLink(message) },
    { name: t('Copy text'), icon: Copy, act: () => void copyAndReport(fetchSource(message)) },
    isChanged(message) && {
      name: t('View history'),
      icon: History,
      act: () => void dialogs().then(({ openHistory }) => openHistory(message)),
    },
    moderated &&
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
  return <Menu label={t('Message actions')} items={items.filter((item) => item !== false)} />;
}

export const isChanged = ({ last_edit_timestamp, last_moved_timestamp }: Message): boolean =>
  last_edit_timestamp !== undefined || last_moved_timestamp !== undefined;

const dialogs = () => import('./dialogs.tsx');
export const move = (message: Message): Promise<void> => import('./move.tsx').then(({ openMove }) => openMove(message));

/** Starts a message to other recipients that quotes this one. */
export async function forward(message: Message): Promise<void> {
  const text = await fetchQuotation(message);
  if (text) composeText(text);
}

export const copyLink = (message: Message): Promise<void> =>
  copyAndReport(`${location.origin}/${hrefOf(conversationOf(message, store.me.peek().id), message.id)}`);

export const THUMB: Emoji = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };

const ReactionPicker = ({ message }: { message: Message }) => (
  <Panel label={t('Add reaction')}>
    <EmojiPicker pick={(sign) => void toggleReaction(message, sign)} />
  </Panel>
);
