import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { allEmoji, customEmoji, frequentEmoji, loadEmoji, recordEmojiUse } from '../../actions/emoji.ts';
import { EmojiIcon } from '../../design/emoji.tsx';
import { closePopover, isTouchScreen } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { t } from '../../i18n/text.ts';
import { readingDirection } from '../../keyboard/shortcuts.ts';
import { emojiTable, type PickableEmoji } from '../../store/local/emoji.ts';
import { store } from '../../store/store.ts';
import { bestMatches } from '../../text/name-matching.ts';
import { characterOf } from '../message/rendered.tsx';
import css from './compose.css';

addStyle(css);

const COLUMNS = 8;
const MOST = 80;

interface Section {
  id: string;
  name: string;
  /** The emoji shown for the category. */
  mark: string;
  signs: readonly PickableEmoji[];
}

const CATEGORIES: Record<string, readonly [name: () => string, mark: string]> = {
  'Smileys & Emotion': [() => t('Smileys & emotion'), '1f600'],
  'People & Body': [() => t('People & body'), '1f44b'],
  'Animals & Nature': [() => t('Animals & nature'), '1f43b'],
  'Food & Drink': [() => t('Food & drink'), '1f34e'],
  'Travel & Places': [() => t('Travel & places'), '1f697'],
  Activities: [() => t('Activities'), '26bd'],
  Objects: [() => t('Objects'), '1f4a1'],
  Symbols: [() => t('Symbols'), '2764'],
  Flags: [() => t('Flags'), '1f6a9'],
};

function sectionsFor(query: string): Section[] {
  const { value: table } = emojiTable;
  if (!table) return [];
  const name = query.trim().replace(/^:|:$/g, '').replaceAll(' ', '_');
  if (name !== '') {
    const found = bestMatches(allEmoji(), name, ({ names }) => names, MOST);
    return [
      { id: 'found', name: found.length > 0 ? t('Search results') : t('No emoji found'), mark: '', signs: found },
    ];
  }
  const own = customEmoji();
  return [
    { id: 'used', name: t('Frequently used'), mark: '1f552', signs: frequentEmoji(2 * COLUMNS) },
    ...(own.length > 0
      ? [
          {
            id: 'own',
            name: t('{name} emoji', { name: store.realm.value.realm_name }),
            mark: '2b50',
            signs: own,
          },
        ]
      : []),
    ...table.categories.map(({ name, signs: emojis }, at) => {
      const [said, mark] = CATEGORIES[name] ?? [() => name, emojis[0]?.emoji_code ?? ''];
      return { id: `c${at}`, name: said(), mark, signs: emojis };
    }),
  ];
}

/**
 * Picks from all emoji, by search or category. The focus stays in the search field: arrow keys move through the grid,
 * Enter picks.
 */
export function EmojiPicker({ pick }: { pick: (emoji: PickableEmoji) => void }) {
  const query = useSignal('');
  const at = useSignal(-1);
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  /** An Enter that was pressed before the emoji were loaded. */
  const earlyEnter = useRef<KeyboardEvent | undefined>(undefined);
  useEffect(() => void loadEmoji(), []);
  useLayoutEffect(() => {
    if (!isTouchScreen()) field.current!.focus({ preventScroll: true });
  }, []);
  const sections = sectionsFor(query.value);
  const all = sections.flatMap(({ signs: emojis }) => emojis);
  const active = query.value.trim() !== '' && at.value < 0 ? 0 : at.value;
  const take = (emoji: PickableEmoji | undefined, keep: boolean) => {
    if (!emoji) return;
    recordEmojiUse(emoji);
    if (!keep) closePopover();
    pick(emoji);
  };
  const go = (to: number) => {
    at.value = Math.max(-1, Math.min(all.length - 1, to));
    requestAnimationFrame(() =>
      grid.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    );
  };
  const isLoaded = emojiTable.value !== undefined;
  useLayoutEffect(() => {
    if (!isLoaded || !earlyEnter.current) return;
    take(all[Math.max(0, active)], earlyEnter.current.shiftKey);
    earlyEnter.current = undefined;
  }, [isLoaded]);
  const keys = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Enter') {
      event.preventDefault();
      if (isLoaded) take(all[Math.max(0, active)], event.shiftKey);
      else earlyEnter.current = event;
      return;
    }
    const sideways = active >= 0 && (query.value === '' || at.value >= 0);
    const step =
      { ArrowDown: active < 0 ? 1 : COLUMNS, ArrowUp: -COLUMNS }[key] ?? (sideways ? readingDirection(key) : 0);
    if (!step) return;
    event.preventDefault();
    if (Math.abs(step) === COLUMNS) go(active < 0 ? 0 : nextRow(sections, active, Math.sign(step)));
    else go(active + step);
  };
  let index = -1;
  return (
    <div class="emoji-picker">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={t('Find an emoji')}
        aria-controls="emoji-grid"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `emoji-${active}` : undefined}
        placeholder={t('Find an emoji')}
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          at.value = -1;
          earlyEnter.current = undefined;
          grid.current?.scrollTo(0, 0);
        }}
        onKeyDown={keys}
      />
      {query.value.trim() === '' && (
        <div class="emoji-categories" role="group" aria-label={t('Categories')}>
          {sections.map(({ id, name, mark }) => (
            <button
              type="button"
              key={id}
              aria-label={name}
              data-tip={name}
              onClick={() => document.getElementById(`emoji-section-${id}`)?.scrollIntoView({ block: 'start' })}
            >
              <span aria-hidden="true">{characterOf(mark)}</span>
            </button>
          ))}
        </div>
      )}
      <div ref={grid} id="emoji-grid" class="emoji-grid" role="listbox" aria-label={t('Emoji')} tabIndex={-1}>
        {sections.map(({ id, name, signs: emojis }) => (
          <div key={id} id={`emoji-section-${id}`} role="group" aria-label={name} class="emoji-section">
            <span class="emoji-heading" aria-hidden="true">
              {name}
            </span>
            {rowsOf(emojis).map((row, line) => (
              <div role="presentation" class="emoji-row" key={line}>
                {row.map((emoji) => {
                  const place = ++index;
                  return (
                    <button
                      type="button"
                      role="option"
                      key={`${emoji.reaction_type}${emoji.emoji_code}`}
                      id={`emoji-${place}`}
                      tabIndex={-1}
                      aria-selected={place === active}
                      aria-label={emoji.emoji_name.replaceAll('_', ' ')}
                      onClick={(event) => take(emoji, event.shiftKey)}
                      onPointerMove={() => (at.value = place)}
                    >
                      <EmojiIcon emoji={emoji} />
                    </button>
                  );
                })}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p class="emoji-told" aria-hidden="true">
        {all[active] ? (
          <>
            <EmojiIcon emoji={all[active]} />
            {all[active].names.slice(0, 3).map((name) => (
              <code key={name}>:{name}:</code>
            ))}
          </>
        ) : (
          t('Shift+Enter to add several')
        )}
      </p>
    </div>
  );
}

const rowsOf = (emojis: readonly PickableEmoji[]): PickableEmoji[][] =>
  Array.from({ length: Math.ceil(emojis.length / COLUMNS) }, (_, row) =>
    emojis.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );

/** The emoji below or above another, across sections whose last row is not full. */
function nextRow(sections: readonly Section[], from: number, step: number): number {
  const rows: { first: number; length: number }[] = [];
  let first = 0;
  for (const { signs: emojis } of sections)
    for (const row of rowsOf(emojis)) {
      rows.push({ first, length: row.length });
      first += row.length;
    }
  const line = rows.findIndex((row) => from >= row.first && from < row.first + row.length);
  const to = rows[line + step];
  if (!to) return step < 0 ? -1 : from;
  return to.first + Math.min(to.length - 1, from - rows[line]!.first);
}
