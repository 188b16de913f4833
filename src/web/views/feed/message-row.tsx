import type { ComponentChildren } from 'preact';
import { toggleCollapsed } from '../../actions/flags.ts';
import { discard, retry } from '../../actions/send.ts';
import { CircleAlert, Clock, Pin, Star } from '../../design/icons.ts';
import { lazyView } from '../../design/lazy.tsx';
import { memo } from '../../design/memo.ts';
import { Avatar, Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { getConversation } from '../../store/conversation.ts';
import { expanded, revealed } from '../../store/local/message-display.ts';
import type { Unsent } from '../../store/local/outbox.ts';
import { pinnedIds } from '../../store/local/pins.ts';
import type { Match } from '../../store/messages.ts';
import type { Message, Narrow } from '../../store/narrow.ts';
import { editing } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { formatDateTime, formatTimeOfDay } from '../../text/format.ts';
import { displayName, makeHref } from '../../text/names.ts';
import { getText } from '../../text/safe-html.ts';
import { addToDraft } from '../compose/compose.tsx';
import { MessageTools } from '../message/actions.tsx';
import { Reactions } from '../message/reactions.tsx';
import { Rendered } from '../message/rendered.tsx';
import { StatusSign } from '../people/status-sign.tsx';

const EditMessage = lazyView(() => import('../message/edit.tsx').then(({ EditMessage }) => EditMessage));
const Widget = lazyView(() => import('../message/widget.tsx').then(({ Widget }) => Widget));

interface RowProps {
  message: Message;
  narrow: Narrow;
  /** The search matches in this message. */
  match?: Match | undefined;
  /** The previous message has the same sender. */
  follows: boolean;
  spectator: boolean;
}

/** The letters of a message that its name contains. Screen readers read nothing else when `j` moves the focus. */
const MAX_SPOKEN = 500;

/**
 * One message. Its accessible name contains the sender, the time and the beginning, and its description the reactions.
 * `tab-stops.ts` decides which rows are Tab stops.
 */
export const MessageRow = memo(({ message, narrow, match, follows, spectator }: RowProps) => {
  const sender = store.users.value.get(message.sender_id);
  const isHidden = store.mutedUsers.value.has(message.sender_id) && !revealed.value.has(message.id);
  const name = isHidden ? t('Muted person') : sender ? displayName(sender.user_id) : message.sender_full_name;
  const label = t('{name}, {time}: {text}', {
    name,
    time: formatTimeOfDay(message.timestamp),
    text: isHidden ? '' : getText(meMessageText(message, message.content)).slice(0, MAX_SPOKEN),
  });
  const person = { message, follows, name, picture: isHidden ? null : (message.avatar_url ?? sender?.avatar_url) };
  return (
    <article
      id={`m${message.id}`}
      data-id={message.id}
      class={getClass(message, follows)}
      aria-label={label}
      aria-describedby={message.reactions[0] && `r${message.id}`}
      tabIndex={-1}
    >
      <Side {...person} />
      <div class="message-body">
        {follows ? <Marks message={message} /> : <Sender message={message} name={name} />}
        {isHidden ? <HiddenMessage id={message.id} /> : <Body message={message} match={match} spectator={spectator} />}
        {message.flags.includes('collapsed') && (
          <Button kind="quiet" class="expand-button" onClick={() => void toggleCollapsed(message)}>
            {t('Show more')}
          </Button>
        )}
        <Reactions message={message} spectator={spectator} />
      </div>
      {!spectator && <MessageTools message={message} narrow={narrow} />}
    </article>
  );
});

const getClass = (message: Message, follows: boolean): string =>
  [
    'message',
    follows && 'follows',
    message.flags.some((flag) => flag.endsWith('mentioned')) && 'mentions',
    message.is_me_message && 'is-me',
    message.flags.includes('collapsed') && 'is-folded',
  ]
    .filter(Boolean)
    .join(' ');

interface SideProps {
  message: Message;
  follows: boolean;
  name: string;
  picture: string | null | undefined;
}

/** The sender's picture, or the time of a message that follows one of the same sender. */
const Side = ({ message, follows, name, picture }: SideProps) => (
  <div class="message-side" translate={false}>
    {follows ? (
      <TimeLink message={message} tabIndex={-1}>
        {formatTimeOfDay(message.timestamp)}
      </TimeLink>
    ) : (
      <button type="button" class="person-picture" data-person={message.sender_id} tabIndex={-1} aria-hidden="true">
        <Avatar name={name} url={picture} />
      </button>
    )}
  </div>
);

const Sender = ({ message, name }: { message: Message; name: string }) => (
  <header translate={false}>
    <button type="button" class="sender" data-person={message.sender_id} aria-haspopup="dialog">
      {name}
    </button>
    <StatusSign id={message.sender_id} />
    {store.users.value.get(message.sender_id)?.is_bot && <span class="tag">{t('bot')}</span>}
    <TimeLink message={message}>
      <time dateTime={new Date(message.timestamp * 1000).toISOString()}>{formatTimeOfDay(message.timestamp)}</time>
    </TimeLink>
    <Marks message={message} />
  </header>
);

interface TimeLinkProps {
  message: Message;
  tabIndex?: number;
  children: ComponentChildren;
}

const TimeLink = ({ message, ...rest }: TimeLinkProps) => (
  <a
    class="message-time"
    href={makeHref(getConversation(message, store.me.value.id), message.id)}
    title={formatDateTime(message.timestamp)}
    {...rest}
  />
);

/** For how long a message is marked as moved, in seconds. */
const MOVED_FOR = 86_400;

/** The edited and starred marks. In rows without a sender they are at the end of the first line. */
function Marks({ message: { id, last_edit_timestamp, last_moved_timestamp, flags } }: { message: Message }) {
  const moved = last_moved_timestamp! > Date.now() / 1000 - MOVED_FOR ? last_moved_timestamp : undefined;
  const changed = last_edit_timestamp ?? moved;
  return (
    <>
      {changed !== undefined && (
        <span class="message-note" translate={false} title={formatDateTime(changed)}>
          {last_edit_timestamp === undefined ? t('moved') : t('edited')}
        </span>
      )}
      {pinnedIds.value.has(id) && (
        <span class="message-star is-pin" role="img" aria-label={t('Pinned')} title={t('Pinned')}>
          <Icon of={Pin} size={13} />
        </span>
      )}
      {flags.includes('starred') && (
        <span class="message-star" role="img" aria-label={t('Starred')} title={t('Starred')}>
          <Icon of={Star} size={14} />
        </span>
      )}
    </>
  );
}

const HiddenMessage = ({ id }: { id: number }) => (
  <p class="message-hidden" translate={false}>
    {t('This message is hidden because you muted the sender.')}
    <Button kind="quiet" onClick={() => (revealed.value = new Set(revealed.peek()).add(id))}>
      {t('Show')}
    </Button>
  </p>
);

/** The content of a message, or its widget, or its edit form. */
function Body({ message, match, spectator }: { message: Message; match: Match | undefined; spectator: boolean }) {
  if (editing.value === message.id) return <EditMessage message={message} />;
  if (message.submessages.length > 0)
    return (
      <div class="widget-place" style={`min-height:${widgetHeight(message)}rem`}>
        <Widget message={message} spectator={spectator} />
      </div>
    );
  return <LongMessage id={message.id} html={meMessageText(message, match?.match_content ?? message.content)} />;
}

/** The height of a poll or to-do list whose lines are short, in rem: its place while the script loads. */
function widgetHeight({ submessages: [first, ...rest] }: Message): number {
  try {
    const { options, tasks = [] } = JSON.parse(first!.content).extra_data;
    const actions = rest.map(({ content }) => JSON.parse(content));
    const added = actions.filter(({ type }) => /^new_(option|task)$/.test(type)).length;
    const voted = new Set(actions.flatMap(({ type, key }) => (type === 'vote' ? key : []))).size;
    return 6 + (options ? (options.length + added) * 2.725 + voted * 1.26 : (tasks.length + added) * 2.25);
  } catch {
    return 0;
  }
}

/** The text of a /me message without its prefix. */
const meMessageText = ({ is_me_message }: Message, html: string): string =>
  is_me_message ? html.replace(/^<p>\/me\s+/, '<p>') : html;

const MANY_LETTERS = 6000;
const MANY_LINES = 50;
const isLong = (html: string): boolean =>
  (html.length > MANY_LETTERS && getText(html).length > MANY_LETTERS) ||
  (html.length > MANY_LINES && (html.match(/<(?:p|li|br|tr|pre|h\d)\b|\n/g)?.length ?? 0) > MANY_LINES);

/** Shows the beginning of a very long message, with a button that expands it. */
function LongMessage({ id, html }: { id: number; html: string }) {
  if (!isLong(html)) return <Rendered html={html} />;
  const isOpen = expanded.value.has(id);
  const toggle = () => {
    const next = new Set(expanded.peek());
    if (!next.delete(id)) next.add(id);
    expanded.value = next;
  };
  return (
    <>
      <div class={isOpen ? undefined : 'clipped'}>
        <Rendered html={html} />
      </div>
      <Button kind="quiet" class="expand-button" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? t('Show less') : t('Show more')}
      </Button>
    </>
  );
}

/** A message that was just sent, before its event arrives. */
export function UnsentRow({ unsent }: { unsent: Unsent }) {
  const me = store.me.value.id;
  const { reason, waits } = unsent;
  const isHeld = reason !== undefined || waits !== undefined;
  return (
    <article
      translate={false}
      class={`message ${reason ? 'message-failed' : waits ? 'message-waits' : 'message-sending'}`}
    >
      <div class="message-side">
        <Avatar name={displayName(me)} url={store.users.value.get(me)?.avatar_url} />
      </div>
      <div class="message-body">
        <header>
          <span class="sender">{displayName(me)}</span>
          <span class="message-note">{isHeld ? t('Not sent') : t('Sending…')}</span>
        </header>
        <div class="rendered plain" dir="auto">
          {unsent.content}
        </div>
        {isHeld && (
          <div class="failure" role={reason ? 'alert' : 'status'}>
            <Icon of={reason ? CircleAlert : Clock} size={16} />
            <span>{reason ?? t('Will be sent automatically.')}</span>
            {reason && (
              <Button kind="quiet" onClick={() => retry(unsent)}>
                {t('Try again')}
              </Button>
            )}
            <Button
              kind="quiet"
              onClick={() => {
                discard(unsent);
                addToDraft(unsent.conversation, unsent.content);
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
