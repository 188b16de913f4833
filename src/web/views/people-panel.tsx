import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { readStored, writeStored } from '../actions/stored.ts';
import { ask } from '../api.ts';
import { X } from '../design/icons.ts';
import { Avatar, Button } from '../design/primitives.tsx';
import { plural, t } from '../i18n/text.ts';
import { hrefOf, personName, presence } from '../names.ts';
import type { Conversation } from '../store/conversation.ts';
import { store } from '../store/store.ts';

/** Whether the right column is shown; at first it is not. */
export const panelShown = signal(false);
export const openPanel = (): void => {
  panelShown.value = readStored('panel', false);
};
export const togglePanel = (): void => {
  panelShown.value = !panelShown.peek();
  writeStored('panel', panelShown.peek() || undefined);
};

const SHOWN = 200;
const ORDER = { active: 0, idle: 1, offline: 2 };

/** Who is in the conversation or channel on the screen, those who are there first. */
export function PeoplePanel({ channel, conversation }: { channel: number | undefined; conversation: Conversation | undefined }) {
  const members = useSignal<readonly number[]>([]);
  useEffect(() => {
    if (channel === undefined) return;
    members.value = [];
    const left = new AbortController();
    ask('GET /streams/{stream_id}/members', { stream_id: channel }, left.signal)
      .then(({ subscribers }) => (members.value = subscribers))
      .catch(() => {});
    return () => left.abort();
  }, [channel]);
  const ids = conversation?.kind === 'direct' ? [...new Set([...conversation.people, store.me.value.id])] : members.value;
  const people = ids
    .flatMap((id) => store.people.value.get(id) ?? [])
    .sort((a, b) => ORDER[presence(a.user_id)] - ORDER[presence(b.user_id)] || a.full_name.localeCompare(b.full_name));
  return (
    <aside class="panel" aria-label={t('People')}>
      <header class="panel-head">
        <h2>{plural(people.length, '{n} person', '{n} people')}</h2>
        <Button kind="quiet" icon={X} label={t('Close')} onClick={togglePanel} />
      </header>
      <ul class="rows">
        {people.slice(0, SHOWN).map(({ user_id, full_name, avatar_url, is_bot }) => (
          <li key={user_id}>
            <a class="row" href={hrefOf({ kind: 'direct', people: [user_id] })}>
              <Avatar name={full_name} url={avatar_url} size={26} {...(!is_bot && { presence: presence(user_id) })} />
              <span class="row-name">{personName(user_id)}</span>
              {is_bot && <span class="tag">{t('bot')}</span>}
            </a>
          </li>
        ))}
      </ul>
    </aside>
  );
}
