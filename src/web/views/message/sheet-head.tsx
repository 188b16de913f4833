import { quickReactions, recordEmojiUse } from '../../actions/emoji.ts';
import { toggleReaction } from '../../actions/reactions.ts';
import { EmojiIcon } from '../../design/emoji.tsx';
import { closePopover } from '../../design/layers.tsx';
import { reportResult } from '../../design/report-result.ts';
import { t } from '../../i18n/text.ts';
import type { Emoji } from '../../store/local/emoji.ts';
import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { displayName } from '../../text/names.ts';
import { getText } from '../../text/safe-html.ts';

/** As many as fit beside each other on the narrowest phone. */
const REACTIONS = 6;
const PREVIEW = 200;

/** For users who have used fewer emoji. */
const OTHERS: readonly Emoji[] = [
  ['1f602', 'joy'],
  ['1f440', 'eyes'],
  ['1f64f', 'folded_hands'],
  ['2705', 'check'],
  ['1f604', 'big_smile'],
].map(([emoji_code, emoji_name]) => ({
  emoji_code: emoji_code!,
  emoji_name: emoji_name!,
  reaction_type: 'unicode_emoji',
}));

function sheetReactions(): Emoji[] {
  const quick = quickReactions();
  const others = OTHERS.filter(({ emoji_code }) => !quick.some((one) => one.emoji_code === emoji_code));
  return [...quick, ...others].slice(0, REACTIONS);
}

/** The head of a message's menu on phones: which message it is, and the reactions that are used most. */
export function SheetHead({ message }: { message: Message }) {
  const react = (emoji: Emoji) => {
    closePopover();
    recordEmojiUse(emoji);
    void reportResult(toggleReaction(message, emoji));
  };
  return (
    <>
      {!store.mutedUsers.value.has(message.sender_id) && (
        <p class="sheet-message">
          <b dir="auto">{displayName(message.sender_id)}</b>{' '}
          <span dir="auto">{getText(message.content).slice(0, PREVIEW) || t('Image or file')}</span>
        </p>
      )}
      <div class="sheet-reactions" role="group" aria-label={t('Add reaction')}>
        {sheetReactions().map((emoji) => (
          <button
            type="button"
            role="menuitem"
            key={emoji.emoji_code}
            tabIndex={-1}
            class="menu-item"
            aria-label={t('React with {emoji}', { emoji: emoji.emoji_name })}
            onClick={() => react(emoji)}
          >
            <EmojiIcon emoji={emoji} toned />
          </button>
        ))}
      </div>
    </>
  );
}
