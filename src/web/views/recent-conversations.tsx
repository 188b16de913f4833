import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { readStored, writeStored } from '../actions/local-storage.ts';
import { fetchOlder, fetchRecent } from '../actions/recent-conversations.ts';
import { Clock } from '../design/icons.ts';
import { isNarrow } from '../design/layers.tsx';
import { addStyle } from '../design/load-style.ts';
import { Button, EmptyState, FilterField, Skeleton } from '../design/primitives.tsx';
import { errorText } from '../errors/error-text.ts';
import { RequestError } from '../errors/request-error.ts';
import { t } from '../i18n/text.ts';
import { getKey } from '../store/conversation.ts';
import { olderState } from '../store/local/fetch-states.ts';
import { STEPS } from '../store/onboarding.ts';
import { store } from '../store/store.ts';
import { Explanation } from './explanation.tsx';
import { useGrowingList } from './growing-list.tsx';
import { usePreviews } from './preview-line.tsx';
import { type Filter, filteredConversations, type ListOptions, type Order } from './recent-conversation-filter.ts';
import { RecentRow } from './recent-conversation-row.tsx';
import css from './recent-conversations.css';
import { hasFollowed, hasMuted } from './topic-policies.ts';

addStyle(css);

/** The number of rows rendered in one frame. */
const STEP = 12;
const DEFAULT_OPTIONS: ListOptions = { filters: [], order: 'newest' };

/** All conversations, newest first. Scrolling fetches older ones. `only` restricts it to direct messages. */
export function RecentList({ only }: { only?: 'direct' }) {
  const { fetched, all } = store.recentConversations.value;
  const stored = only ? 'recent.direct' : 'recent';
  const options = useSignal<ListOptions>({ ...DEFAULT_OPTIONS, ...readStored<Partial<ListOptions>>(stored, {}) });
  const words = useSignal('');
  useEffect(() => void fetchRecent().catch(() => {}), [fetched]);
  const shown = filteredConversations(only, options.value, words.value.trim().toLowerCase());
  const listKey = words.value + JSON.stringify(options.value);
  const { shown: limit, end } = useGrowingList(shown.length, STEP, listKey);
  usePreviews(fetched ? shown.slice(0, limit) : []);
  if (!fetched && all.size === 0) return <Skeleton label={t('Loading conversations')} />;
  const changeOptions = (change: Partial<ListOptions>) => {
    options.value = { ...options.peek(), ...change };
    writeStored(stored, options.value);
  };
  const { conversations } = store.unread.value;
  return (
    <div class="page">
      {!only && (
        <Explanation
          step={STEPS.recent}
          text={t('All conversations, the newest first. They stay here when you have read them.')}
        />
      )}
      <Tools only={only} options={options.value} changeOptions={changeOptions} words={words} />
      {shown.length === 0 && !mayHaveMore(only, options.value) ? (
        <EmptyState icon={Clock} title={t('No conversations')}>
          <p>
            {words.value === '' && options.value.filters.length === 0
              ? t('New messages will appear here.')
              : t('No conversations match these filters. Choose “All” to see more.')}
          </p>
        </EmptyState>
      ) : (
        <ul class="card cards recent">
          {shown.slice(0, limit).map((one) => (
            <RecentRow
              key={getKey(one.conversation)}
              one={one}
              isPerson={only === 'direct'}
              count={conversations.get(getKey(one.conversation))?.ids.size ?? 0}
            />
          ))}
        </ul>
      )}
      {end ?? (!only && <Older key={listKey} shown={shown.length} isWhole={isUnreadOnly(options.value)} />)}
    </div>
  );
}

/** All unread conversations are known, however old they are. */
const isUnreadOnly = ({ filters }: ListOptions): boolean => filters.includes('unread');

/** Whether older matching conversations may exist on the server. */
const mayHaveMore = (only: 'direct' | undefined, options: ListOptions): boolean =>
  !only && !isUnreadOnly(options) && !store.recentConversations.value.complete;

/** After this many steps without a match, the user is asked whether to continue. */
const MAX_EMPTY_STEPS = 20;

/** The end of the list: fetches older conversations while it is visible, and says when there are no more. */
function Older({ shown, isWhole }: { shown: number; isWhole: boolean }) {
  const { fetched, oldest, complete } = store.recentConversations.value;
  const state = olderState.value;
  const end = useRef<HTMLDivElement>(null);
  const steps = useRef({ shown, oldest, count: 0 });
  const paused = useSignal(false);
  const isMore = fetched && !complete && !isWhole;
  if (steps.current.shown !== shown) steps.current = { shown, oldest, count: 0 };
  else if (steps.current.oldest !== oldest) steps.current = { shown, oldest, count: steps.current.count + 1 };
  const isStuck = state instanceof RequestError || paused.value;
  useEffect(() => {
    if (!isMore || isStuck || state === 'fetching') return;
    if (steps.current.count >= MAX_EMPTY_STEPS) {
      paused.value = true;
      return;
    }
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchOlder(), {
      rootMargin: '900px',
    });
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [isMore, isStuck, state, oldest, shown]);
  const goOn = () => {
    steps.current = { shown, oldest, count: 0 };
    paused.value = false;
    void fetchOlder();
  };
  if (!fetched) return null;
  if (!isMore) return shown > 0 ? <p class="page-note list-end">{t('No more conversations')}</p> : null;
  return (
    <div ref={end} class="list-end">
      {isStuck ? (
        <>
          <p class="page-note">
            {state instanceof RequestError ? errorText(state) : t('No matches in recent messages.')}
          </p>
          <Button onClick={goOn}>{state instanceof RequestError ? t('Try again') : t('Search older messages')}</Button>
        </>
      ) : (
        <Skeleton label={t('Loading older conversations')} rows={2} />
      )}
    </div>
  );
}

interface ToolsProps {
  only: 'direct' | undefined;
  options: ListOptions;
  changeOptions(change: Partial<ListOptions>): void;
  words: Signal<string>;
}

function Tools({ only, options: { filters, order }, changeOptions, words }: ToolsProps) {
  const names: [Filter, string][] = [
    ['unread', t('Unread')],
    ['taken', t('Participated')],
    ['followed', t('Followed')],
    ['muted', t('Include muted')],
  ];
  const isUseful = (name: Filter): boolean => {
    if (name === 'unread' || name === 'taken') return true;
    return !only && (filters.includes(name) || (name === 'followed' ? hasFollowed : hasMuted).value);
  };
  const offered = names.filter(([name]) => store.me.value.id !== 0 && isUseful(name));
  const toggled = (name: Filter) =>
    filters.includes(name) ? filters.filter((one) => one !== name) : [...filters, name];
  return (
    <div class="page-tools">
      <FilterField
        label={t('Find a conversation by name')}
        placeholder={isNarrow() ? t('Filter') : t('Find a conversation')}
        value={words}
      />
      <select
        class="page-order"
        aria-label={t('Sort by')}
        value={order}
        onChange={(event) => changeOptions({ order: event.currentTarget.value as Order })}
      >
        <option value="newest">{t('Newest first')}</option>
        <option value="unread">{t('Most unread first')}</option>
        <option value="name">{t('Name')}</option>
      </select>
      {offered.length > 0 && (
        <div class="choice" role="group" aria-label={t('Show')}>
          <button type="button" aria-pressed={filters.length === 0} onClick={() => changeOptions({ filters: [] })}>
            {t('All')}
          </button>
          {offered.map(([name, label]) => (
            <button
              type="button"
              key={name}
              aria-pressed={filters.includes(name)}
              onClick={() => changeOptions({ filters: toggled(name) })}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
