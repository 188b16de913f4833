import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { X } from '../../design/icons.ts';
import { Avatar, Button } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { useListKeys } from '../../keyboard/list-keys.ts';
import { request } from '../../server/request.ts';
import type { Person } from '../../server/types.ts';
import type { Conversation } from '../../store/conversation.ts';
import { elements } from '../../store/local/elements.ts';
import { isFilterFocusRequested } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { displayName, makeHref, presence } from '../../text/names.ts';
import { sortedByName } from '../../text/sort-by-name.ts';
import { DoNotDisturbSign } from '../people/do-not-disturb-sign.tsx';
import { StatusSign } from '../people/status-sign.tsx';
import { rankByName } from '../search/ranking.ts';
import { togglePanel } from './panel-state.ts';

/** The value of `user_list_style` that shows only names. */
const NAMES = 1;
const PICTURES = 3;
const STEP = 60;
const ORDER = ['active', 'idle', 'offline'] as const;

interface PanelProps {
  channel: number | undefined;
  conversation: Conversation | undefined;
}

/** The users of the current conversation or channel, those online first. */
export function UserListPanel({ channel, conversation }: PanelProps) {
  const shown = useSignal(STEP);
  const members = useMembers(channel, () => (shown.value = STEP));
  const wanted = useSignal('');
  useListKeys(elements.panel, '.rows a.row');
  const all = sortedByName(
    new Set(conversation?.kind === 'direct' ? [...conversation.people, store.me.value.id] : members),
  );
  const words = wanted.value.trim();
  const people = words === '' ? thoseOnlineFirst(all) : rankByName(all, words, getNames, shown.value + 1, getPlace);
  return (
    <aside ref={elements.panel} class="panel" translate={false} aria-label={t('People')}>
      <header class="panel-head">
        <h2>{plural(all.length, '{n} person', '{n} people')}</h2>
        <Button kind="quiet" icon={X} label={t('Close')} onClick={togglePanel} />
      </header>
      <Filter text={wanted} />
      <ul class="rows">
        {people.slice(0, shown.value).map((person) => (
          <UserRow key={person.user_id} person={person} />
        ))}
        {people.length > shown.value && (
          <li>
            <button type="button" class="row row-more" onClick={() => (shown.value += STEP)}>
              {t('Show more')}
            </button>
          </li>
        )}
      </ul>
    </aside>
  );
}

const getPlace = ({ user_id }: Person): number => ORDER.indexOf(presence(user_id));
const getNames = ({ full_name }: Person): string[] => [full_name];
const thoseOnlineFirst = (all: readonly Person[]): Person[] => all.toSorted((a, b) => getPlace(a) - getPlace(b));

/** The subscribers of a channel. `reset` is called when another channel is shown. */
function useMembers(channel: number | undefined, reset: () => void): readonly number[] {
  const members = useSignal<readonly number[]>([]);
  useEffect(() => {
    if (channel === undefined) return;
    members.value = [];
    reset();
    const left = new AbortController();
    request('GET /streams/{stream_id}/members', { stream_id: channel }, left.signal)
      .then(({ subscribers }) => (members.value = subscribers))
      .catch(() => {});
    return () => left.abort();
  }, [channel]);
  return members.value;
}

/** The field that filters the list. Arrow down enters the list, and Enter opens its first conversation. */
function Filter({ text }: { text: Signal<string> }) {
  const field = useRef<HTMLInputElement>(null);
  const isAwaited = isFilterFocusRequested.value;
  useEffect(() => {
    if (!isAwaited) return;
    isFilterFocusRequested.value = false;
    field.current!.focus();
  }, [isAwaited]);
  return (
    <div class="panel-filter">
      <input
        ref={field}
        id="people-filter"
        type="search"
        aria-label={t('Find a person')}
        placeholder={t('Find a person')}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={({ key }) => {
          const first = elements.panel.current!.querySelector<HTMLElement>('a.row');
          if (key === 'ArrowDown') first?.focus();
          if (key === 'Enter') first?.click();
          if (key === 'Escape') text.value = '';
        }}
      />
    </div>
  );
}

function UserRow({ person: { user_id, full_name, avatar_url, is_bot } }: { person: Person }) {
  const style = store.settings.value.user_list_style ?? PICTURES;
  return (
    <li>
      <a class="row" href={makeHref({ kind: 'direct', people: [user_id] })}>
        {style === PICTURES && (
          <Avatar name={full_name} url={avatar_url} size={26} {...(!is_bot && { presence: presence(user_id) })} />
        )}
        <span class="row-name" dir="auto">
          {displayName(user_id)}
        </span>
        {style !== NAMES && <StatusSign id={user_id} />}
        <DoNotDisturbSign id={user_id} />
        {is_bot && <span class="tag">{t('bot')}</span>}
      </a>
    </li>
  );
}
