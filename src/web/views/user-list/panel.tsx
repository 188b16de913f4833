import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { X } from '../../design/icons.ts';
import { Avatar, Button } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { useListKeys } from '../../keyboard/list-keys.ts';
import { request } from '../../server/request.ts';
import type { Conversation } from '../../store/conversation.ts';
import { elements } from '../../store/local/elements.ts';
import { isFilterFocusRequested } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { displayName, hrefOf, presence } from '../../text/names.ts';
import { sortedByName } from '../../text/sort-by-name.ts';
import { DoNotDisturbSign } from '../people/do-not-disturb-sign.tsx';
import { StatusSign } from '../people/status-sign.tsx';
import { togglePanel } from './panel-state.ts';

/** The value of `user_list_style` that shows only names. */
const NAMES = 1;
const PICTURES = 3;
const STEP = 60;
const ORDER = ['active', 'idle', 'offline'] as const;

/** The users of the current conversation or channel, those online first. */
export function UserListPanel({
  channel,
  conversation,
}: {
  channel: number | undefined;
  conversation: Conversation | undefined;
}) {
  const members = useSignal<readonly number[]>([]);
  const wanted = useSignal('');
  const shown = useSignal(STEP);
  const field = useRef<HTMLInputElement>(null);
  useListKeys(elements.panel, '.rows a.row');
  const isAwaited = isFilterFocusRequested.value;
  useEffect(() => {
    if (!isAwaited) return;
    isFilterFocusRequested.value = false;
    field.current!.focus();
  }, [isAwaited]);
  useEffect(() => {
    if (channel === undefined) return;
    members.value = [];
    shown.value = STEP;
    const left = new AbortController();
    request('GET /streams/{stream_id}/members', { stream_id: channel }, left.signal)
      .then(({ subscribers }) => (members.value = subscribers))
      .catch(() => {});
    return () => left.abort();
  }, [channel]);
  const all = sortedByName(
    new Set(conversation?.kind === 'direct' ? [...conversation.people, store.me.value.id] : members.value),
  );
  const style = store.settings.value.user_list_style ?? PICTURES;
  const words = wanted.value.trim().toLowerCase();
  const there = Map.groupBy(
    all.filter(({ full_name }) => full_name.toLowerCase().includes(words)),
    ({ user_id }) => presence(user_id),
  );
  const people = ORDER.flatMap((order) => there.get(order) ?? []);
  return (
    <aside ref={elements.panel} class="panel" translate={false} aria-label={t('People')}>
      <header class="panel-head">
        <h2>{plural(all.length, '{n} person', '{n} people')}</h2>
        <Button kind="quiet" icon={X} label={t('Close')} onClick={togglePanel} />
      </header>
      <div class="panel-filter">
        <input
          ref={field}
          id="people-filter"
          type="search"
          aria-label={t('Find a person')}
          placeholder={t('Find a person')}
          value={wanted.value}
          onInput={(event) => (wanted.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            const list = elements.panel.current!;
            if (event.key === 'ArrowDown') list.querySelector<HTMLElement>('a.row')?.focus();
            if (event.key === 'Enter') list.querySelector<HTMLElement>('a.row')?.click();
            if (event.key === 'Escape') wanted.value = '';
          }}
        />
      </div>
      <ul class="rows">
        {people.slice(0, shown.value).map(({ user_id, full_name, avatar_url, is_bot }) => (
          <li key={user_id}>
            <a class="row" href={hrefOf({ kind: 'direct', people: [user_id] })}>
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
