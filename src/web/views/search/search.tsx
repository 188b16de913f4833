import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Search as SearchIcon, X } from '../../design/icons.ts';
import { Dialog, dialog, placing } from '../../design/layers.tsx';
import { Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { place } from '../../routing/router.ts';
import type { NarrowTerm } from '../../server/types.ts';
import { conversationIn, type Narrow } from '../../store/narrow.ts';
import { hrefOfNarrow } from '../../text/names.ts';
import { termName } from '../../text/search-terms.ts';
import { standing } from '../built-in-views.ts';

// The dialog is here at once, so that who types ahead is heard; what it finds comes with a chunk of its own (finds.ts).

/** The filters of a search, each of which can be taken away. */
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
      <Button kind="quiet" icon={SearchIcon} label={t('Change the search')} onClick={() => changeSearch(narrow)} />
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

/** Something to go to, or to do. */
export interface Goal {
  key: string;
  name: string;
  note: string;
  /** The key that does it. */
  press?: string;
  href?: string;
  act?: () => void;
  /** What is looked for by it. */
  narrow?: Narrow;
  /** A filter more for the search, or words to go on with. */
  term?: NarrowTerm;
  words?: string;
}

export interface Finder {
  /** What may be meant by the words, best first. */
  goals(words: string, terms: Narrow): readonly Goal[];
  /** The words as filters, as far as they are such; what is left of them. */
  taken(words: string): { terms: readonly NarrowTerm[]; rest: string };
}

type Kind = 'search' | 'palette';
const FINDERS: Record<Kind, () => Promise<Finder>> = {
  search: () => import('./suggestions.ts').then(({ finder }) => finder),
  palette: () => import('./quick-switcher.ts').then(({ finder }) => finder),
};
/** Has them at hand before somebody asks. */
export const preload = (): Promise<unknown> =>
  Promise.all([placing(), ...Object.values(FINDERS).map((load) => load())]);

/** Searches messages: within what is looked at, unless that is a search of its own. */
export function openSearch(): void {
  const here = place.peek();
  const narrow = here.view === 'narrow' ? here.narrow : [];
  open('search', conversationIn(narrow) || (narrow.length === 1 && !standing(narrow)) ? narrow : []);
}

/** Goes on with a search. */
export const changeSearch = (narrow: Narrow): void => open('search', narrow);

/** Goes anywhere, does anything. */
export const openPalette = (): void => open('palette', []);

function open(kind: Kind, terms: Narrow): void {
  dialog.value = (
    <Dialog title={kind === 'search' ? t('Search messages') : t('Go to')} close={t('Close')}>
      <FindBox key={kind} kind={kind} begin={terms} />
    </Dialog>
  );
}

const finders: Partial<Record<Kind, Finder>> = {};

function FindBox({ kind, begin }: { kind: Kind; begin: Narrow }) {
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
  /** Filters among the words become filters, those of who typed ahead too. */
  const write = (text: string) => {
    const { terms: more, rest } = (kind === 'search' && finder.peek()?.taken(text)) || NOTHING_TAKEN;
    words.value = more.length > 0 ? rest : text;
    if (more.length > 0) terms.value = [...terms.peek(), ...more];
  };
  // What is found is drawn in a frame after the key's own.
  const wanted = useSignal('');
  useEffect(() => {
    wanted.value = words.value;
  }, [words.value]);
  const goals = useMemo(
    () => finder.value?.goals(wanted.value, terms.value) ?? [],
    [finder.value, wanted.value, terms.value],
  );
  const take = (goal: Goal | undefined) => {
    if (!goal) return;
    if (goal.term || goal.words !== undefined) {
      if (goal.term) terms.value = [...terms.peek(), goal.term];
      write(goal.words ?? '');
      at.value = 0;
      return;
    }
    dialog.value = undefined;
    if (goal.narrow) void import('./suggestions.ts').then(({ remember }) => remember(goal.narrow!));
    if (goal.href) location.hash = goal.href;
    // The focus is back where it was by then.
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
          placeholder={
            kind === 'search' ? t('Words, from:somebody, has:image …') : t('Conversations, people, commands')
          }
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
            {goal.press ? <kbd>{goal.press}</kbd> : <span class="search-note">{goal.note}</span>}
          </a>
        ))}
      </div>
    </div>
  );
}

const NOTHING_TAKEN = { terms: [], rest: '' };

interface Typing {
  kind: Kind;
  words: Signal<string>;
  terms: Signal<Narrow>;
  at: Signal<number>;
  take(goal: Goal | undefined): void;
}

async function typed(event: KeyboardEvent, { kind, words, terms, at, take }: Typing): Promise<void> {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
  if (step || event.key === 'Enter') event.preventDefault();
  if (event.key === 'Backspace' && words.peek() === '') terms.value = terms.peek().slice(0, -1);
  if (!step && event.key !== 'Enter') return;
  // Who types fast is ahead of what is drawn, or of the chunk.
  finders[kind] ??= await FINDERS[kind]();
  const known = finders[kind].goals(words.peek(), terms.peek());
  if (step) {
    at.value = Math.max(0, Math.min(known.length - 1, at.peek() + step));
    document.getElementById(`goal${at.peek()}`)?.scrollIntoView({ block: 'nearest' });
  } else take(known[Math.min(at.peek(), known.length - 1)]);
}
