import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { chosenSkinTone, recordEmojiUse } from '../../actions/emoji.ts';
import { allEmoji, chooseSkinTone, customEmoji, frequentEmoji, loadEmoji } from '../../actions/emoji-table.ts';
import { EmojiIcon } from '../../design/emoji.tsx';
import { closePopover, isTouchScreen } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { t } from '../../i18n/text.ts';
import { readingDirection } from '../../keyboard/shortcuts.ts';
import { emojiTable, type PickableEmoji } from '../../store/local/emoji.ts';
import { store } from '../../store/store.ts';
import { makeCharacter } from '../../text/emoji-characters.ts';
import { bestMatches } from '../../text/name-matching.ts';
import { inSkinTone, type SkinTone } from '../../text/skin-tones.ts';
import css from './compose.css';
import { type PickerSearch, useSearchField } from './picker-search.ts';

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
  const { query, at, grid, sections, active, all, take, onKeyDown, onInput } = useEmojiGrid(pick);
  return (
    <div class="emoji-picker">
      <div class="emoji-search">
        <EmojiSearch query={query.value} active={active} onInput={onInput} onKeyDown={onKeyDown} />
        <SkinToneButton />
      </div>
      {query.value.trim() === '' && <CategoryButtons sections={sections} grid={grid} />}
      <EmojiGrid grid={grid} sections={sections} active={active} take={take} point={(index) => (at.value = index)} />
      <EmojiNames emoji={all[active]} />
    </div>
  );
}

/** The emoji that a query finds, and the one that is selected. */
function useEmojiGrid(pick: (emoji: PickableEmoji) => void) {
  const query = useSignal('');
  const at = useSignal(-1);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => void loadEmoji(), []);
  const sections = sectionsFor(query.value);
  const all = sections.flatMap(({ signs: emojis }) => emojis);
  const active = query.value.trim() !== '' && at.value < 0 ? 0 : at.value;
  const take = (emoji: PickableEmoji | undefined, staysOpen: boolean) => {
    if (!emoji) return;
    recordEmojiUse(emoji);
    if (!staysOpen) closePopover();
    pick(emoji);
  };
  const go = (to: number) => {
    at.value = Math.max(-1, Math.min(all.length - 1, to));
    requestAnimationFrame(() =>
      grid.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    );
  };
  const enter = useEnter((staysOpen) => take(all[Math.max(0, active)], staysOpen));
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Enter') {
      event.preventDefault();
      enter.press(event.shiftKey);
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
  const onInput = (text: string) => {
    query.value = text;
    at.value = -1;
    enter.forget();
    grid.current?.scrollTo(0, 0);
  };
  return { query, at, grid, sections, active, all, take, onKeyDown, onInput };
}

/** Takes an emoji when Enter is pressed. An Enter before the emoji are loaded takes one as soon as they are. */
function useEnter(take: (staysOpen: boolean) => void) {
  const early = useRef<{ staysOpen: boolean } | undefined>(undefined);
  const isLoaded = emojiTable.value !== undefined;
  useLayoutEffect(() => {
    if (!isLoaded || !early.current) return;
    take(early.current.staysOpen);
    early.current = undefined;
  }, [isLoaded]);
  return {
    press(staysOpen: boolean): void {
      if (isLoaded) take(staysOpen);
      else early.current = { staysOpen };
    },
    forget(): void {
      early.current = undefined;
    },
  };
}

function EmojiSearch({ query, active, onInput, onKeyDown }: PickerSearch) {
  const field = useSearchField();
  return (
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
      value={query}
      onInput={(event) => onInput(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

const TONES = [
  [0, () => t('Default skin tone')],
  [1, () => t('Light skin tone')],
  [2, () => t('Medium-light skin tone')],
  [3, () => t('Medium skin tone')],
  [4, () => t('Medium-dark skin tone')],
  [5, () => t('Dark skin tone')],
] as const;
const HAND = '270b';

/** Chooses the skin tone of people and hands: a button that opens a row of six. */
function SkinToneButton() {
  const isOpen = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = chosenSkinTone();
  const close = (next: HTMLElement = button.current!) => {
    isOpen.value = false;
    next.focus();
  };
  const choose = (tone: SkinTone) => {
    chooseSkinTone(tone);
    // The next step is to find an emoji. On a touch screen, this would open the keyboard over the emoji.
    close(isTouchScreen() ? undefined : button.current!.parentElement!.querySelector('input')!);
  };
  const name = TONES[chosen]![1]();
  return (
    <>
      <button
        ref={button}
        type="button"
        class="skin-tone"
        aria-label={t('Skin tone: {name}', { name })}
        data-tip={name}
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <span aria-hidden="true">{makeCharacter(inSkinTone(HAND, chosen))}</span>
      </button>
      {isOpen.value && <SkinTones chosen={chosen} close={close} choose={choose} />}
    </>
  );
}

interface SkinTonesProps {
  chosen: number;
  choose: (tone: SkinTone) => void;
  close: () => void;
}

function SkinTones({ chosen, choose, close }: SkinTonesProps) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => row.current!.querySelector<HTMLElement>('[aria-checked=true]')!.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? readingDirection(event.key);
    if (!step) return;
    event.preventDefault();
    const all = [...row.current!.querySelectorAll<HTMLElement>('[role=radio]')];
    all.at((all.indexOf(document.activeElement as HTMLElement) + step) % all.length)!.focus();
  };
  return (
    <div ref={row} class="skin-tones" role="radiogroup" aria-label={t('Skin tone')} onKeyDown={onKeyDown}>
      {TONES.map(([tone, name]) => (
        <button
          type="button"
          key={tone}
          role="radio"
          aria-checked={tone === chosen}
          aria-label={name()}
          data-tip={name()}
          tabIndex={tone === chosen ? 0 : -1}
          onClick={() => choose(tone)}
        >
          <span aria-hidden="true">{makeCharacter(inSkinTone(HAND, tone))}</span>
        </button>
      ))}
    </div>
  );
}

const CategoryButtons = ({ sections, grid }: Pick<EmojiGridProps, 'sections' | 'grid'>) => (
  <div class="emoji-categories" role="group" aria-label={t('Categories')}>
    {sections.map(({ id, name, mark }) => (
      <button
        type="button"
        key={id}
        aria-label={name}
        data-tip={name}
        onClick={() => grid.current!.querySelector(`#emoji-section-${id}`)?.scrollIntoView({ block: 'start' })}
      >
        <span aria-hidden="true">{makeCharacter(mark)}</span>
      </button>
    ))}
  </div>
);

interface EmojiGridProps {
  grid: RefObject<HTMLDivElement | null>;
  sections: readonly Section[];
  /** The index of the selected emoji among all; -1: none. */
  active: number;
  take: (emoji: PickableEmoji, staysOpen: boolean) => void;
  point: (index: number) => void;
}

function EmojiGrid({ grid, sections, active, take, point }: EmojiGridProps) {
  let count = 0;
  return (
    <div ref={grid} id="emoji-grid" class="emoji-grid" role="listbox" aria-label={t('Emoji')} tabIndex={-1}>
      {sections.map(({ id, name, signs: emojis }) => (
        <div key={id} id={`emoji-section-${id}`} role="group" aria-label={name} class="emoji-section">
          <span class="emoji-heading" aria-hidden="true">
            {name}
          </span>
          {splitRows(emojis).map((row, line) => (
            <div role="presentation" class="emoji-row" key={line}>
              {row.map((emoji) => {
                const index = count++;
                return (
                  <button
                    type="button"
                    role="option"
                    key={`${emoji.reaction_type}${emoji.emoji_code}`}
                    id={`emoji-${index}`}
                    tabIndex={-1}
                    aria-selected={index === active}
                    aria-label={emoji.emoji_name.replaceAll('_', ' ')}
                    onClick={(event) => take(emoji, event.shiftKey)}
                    onPointerMove={() => point(index)}
                  >
                    <EmojiIcon emoji={emoji} toned />
                  </button>
                );
              })}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The names of the selected emoji. */
const EmojiNames = ({ emoji }: { emoji: PickableEmoji | undefined }) => (
  <p class="emoji-names" aria-hidden="true">
    {emoji ? (
      <>
        <EmojiIcon emoji={emoji} toned />
        {emoji.names.slice(0, 3).map((name) => (
          <code key={name}>:{name}:</code>
        ))}
      </>
    ) : (
      t('Shift+Enter to add several')
    )}
  </p>
);

const splitRows = (emojis: readonly PickableEmoji[]): PickableEmoji[][] =>
  Array.from({ length: Math.ceil(emojis.length / COLUMNS) }, (_, row) =>
    emojis.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );

/** The emoji below or above another, across sections whose last row is not full. */
function nextRow(sections: readonly Section[], from: number, step: number): number {
  const rows: { first: number; length: number }[] = [];
  let first = 0;
  for (const { signs: emojis } of sections)
    for (const row of splitRows(emojis)) {
      rows.push({ first, length: row.length });
      first += row.length;
    }
  const line = rows.findIndex((row) => from >= row.first && from < row.first + row.length);
  const to = rows[line + step];
  if (!to) return step < 0 ? -1 : from;
  return to.first + Math.min(to.length - 1, from - rows[line]!.first);
}
