import { type Emoji, markUnreadFrom, toggleFolded, toggleReaction, toggleStar } from '../actions/feed.ts';
import { discard, retry, type Unsent } from '../actions/send.ts';
import { CircleAlert, Copy, Ellipsis, Link, MailOpen, Quote, SmilePlus, Star } from '../design/icons.ts';
import { Menu, pop, toast, unpop } from '../design/layers.tsx';
import { memo } from '../design/memo.ts';
import { Avatar, Button, Icon } from '../design/primitives.tsx';
import { list, moment, time } from '../format.ts';
import { t } from '../i18n/text.ts';
import { hrefOf, personName } from '../names.ts';
import { textOf } from '../safe.ts';
import { conversationOf } from '../store/conversation.ts';
import type { Message, Narrow } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { quote } from './compose.tsx';
import { characterOf, Rendered } from './rendered.tsx';

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
  const name = sender?.full_name ?? message.sender_full_name;
  const isFolded = message.flags.includes('collapsed');
  const starred = message.flags.includes('starred');
  const mentions = message.flags.some((flag) => flag.endsWith('mentioned'));
  const label = t('{name}, {time}: {text}', { name, time: time(message.timestamp), text: textOf(message.content).slice(0, 80) });
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
          <Avatar name={name} url={message.avatar_url ?? sender?.avatar_url} />
        )}
      </div>
      <div class="message-body">
        {!follows && (
          <header>
            <span class="sender">{name}</span>
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
              <span class="message-star" title={t('Starred')}>
                <Icon of={Star} size={14} />
              </span>
            )}
          </header>
        )}
        <Rendered html={message.match_content ?? message.content} />
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

/** What can be done with a message. Further entries (edit, move, delete, …) are added here. */
function MessageMenu({ message, narrow }: { message: Message; narrow: Narrow }) {
  const starred = message.flags.includes('starred');
  return (
    <Menu
      label={t('Message actions')}
      items={[
        { name: t('Quote and reply'), icon: Quote, act: () => void quote(message) },
        { name: starred ? t('Remove star') : t('Star'), icon: Star, act: () => void toggleStar(message) },
        { name: t('Mark as unread from here'), icon: MailOpen, act: () => void markUnreadFrom(narrow, message.id) },
        { name: t('Copy link'), icon: Link, act: () => void copyLink(message) },
        { name: t('Copy text'), icon: Copy, act: () => void copy(textOf(message.content)) },
      ]}
    />
  );
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
  );
}

function Reactions({ message, spectator }: { message: Message; spectator: boolean }) {
  if (message.reactions.length === 0) return null;
  const me = store.me.value.id;
  const groups = Map.groupBy(message.reactions, ({ reaction_type, emoji_code }) => `${reaction_type} ${emoji_code}`);
  return (
    <div class="reactions">
      {[...groups].map(([key, all]) => {
        const [first] = all as [Message['reactions'][number]];
        const mine = all.some(({ user_id }) => user_id === me);
        const names = list(all.map(({ user_id }) => (user_id === me ? t('you') : personName(user_id))));
        return (
          <button
            type="button"
            key={key}
            class={mine ? 'reaction reaction-mine' : 'reaction'}
            aria-pressed={mine}
            disabled={spectator}
            data-tip={names}
            aria-label={t('{emoji}: {names}', { emoji: first.emoji_name.replaceAll('_', ' '), names })}
            onClick={() => void toggleReaction(message, first)}
          >
            <EmojiSign emoji={first} />
            <span>{all.length}</span>
          </button>
        );
      })}
    </div>
  );
}

function EmojiSign({ emoji: { reaction_type, emoji_code, emoji_name } }: { emoji: Emoji }) {
  const own = reaction_type === 'realm_emoji' ? store.emoji.value[emoji_code] : undefined;
  if (own) return <img class="emoji" src={own.source_url} alt="" />;
  return <span aria-hidden="true">{reaction_type === 'unicode_emoji' ? characterOf(emoji_code) : `:${emoji_name}:`}</span>;
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
            <Button kind="quiet" onClick={() => discard(unsent)}>
              {t('Discard')}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
