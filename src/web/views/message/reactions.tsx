import { toggleReaction } from '../../actions/reactions.ts';
import { EmojiIcon } from '../../design/emoji.tsx';
import { plural, t } from '../../i18n/text.ts';
import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { formatList } from '../../text/format.ts';
import { displayName } from '../../text/names.ts';

/** With more reactions than this, counts replace the names. */
const NAMED = 12;
const FEW = 3;

/** The reactions of a message. Clicking one adds or removes the user's own; a dialog lists all names. */
export function Reactions({ message, spectator }: { message: Message; spectator: boolean }) {
  if (message.reactions.length === 0) return null;
  const groups = Map.groupBy(message.reactions, ({ reaction_type, emoji_code }) => `${reaction_type} ${emoji_code}`);
  return (
    <div id={`r${message.id}`} class="reactions" translate={false}>
      {[...groups].map(([key, all]) => (
        <Reaction key={key} message={message} all={all} spectator={spectator} />
      ))}
    </div>
  );
}

type One = Message['reactions'][number];

function Reaction({ message, all, spectator }: { message: Message; all: readonly One[]; spectator: boolean }) {
  const me = store.me.value.id;
  const first = all[0]!;
  const mine = all.some(({ user_id }) => user_id === me);
  const others = all.filter(({ user_id }) => user_id !== me).map(({ user_id }) => displayName(user_id));
  const named = [...(mine ? [t('you')] : []), ...others];
  const rest = named.length - NAMED;
  // If there are few, names are shown.
  const isNamed = store.settings.value.display_emoji_reaction_users && message.reactions.length <= FEW;
  const names = formatList(rest > 0 ? [...named.slice(0, NAMED), plural(rest, '{n} other', '{n} others')] : named);
  return (
    <button
      type="button"
      class={mine ? 'reaction reaction-mine' : 'reaction'}
      aria-pressed={mine}
      disabled={spectator}
      data-tip={names}
      aria-label={t('{emoji}: {names}', { emoji: first.emoji_name.replaceAll('_', ' '), names })}
      onClick={() => void toggleReaction(message, first)}
      onContextMenu={(event) => {
        event.preventDefault();
        void import('./receipts.tsx').then(({ openReactions }) => openReactions(message.id));
      }}
    >
      <EmojiIcon emoji={first} toned={mine} />
      <span>{isNamed ? names : all.length}</span>
    </button>
  );
}
