import { useSignal } from '@preact/signals';
import { topicLists } from '../actions/topics.ts';
import { Search as SearchIcon, X } from '../design/icons.ts';
import { Dialog, dialog } from '../design/layers.tsx';
import { Button, Icon } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { channelName, hrefOf, hrefOfChannel, hrefOfNarrow, peopleName, personName, topicName } from '../names.ts';
import { place } from '../router.ts';
import type { Narrow } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import type { NarrowTerm } from '../wire.ts';

/** A filter in words. */
export function termName({ operator, operand, negated }: NarrowTerm): string {
  const name = Array.isArray(operand)
    ? peopleName(operand)
    : operator === 'channel' && typeof operand === 'number'
      ? `#${channelName(operand)}`
      : operator === 'sender' && typeof operand === 'number'
        ? personName(operand)
        : operator === 'topic'
          ? topicName(String(operand))
          : String(operand);
  const said: Record<string, () => string> = {
    search: () => name,
    channel: () => name,
    topic: () => t('topic: {name}', { name }),
    dm: () => t('with {name}', { name }),
    sender: () => t('from {name}', { name }),
    has: () => t('has {name}', { name }),
    is: () => t('is {name}', { name }),
  };
  const text = said[operator]?.() ?? `${operator}: ${name}`;
  return negated ? t('not {filter}', { filter: text }) : text;
}

/** The filters of a search, each of which can be taken away. */
export function Pills({ narrow }: { narrow: Narrow }) {
  return (
    <div class="pills">
      {narrow.map((term, at) => {
        const rest = narrow.filter((_, other) => other !== at);
        return (
          <span class="pill" key={`${term.operator}${String(term.operand)}`}>
            {termName(term)}
            <Button
              kind="quiet"
              icon={X}
              label={t('Remove {name}', { name: termName(term) })}
              onClick={() => (location.hash = rest.length === 0 ? '#feed' : hrefOfNarrow(rest))}
            />
          </span>
        );
      })}
      <Button kind="quiet" icon={SearchIcon} label={t('Change the search')} onClick={() => openSearch()} />
    </div>
  );
}

export function openSearch(): void {
  dialog.value = (
    <Dialog title={t('Search')} close={t('Close')}>
      <SearchBox />
    </Dialog>
  );
}

interface Goal {
  name: string;
  note: string;
  href: string;
}

const SHOWN = 7;

/** What one may mean by some words: a place to go to, or messages to find. */
function goalsFor(words: string): Goal[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  const has = (name: string) => name.toLowerCase().includes(wanted);
  const current = place.peek();
  const within = current.view === 'narrow' ? current.narrow.filter(({ operator }) => operator !== 'search') : [];
  const find = (narrow: Narrow, note: string): Goal => ({
    name: words.trim(),
    note,
    href: hrefOfNarrow([...narrow, ...termsOf(words)]),
  });
  const channels = [...store.channels.value.values()].filter(({ name, is_archived }) => !is_archived && has(name));
  const people = [...store.people.value.values()].filter(({ full_name, is_active }) => is_active && has(full_name));
  const topics = [...topicLists.value].flatMap(([channel, all]) =>
    all.filter(({ name }) => has(name)).map(({ name }) => ({ channel, name })),
  );
  return [
    find([], t('Search all messages')),
    ...(within.length > 0 ? [find(within, t('Search here'))] : []),
    ...channels.slice(0, SHOWN).map(({ stream_id, name }) => ({ name: `#${name}`, note: t('Channel'), href: hrefOfChannel(stream_id) })),
    ...people.slice(0, SHOWN).map(({ user_id, full_name }) => ({
      name: full_name,
      note: t('Direct messages'),
      href: hrefOf({ kind: 'direct', people: [user_id] }),
    })),
    ...topics.slice(0, SHOWN).map(({ channel, name }) => ({
      name: topicName(name),
      note: `#${channelName(channel)}`,
      href: hrefOf({ kind: 'topic', channel, topic: name }),
    })),
  ];
}

/** `is:starred has:link words` as terms. */
function termsOf(words: string): NarrowTerm[] {
  const terms: NarrowTerm[] = [];
  const rest: string[] = [];
  for (const word of words.trim().split(/\s+/)) {
    const [, negated, operator, operand] = /^(-)?(is|has|sender|near|id):(\S+)$/.exec(word) ?? [];
    if (operator && operand) terms.push({ operator, operand, ...(negated && { negated: true }) });
    else rest.push(word);
  }
  return rest.length === 0 ? terms : [...terms, { operator: 'search', operand: rest.join(' ') }];
}

function SearchBox() {
  const words = useSignal('');
  const at = useSignal(0);
  const goals = goalsFor(words.value);
  const go = (goal: Goal | undefined) => {
    if (!goal) return;
    dialog.value = undefined;
    location.hash = goal.href;
  };
  return (
    <div class="search">
      <div class="search-field">
        <Icon of={SearchIcon} />
        <input
          autofocus
          role="combobox"
          aria-expanded={goals.length > 0}
          aria-controls="search-goals"
          aria-activedescendant={goals.length > 0 ? `goal${at.value}` : undefined}
          aria-label={t('Search')}
          placeholder={t('Messages, channels, people, topics')}
          value={words.value}
          onInput={(event) => {
            words.value = event.currentTarget.value;
            at.value = 0;
          }}
          onKeyDown={(event) => {
            // Who types fast is ahead of what is drawn.
            const known = goalsFor(words.value);
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step) {
              event.preventDefault();
              at.value = Math.max(0, Math.min(known.length - 1, at.value + step));
            }
            if (event.key === 'Enter') go(known[at.value]);
          }}
        />
      </div>
      <div id="search-goals" role="listbox" aria-label={t('Results')}>
        {goals.map((goal, index) => (
          <a
            key={`${goal.note}${goal.href}`}
            id={`goal${index}`}
            role="option"
            aria-selected={index === at.value}
            href={goal.href}
            tabIndex={-1}
            onClick={() => (dialog.value = undefined)}
          >
            <span class="row-name">{goal.name}</span>
            <span class="search-note">{goal.note}</span>
          </a>
        ))}
      </div>
      {goals.length === 0 && (
        <p class="search-hint">{t('Also: is:starred, is:unread, is:mentioned, has:link, has:image, has:attachment')}</p>
      )}
    </div>
  );
}
