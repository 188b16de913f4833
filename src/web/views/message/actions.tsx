import { render } from 'preact';
import { memoByValue } from '../../../shared/memo.ts';
import { quickReactions, recordEmojiUse } from '../../actions/emoji.ts';
import { toggleReaction } from '../../actions/reactions.ts';
import { copyAndReport } from '../../design/clipboard.ts';
import { EmojiIcon } from '../../design/emoji.tsx';
import { Ellipsis, Quote, SmilePlus } from '../../design/icons.ts';
import { openPopover, Panel, toast } from '../../design/layers.tsx';
import { lazyView } from '../../design/lazy.tsx';
import { Button } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { getConversation } from '../../store/conversation.ts';
import type { Emoji } from '../../store/local/emoji.ts';
import type { Message, Narrow } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { makeHref } from '../../text/names.ts';
import { composeText } from '../compose/compose.tsx';
import { findRow } from '../feed/rows.ts';
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
      translate={false}
      ref={fill}
      onClick={({ target }) => {
        const button = (target as Element).closest('button');
        if (!button) return;
        const quick = quickReactions()[Number(button.dataset.quick)];
        if (quick) void react(message, quick);
        else if (button.matches('.react')) openReactionPicker(message, button);
        else if (button.matches('.quote')) void quoteMessage(message);
        else void import('./menu.tsx').then(({ openMessageMenu }) => openMessageMenu(button, message, narrow));
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
          <EmojiIcon emoji={emoji} toned />
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
  const beside = anchor ?? findRow(message.id)?.querySelector('.message-tools .more');
  if (beside) openPopover(beside, <ReactionPicker message={message} />);
}

export const isChanged = ({ last_edit_timestamp, last_moved_timestamp }: Message): boolean =>
  last_edit_timestamp !== undefined || last_moved_timestamp !== undefined;

export const move = (message: Message): Promise<void> => import('./move.tsx').then(({ openMove }) => openMove(message));

/** Starts a message to other recipients that quotes this one. */
export async function forward(message: Message): Promise<void> {
  const text = await fetchQuotation(message);
  if (text) composeText(text);
}

export const copyLink = (message: Message): Promise<void> =>
  copyAndReport(`${location.origin}/${makeHref(getConversation(message, store.me.peek().id), message.id)}`);

export const THUMB: Emoji = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };

const ReactionPicker = ({ message }: { message: Message }) => (
  <Panel label={t('Add reaction')}>
    <EmojiPicker pick={(sign) => void toggleReaction(message, sign)} />
  </Panel>
);
