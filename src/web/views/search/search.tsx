import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Search as SearchIcon } from '../../design/icons.ts';
import { Dialog, isNarrow, loadPositioning, loadSheet } from '../../design/layers.tsx';
import { lazyView } from '../../design/lazy.tsx';
import { Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import type { NarrowTerm } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { currentRoute } from '../../store/local/route.ts';
import { conversationIn, type Narrow } from '../../store/narrow.ts';
import { findBuiltInView } from '../built-in-views.ts';

// The dialog is in the first scripts, so that typing ahead works. Its results come from a separate chunk (see FINDERS).

const FilterPills = lazyView(() => import('./pills.tsx').then(({ FilterPills }) => FilterPills));
const DateFilter = lazyView(() => import('./date-filter.tsx').then(({ DateFilter }) => DateFilter));

/** A result: a destination or a command. */
export interface SearchResult {
  key: string;
  name: string;
  note: string;
  picture?: ComponentChildren;
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
  /** Says why there are only these results. */
  explain?(results: readonly SearchResult[]): ComponentChildren;
  /** Extracts filters from the query, and returns them with the remaining words. */
  extractFilters(words: string): { terms: readonly NarrowTerm[]; rest: string };
}

type Kind = 'search' | 'palette';
const loadStyled = (finder: Promise<{ finder: ResultFinder }>): Promise<ResultFinder> =>
  Promise.all([finder, import('./search-style.ts')]).then(([found]) => found.finder);
const FINDERS: Record<Kind, () => Promise<ResultFinder>> = {
  search: () => loadStyled(import('./suggestions.ts')),
  palette: () => loadStyled(import('./quick-switcher.tsx')),
};
/** Loads both chunks before they are needed. */
export const preload = (): Promise<unknown> =>
  Promise.all([isNarrow() ? loadSheet() : loadPositioning(), ...Object.values(FINDERS).map((load) => load())]);

/** Searches messages, within the current narrow unless that is a search itself. */
export function openSearch(): void {
  const here = currentRoute.peek();
  const narrow = here.view === 'narrow' ? here.narrow : [];
  open('search', conversationIn(narrow) || (narrow.length === 1 && !findBuiltInView(narrow)) ? narrow : []);
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
  const search = useSearch(kind, begin);
  return (
    <div class="search">
      <SearchField search={search} />
      {kind === 'search' && <DateFilter add={search.addFilter} />}
      {search.finder.value?.explain?.(search.results)}
      <Results search={search} />
    </div>
  );
}

/** The filters and the query, and what they find. */
function useSearch(kind: Kind, begin: Narrow) {
  const terms = useSignal<Narrow>(begin);
  const query = useSignal('');
  const position = useSignal(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const finder = useSignal(finders[kind]);
  /** Recognizes filters in the query, also in text that was typed before the chunk loaded. */
  const setQuery = (text: string) => {
    const { terms: more, rest } = (kind === 'search' && finder.peek()?.extractFilters(text)) || NO_FILTERS;
    query.value = more.length > 0 ? rest : text;
    if (more.length > 0) terms.value = [...terms.peek(), ...more];
  };
  useEffect(() => {
    void FINDERS[kind]().then((loaded) => {
      finders[kind] = finder.value = loaded;
      setQuery(query.peek());
    });
  }, []);
  // Results are rendered in the frame after the key press.
  const settledQuery = useSignal('');
  useEffect(() => {
    settledQuery.value = query.value;
  }, [query.value]);
  const results = useMemo(
    () => finder.value?.results(settledQuery.value, terms.value) ?? [],
    [finder.value, settledQuery.value, terms.value],
  );
  /** Continues the search with the result's filter or words, or else closes the dialog and goes there. */
  const accept = (result: SearchResult | undefined) => {
    if (!result) return;
    if (!result.term && result.words === undefined) return followResult(result);
    if (result.term) terms.value = [...terms.peek(), result.term];
    setQuery(result.words ?? '');
    position.value = 0;
  };
  const addFilter = (term: NarrowTerm) => {
    terms.value = [...terms.peek(), term];
    field.current?.focus();
  };
  return { kind, terms, query, position, results, finder, setQuery, accept, addFilter, field, list };
}

type SearchState = ReturnType<typeof useSearch>;

/** Goes to a result, or runs its command. */
export function followResult({ narrow, href, act }: SearchResult): void {
  dialog.value = undefined;
  if (narrow) void import('./suggestions.ts').then(({ rememberSearch: remember }) => remember(narrow));
  if (href) location.hash = href;
  // By then the dialog has returned the focus.
  else requestAnimationFrame(() => act?.());
}

function SearchField({ search }: { search: SearchState }) {
  const { kind, terms, query, position, results } = search;
  return (
    <div class="search-field">
      <Icon of={SearchIcon} />
      {terms.value.length > 0 && <FilterPills terms={terms.value} change={(rest) => (terms.value = rest)} />}
      <input
        ref={search.field}
        autofocus
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls="search-results"
        aria-autocomplete="list"
        aria-activedescendant={results.length > 0 ? `result${Math.min(position.value, results.length - 1)}` : undefined}
        aria-label={kind === 'search' ? t('Search') : t('Go to')}
        placeholder={kind === 'search' ? t('Words, from:name, has:image …') : t('Search or go to…')}
        value={query.value}
        onInput={(event) => {
          search.setQuery(event.currentTarget.value);
          position.value = 0;
        }}
        onKeyDown={(event) => void handleKey(event, search)}
      />
    </div>
  );
}

const Results = ({ search: { results, position, accept, list } }: { search: SearchState }) => (
  <div ref={list} id="search-results" role="listbox" aria-label={t('Results')}>
    {results.map((result, index) => (
      <a
        key={result.key}
        id={`result${index}`}
        role="option"
        aria-selected={index === position.value}
        href={result.href}
        tabIndex={-1}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          accept(result);
        }}
      >
        {result.picture && <span class="search-picture">{result.picture}</span>}
        <span class="row-name" dir="auto">
          {result.name}
        </span>
        {result.shortcut ? <kbd>{result.shortcut}</kbd> : <span class="search-note">{result.note}</span>}
      </a>
    ))}
  </div>
);

const NO_FILTERS = { terms: [], rest: '' };

async function handleKey(event: KeyboardEvent, search: SearchState): Promise<void> {
  const { kind, query, terms, position, accept, list } = search;
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
  if (step || event.key === 'Enter') event.preventDefault();
  if (event.key === 'Backspace' && query.peek() === '') terms.value = terms.peek().slice(0, -1);
  if (!step && event.key !== 'Enter') return;
  // The user may press Enter before the results are rendered or the chunk is loaded.
  finders[kind] ??= await FINDERS[kind]();
  const results = finders[kind].results(query.peek(), terms.peek());
  if (step) {
    position.value = Math.max(0, Math.min(results.length - 1, position.peek() + step));
    list.current?.children[position.peek()]?.scrollIntoView({ block: 'nearest' });
  } else accept(results[Math.min(position.peek(), results.length - 1)]);
}
