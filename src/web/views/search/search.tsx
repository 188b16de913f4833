import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Search as SearchIcon, X } from '../../design/icons.ts';
import { Dialog, dialog, loadPositioning } from '../../design/layers.tsx';
import { Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { currentRoute } from '../../routing/router.ts';
import type { NarrowTerm } from '../../server/types.ts';
import { conversationIn, type Narrow } from '../../store/narrow.ts';
import { hrefOfNarrow } from '../../text/names.ts';
import { termName } from '../../text/search-terms.ts';
import { builtInViewOf } from '../built-in-views.ts';

// The dialog is in the first scripts, so that typing ahead works. Its results come from a separate chunk (see FINDERS).

/** The filters of a search, each with a button to remove it. */
export function Pills({ narrow }: { narrow: Narrow }) {
  return (
    <div class="search-terms">
      {narrow.map((term, at) => {
        const rest = narrow.filter((_, other) => other !== at);
        return (
          <Pill
            key={keyOf(term)}
            term={term}
            remove={() => (location.hash = rest.length === 0 ? '#feed' : hrefOfNarrow(rest))}
          />
        );
      })}
      <Button kind="quiet" icon={SearchIcon} label={t('Edit search')} onClick={() => changeSearch(narrow)} />
    </div>
  );
}

const keyOf = ({ operator, operand }: NarrowTerm): string => operator + String(operand);

const Pill = ({ term, remove }: { term: NarrowTerm; remove: () => void }) => (
  <span class="pill">
    {termName(term)}
    <Button kind="quiet" icon={X} label={t('Remove {name}', { name: termName(term) })} onClick={remove} />
  </span>
);

/** A result: a destination or a command. */
export interface SearchResult {
  key: string;
  name: string;
  note: string;
  /** The shortcut of the command. */
  shortcut?: string;
  href?: string;
  act?: () => void;
  /** The search that it opens. */
  narrow?: Narrow;
  /** Adds a filter to the search, or text to continue with. */
  term?: NarrowTerm;
  words?: string;
}

export interface ResultFinder {
  /** The results for a query, best first. */
  results(words: string, terms: Narrow): readonly SearchResult[];
  /** Extracts filters from the query, and returns them with the remaining words. */
  extractFilters(words: string): { terms: readonly NarrowTerm[]; rest: string };
}

type Kind = 'search' | 'palette';
const FINDERS: Record<Kind, () => Promise<ResultFinder>> = {
  search: () => import('./suggestions.ts').then(({ finder }) => finder),
  palette: () => import('./quick-switcher.ts').then(({ finder }) => finder),
};
/** Loads both chunks before they are needed. */
export const preload = (): Promise<unknown> =>
  Promise.all([loadPositioning(), ...Object.values(FINDERS).map((load) => load())]);

/** Searches messages, within the current narrow unless that is a search itself. */
export function openSearch(): void {
  const here = currentRoute.peek();
  const narrow = here.view === 'narrow' ? here.narrow : [];
  open('search', conversationIn(narrow) || (narrow.length === 1 && !builtInViewOf(narrow)) ? narrow : []);
}

/** Continues a search. */
export const changeSearch = (narrow: Narrow): void => open('search', narrow);

/** Opens the palette of destinations and commands. */
export const openPalette = (): void => open('palette', []);

function open(kind: Kind, terms: Narrow): void {
  dialog.value = (
    <Dialog title={kind === 'search' ? t('Search messages') : t('Go to')} close={t('Close')}>
      <SearchDialog key={kind} kind={kind} begin={terms} />
    </Dialog>
  );
}

const finders: Partial<Record<Kind, ResultFinder>> = {};

function SearchDialog({ kind, begin }: { kind: Kind; begin: Narrow }) {
  const terms = useSignal<Narrow>(begin);
  const words = useSignal('');
  const at = useSignal(0);
  const finder = useSignal(finders[kind]);
  useEffect(() => {
    void FINDERS[kind]().then((found) => {
      finders[kind] = finder.value = found;
      write(words.peek());
    });
  }, []);
  /** Recognizes filters in the query, also in text that was typed before the chunk loaded. */
  const write = (text: string) => {
    const { terms: more, rest } = (kind === 'search' && finder.peek()?.extractFilters(text)) || NO_FILTERS;
    words.value = more.length > 0 ? rest : text;
    if (more.length > 0) terms.value = [...terms.peek(), ...more];
  };
  // Results are rendered in the frame after the key press.
  const wanted = useSignal('');
  useEffect(() => {
    wanted.value = words.value;
  }, [words.value]);
  const goals = useMemo(
    () => finder.value?.results(wanted.value, terms.value) ?? [],
    [finder.value, wanted.value, terms.value],
  );
  const take = (goal: SearchResult | undefined) => {
    if (!goal) return;
    if (goal.term || goal.words !== undefined) {
      if (goal.term) terms.value = [...terms.peek(), goal.term];
      write(goal.words ?? '');
      at.value = 0;
      return;
    }
    dialog.value = undefined;
    if (goal.narrow) void import('./suggestions.ts').then(({ rememberSearch: remember }) => remember(goal.narrow!));
    if (goal.href) location.hash = goal.href;
    // By then the dialog has returned the focus.
    else requestAnimationFrame(() => goal.act?.());
  };
  return (
    <div class="search">
      <div class="search-field">
        <Icon of={SearchIcon} />
        {terms.value.map((term) => (
          <Pill
            key={keyOf(term)}
            term={term}
            remove={() => (terms.value = terms.peek().filter((one) => one !== term))}
          />
        ))}
        <input
          autofocus
          role="combobox"
          aria-expanded={goals.length > 0}
          aria-controls="search-goals"
          aria-autocomplete="list"
          aria-activedescendant={goals.length > 0 ? `goal${Math.min(at.value, goals.length - 1)}` : undefined}
          aria-label={kind === 'search' ? t('Search') : t('Go to')}
          placeholder={kind === 'search' ? t('Words, from:name, has:image …') : t('Conversations, people, commands')}
          value={words.value}
          onInput={(event) => {
            write(event.currentTarget.value);
            at.value = 0;
          }}
          onKeyDown={(event) => void typed(event, { kind, words, terms, at, take })}
        />
      </div>
      <div id="search-goals" role="listbox" aria-label={t('Results')}>
        {goals.map((goal, index) => (
          <a
            key={goal.key}
            id={`goal${index}`}
            role="option"
            aria-selected={index === at.value}
            href={goal.href}
            tabIndex={-1}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              take(goal);
            }}
          >
            <span class="row-name" dir="auto">
              {goal.name}
            </span>
            {goal.shortcut ? <kbd>{goal.shortcut}</kbd> : <span class="search-note">{goal.note}</span>}
          </a>
        ))}
      </div>
    </div>
  );
}

const NO_FILTERS = { terms: [], rest: '' };

interface Typing {
  kind: Kind;
  words: Signal<string>;
  terms: Signal<Narrow>;
  at: Signal<number>;
  take(goal: SearchResult | undefined): void;
}

async function typed(event: KeyboardEvent, { kind, words, terms, at, take }: Typing): Promise<void> {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
  if (step || event.key === 'Enter') event.preventDefault();
  if (event.key === 'Backspace' && words.peek() === '') terms.value = terms.peek().slice(0, -1);
  if (!step && event.key !== 'Enter') return;
  // The user may press Enter before the results are rendered or the chunk is loaded.
  finders[kind] ??= await FINDERS[kind]();
  const known = finders[kind].results(words.peek(), terms.peek());
  if (step) {
    at.value = Math.max(0, Math.min(known.length - 1, at.peek() + step));
    document.getElementById(`goal${at.peek()}`)?.scrollIntoView({ block: 'nearest' });
  } else take(known[Math.min(at.peek(), known.length - 1)]);
}
