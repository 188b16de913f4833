import { signal } from '@preact/signals';
import { isResolved, toggleResolved } from '../actions/edit.ts';
import { type Emoji, markUnreadFrom, toggleFolded, toggleReaction, toggleStar } from '../actions/feed.ts';
import { discard, retry, type Unsent } from '../actions/send.ts';
import {
  AlarmClock,
  CircleAlert,
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
} from '../design/icons.ts';
import { later } from '../design/later.tsx';
import { Menu, type MenuItem, pop, toast, unpop } from '../design/layers.tsx';
import { memo } from '../design/memo.ts';
import { Avatar, Button, Icon } from '../design/primitives.tsx';
import { moment, time } from '../format.ts';
import { t } from '../i18n/text.ts';
import { hrefOf } from '../names.ts';
import { reasonOf } from '../refusals.ts';
import { textOf } from '../safe.ts';
import { conversationOf } from '../store/conversation.ts';
import type { Message, Narrow } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { composeFor, composeWith, quote, quoted } from './compose.tsx';
import { editing } from './message/editing.ts';
import { mayDelete, mayEdit, mayMoveAway, mayRename, mayResolve } from './message/rights.ts';
import { StatusSign } from './people/status-sign.tsx';
import { Reactions } from './reactions.tsx';
import { characterOf, Rendered } from './rendered.tsx';

const EditMessage = later(() => import('./message/edit.tsx').then(({ EditMessage }) => EditMessage));
const Widget = later(() => import('./message/widget.tsx').then(({ Widget }) => Widget));
const EmojiPicker = later(() => import('./compose/emoji-picker.tsx').then(({ EmojiPicker }) => EmojiPicker));

interface RowProps {
  message: Message;
  narrow: Narrow;
  /** It follows another of the same person's. */
  follows: boolean;
  selected: boolean;
  spectator: boolean;
}

/** One message. Its name says who, when and how it begins. */
export const MessageRow = memo(({ message, narrow, follows, selected, spectator }: RowProps) => {
  const sender = store.people.value.get(message.sender_id);
  const isHidden = store.mutedUsers.value.has(message.sender_id) && !revealed.value.has(message.id);
  const name = isHidden ? t('Muted person') : (sender?.full_name ?? message.sender_full_name);
  const isFolded = message.flags.includes('collapsed');
  const starred = message.flags.includes('starred');
  const mentions = message.flags.some((flag) => flag.endsWith('mentioned'));
  const label = t('{name}, {time}: {text}', {
    name,
    time: time(message.timestamp),
    text: isHidden ? '' : textOf(deed(message, message.content)).slice(0, 80),
  });
  const classes = ['message', follows && 'follows', mentions && 'mentions', message.is_me_message && 'is-me', isFolded && 'is-folded']
    .filter(Boolean)
    .join(' ');
  return (
    <article id={`m${message.id}`} data-id={message.id} class={classes} aria-label={label} tabIndex={selected ? 0 : -1}>
      <div class="message-side">
        {follows ? (
          <a
            class="message-time"
            href={hrefOf(conversationOf(message, store.me.value.id), message.id)}
            title={moment(message.timestamp)}
            tabIndex={-1}
          >
            {time(message.timestamp)}
          </a>
        ) : (
          <button type="button" class="person-picture" data-person={message.sender_id} tabIndex={-1} aria-hidden="true">
            <Avatar name={name} url={isHidden ? null : (message.avatar_url ?? sender?.avatar_url)} />
          </button>
        )}
      </div>
      <div class="message-body">
        {!follows && (
          <header>
            <button type="button" class="sender" data-person={message.sender_id} tabIndex={selected ? 0 : -1} aria-haspopup="dialog">
              {name}
            </button>
            <StatusSign id={message.sender_id} />
            {sender?.is_bot && <span class="tag">{t('bot')}</span>}
            <a
              class="message-time"
              href={hrefOf(conversationOf(message, store.me.value.id), message.id)}
              title={moment(message.timestamp)}
              tabIndex={selected ? 0 : -1}
            >
              <time dateTime={new Date(message.timestamp * 1000).toISOString()}>{time(message.timestamp)}</time>
            </a>
            {message.last_edit_timestamp !== undefined && <span class="message-note">{t('edited')}</span>}
            {starred && (
              <span class="message-star" role="img" aria-label={t('Starred')} title={t('Starred')}>
                <Icon of={Star} size={14} />
              </span>
            )}
          </header>
        )}
        {isHidden ? <Hidden id={message.id} /> : <Body message={message} spectator={spectator} />}
        {isFolded && (
          <Button kind="quiet" class="unfold" onClick={() => void toggleFolded(message)}>
            {t('Show all of it')}
          </Button>
        )}
        <Reactions message={message} spectator={spectator} />
      </div>
      {!spectator && <Tools message={message} narrow={narrow} selected={selected} />}
    </article>
  );
});

/** Messages of muted people that are shown all the same. */
const revealed = signal<ReadonlySet<number>>(new Set());

const Hidden = ({ id }: { id: number }) => (
  <p class="message-hidden">
    {t('You muted who wrote this.')}
    <Button kind="quiet" onClick={() => (revealed.value = new Set(revealed.peek()).add(id))}>
      {t('Show')}
    </Button>
  </p>
);

/** What it says, or what it is instead: a poll, a list, a field to change it. */
function Body({ message, spectator }: { message: Message; spectator: boolean }) {
  if (editing.value === message.id) return <EditMessage message={message} />;
  if (message.submessages.length > 0) return <Widget message={message} spectator={spectator} />;
  return <Long id={message.id} html={deed(message, message.match_content ?? message.content)} />;
}

/** What somebody says they do, without the sign that it is such. */
const deed = ({ is_me_message }: Message, html: string): string => (is_me_message ? html.replace(/^<p>\/me\s+/, '<p>') : html);

/** Very long ones that were opened. */
const unrolled = signal<ReadonlySet<number>>(new Set());
const MANY_LETTERS = 6000;
const MANY_LINES = 50;
const isLong = (html: string): boolean =>
  (html.length > MANY_LETTERS && textOf(html).length > MANY_LETTERS) ||
  (html.length > MANY_LINES && (html.match(/<(?:p|li|br|tr|pre|h\d)\b|\n/g)?.length ?? 0) > MANY_LINES);

/** A very long text shows how it begins; the rest is a press away. */
function Long({ id, html }: { id: number; html: string }) {
  if (!isLong(html)) return <Rendered html={html} />;
  const isOpen = unrolled.value.has(id);
  const toggle = () => {
    const next = new Set(unrolled.peek());
    if (!next.delete(id)) next.add(id);
    unrolled.value = next;
  };
  return (
    <>
      <div class={isOpen ? undefined : 'rolled'}>
        <Rendered html={html} />
      </div>
      <Button kind="quiet" class="unfold" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? t('Show less') : t('Show all of it')}
      </Button>
    </>
  );
}

function Tools({ message, narrow, selected }: { message: Message; narrow: Narrow; selected: boolean }) {
  const reach = selected ? 0 : -1;
  return (
    <div class="message-tools">
      <Button
        kind="quiet"
        icon={SmilePlus}
        label={t('Add reaction')}
        class="react"
        tabIndex={reach}
        aria-haspopup="true"
        onClick={(event) => pop(event.currentTarget, <ReactionPicker message={message} />)}
      />
      <Button
        kind="quiet"
        icon={Ellipsis}
        label={t('Message actions')}
        class="more"
        tabIndex={reach}
        aria-haspopup="menu"
        onClick={(event) => pop(event.currentTarget, <MessageMenu message={message} narrow={narrow} />)}
      />
    </div>
  );
}

const who = () => import('./message/who.tsx');

/** What can be done with a message. Further entries are added here. */
function MessageMenu({ message, narrow }: { message: Message; narrow: Narrow }) {
  const starred = message.flags.includes('starred');
  const { stream_id: channel, subject } = message;
  const isEdited = message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined;
  const moderated = Number(store.realm.value.realm_moderation_request_channel_id ?? -1) > 0;
  const items: (MenuItem | false)[] = [
    { name: t('Quote and reply'), icon: Quote, act: () => void quote(message) },
    { name: t('Forward'), icon: Forward, act: () => void forward(message) },
    mayEdit(message) && { name: t('Edit'), icon: Pencil, act: () => (editing.value = message.id) },
    (mayRename(message) || mayMoveAway(message)) && { name: t('Move'), icon: FolderInput, act: () => void move(message) },
    channel !== undefined &&
      mayResolve(channel) && {
        name: isResolved(subject) ? t('Mark the topic as open') : t('Mark the topic as resolved'),
        icon: CircleCheck,
        act: () => void toggleResolved(message.id, subject).catch((error: Error) => toast(reasonOf(error), true)),
      },
    { name: starred ? t('Remove star') : t('Star'), icon: Star, act: () => void toggleStar(message) },
    message.reactions.length > 0 && {
      name: t('Who reacted'),
      icon: SmilePlus,
      act: () => void who().then(({ openReactions }) => openReactions(message.id)),
    },
    Boolean(store.realm.value.realm_enable_read_receipts) && {
      name: t('Who has read it'),
      icon: Eye,
      act: () => void who().then(({ openReceipts }) => openReceipts(message)),
    },
    { name: t('Remind me'), icon: AlarmClock, act: () => void dialogs().then(({ openRemind }) => openRemind(message)) },
    { name: t('Mark as unread from here'), icon: MailOpen, act: () => void markUnreadFrom(narrow, message.id) },
    { name: t('Copy link'), icon: Link, act: () => void copyLink(message) },
    { name: t('Copy text'), icon: Copy, act: () => void copy(textOf(message.content)) },
    isEdited && { name: t('History'), icon: History, act: () => void dialogs().then(({ openHistory }) => openHistory(message)) },
    moderated &&
      message.sender_id !== store.me.value.id && {
        name: t('Report'),
        icon: Flag,
        act: () => void dialogs().then(({ openReport }) => openReport(message)),
      },
    mayDelete(message) && {
      name: t('Delete'),
      icon: Trash2,
      danger: true,
      act: () => void dialogs().then(({ confirmDelete }) => confirmDelete(message)),
    },
  ];
  return <Menu label={t('Message actions')} items={items.filter((item) => item !== false)} />;
}

const dialogs = () => import('./message/dialogs.tsx');
export const move = (message: Message): Promise<void> => import('./message/move.tsx').then(({ openMove }) => openMove(message));

/** Begins a message to somebody else that has this one in it. */
export async function forward(message: Message): Promise<void> {
  const text = await quoted(message);
  if (text) composeWith(text);
}

export const copyLink = (message: Message): Promise<void> =>
  copy(`${location.origin}/${hrefOf(conversationOf(message, store.me.peek().id), message.id)}`);

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  toast(t('Copied'));
}

const COMMON: readonly (readonly [name: string, code: string])[] = [
  ['thumbs_up', '1f44d'],
  ['heart', '2764'],
  ['tada', '1f389'],
  ['smile', '1f642'],
  ['eyes', '1f440'],
  ['check', '2705'],
];
export const THUMB: Emoji = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };

export function ReactionPicker({ message }: { message: Message }) {
  return (
    <div class="reaction-picker">
      <div class="picker" role="group" aria-label={t('Add reaction')}>
        {COMMON.map(([emoji_name, emoji_code]) => (
          <button
            type="button"
            key={emoji_code}
            aria-label={emoji_name.replaceAll('_', ' ')}
            onClick={() => {
              unpop();
              void toggleReaction(message, { emoji_name, emoji_code, reaction_type: 'unicode_emoji' });
            }}
          >
            {characterOf(emoji_code)}
          </button>
        ))}
      </div>
      <EmojiPicker pick={(sign) => void toggleReaction(message, sign)} />
    </div>
  );
}

/** What one just sent, before the server says so. */
export function UnsentRow({ unsent }: { unsent: Unsent }) {
  const me = store.people.value.get(store.me.value.id);
  return (
    <article class={unsent.reason ? 'message message-failed' : 'message message-sending'}>
      <div class="message-side">
        <Avatar name={me?.full_name ?? ''} url={me?.avatar_url} />
      </div>
      <div class="message-body">
        <header>
          <span class="sender">{me?.full_name}</span>
          <span class="message-note">{unsent.reason ? t('Not sent') : t('Sending…')}</span>
        </header>
        <div class="rendered plain" dir="auto">
          {unsent.content}
        </div>
        {unsent.reason && (
          <div class="failure" role="alert">
            <Icon of={CircleAlert} size={16} />
            <span>{unsent.reason}</span>
            <Button kind="quiet" onClick={() => retry(unsent)}>
              {t('Try again')}
            </Button>
            <Button
              kind="quiet"
              onClick={() => {
                discard(unsent);
                composeFor(unsent.conversation, unsent.content);
              }}
            >
              {t('Edit')}
            </Button>
            <Button kind="quiet" onClick={() => discard(unsent)}>
              {t('Discard')}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
