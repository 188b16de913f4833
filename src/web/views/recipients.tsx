import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fetchTopics, topicLists } from '../actions/topics.ts';
import { peopleByName } from '../by-name.ts';
import { X } from '../design/icons.ts';
import { Avatar, Button } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { hashed, personName, presence, topicName } from '../names.ts';
import { type Conversation, directKey, others } from '../store/conversation.ts';
import { store } from '../store/store.ts';
import { choosing, chosen } from './compose.tsx';

/** Chooses whom a message goes to: a channel's topic, or people. */
export function Recipients({
  kind,
  channel,
  value,
}: {
  kind: 'topic' | 'direct';
  channel: number | undefined;
  value: Conversation | undefined;
}) {
  return (
    <div class="recipients">
      <div class="choice" role="group" aria-label={t('Recipients')}>
        {(['topic', 'direct'] as const).map((one) => (
          <button
            type="button"
            key={one}
            aria-pressed={kind === one}
            onClick={() => {
              choosing.value = one;
              chosen.value = undefined;
            }}
          >
            {one === 'topic' ? t('Channel') : t('Direct')}
          </button>
        ))}
      </div>
      {kind === 'topic' ? <ChooseTopic channel={channel} value={value} /> : <ChoosePeople value={value} />}
    </div>
  );
}

function ChooseTopic({ channel, value }: { channel: number | undefined; value: Conversation | undefined }) {
  const known = value?.kind === 'topic' ? value : undefined;
  const at = useSignal(known?.channel ?? channel);
  const topic = useSignal(known?.topic ?? '');
  const channels = [...store.channels.value.values()]
    .filter(({ subscribed, is_archived }) => subscribed && !is_archived)
    .sort((a, b) => a.name.localeCompare(b.name));
  useEffect(() => {
    if (at.value !== undefined) void fetchTopics(at.value).catch(() => {});
  }, [at.value]);
  const set = () => {
    choosing.value = 'topic';
    chosen.value =
      at.value === undefined ? undefined : { kind: 'topic', channel: at.value, topic: plainTopic(topic.value) };
  };
  return (
    <>
      <select
        aria-label={t('Channel')}
        value={at.value ?? ''}
        onChange={(event) => {
          at.value = Number(event.currentTarget.value) || undefined;
          set();
        }}
      >
        <option value="">{t('Choose a channel')}</option>
        {channels.map(({ stream_id, name }) => (
          <option key={stream_id} value={stream_id}>
            {hashed(name)}
          </option>
        ))}
      </select>
      <input
        aria-label={t('Topic')}
        placeholder={t('Topic, or none for {name}', { name: topicName('') })}
        list="topics-known"
        maxLength={60}
        value={topic.value}
        onInput={(event) => {
          topic.value = event.currentTarget.value;
          set();
        }}
      />
      <datalist id="topics-known">
        {(topicLists.value.get(at.value ?? 0) ?? []).slice(0, 50).map(({ name }) => (
          <option key={name} value={topicName(name)} />
        ))}
      </datalist>
    </>
  );
}

/** The name that stands for a topic without one is not a name. */
const plainTopic = (written: string): string =>
  written.trim().toLowerCase() === topicName('').toLowerCase() ? '' : written.trim();

function ChoosePeople({ value }: { value: Conversation | undefined }) {
  const ids = useSignal<readonly number[]>(value?.kind === 'direct' ? value.people : []);
  const text = useSignal('');
  const at = useSignal(0);
  const put = (next: readonly number[]) => {
    ids.value = next;
    choosing.value = 'direct';
    chosen.value = next.length === 0 ? undefined : { kind: 'direct', people: others(next, store.me.peek().id) };
  };
  const met = (id: number) => store.directs.value.all.get(directKey([id]))?.newest ?? 0;
  const wanted = text.value.trim().toLowerCase();
  const found =
    wanted === ''
      ? []
      : peopleByName.value
          .filter(
            ({ user_id, is_active, full_name }) =>
              is_active && !ids.value.includes(user_id) && full_name.toLowerCase().includes(wanted),
          )
          .sort((a, b) => met(b.user_id) - met(a.user_id))
          .slice(0, 6);
  const take = (id: number | undefined) => {
    if (id === undefined) return;
    text.value = '';
    at.value = 0;
    put([...ids.value, id]);
  };
  return (
    <div class="people-field">
      {ids.value.map((id) => (
        <span class="pill" key={id}>
          {personName(id)}
          <Button
            kind="quiet"
            icon={X}
            label={t('Remove {name}', { name: personName(id) })}
            onClick={() => put(ids.value.filter((one) => one !== id))}
          />
        </span>
      ))}
      <input
        aria-label={t('People')}
        placeholder={t('Add people')}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="people-found"
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `person-found-${at.value}` : undefined}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step && found.length > 0) {
            event.preventDefault();
            at.value = (at.value + step + found.length) % found.length;
          }
          if ((event.key === 'Enter' || event.key === ',') && found[at.value]) {
            event.preventDefault();
            take(found[at.value]!.user_id);
          } else if (event.key === 'Enter' && text.value === '' && ids.value.length > 0) {
            event.preventDefault();
            document.getElementById('compose-text')?.focus();
          }
          if (event.key === 'Escape' && text.value !== '') text.value = '';
          if (event.key === 'Backspace' && text.value === '') put(ids.value.slice(0, -1));
        }}
      />
      <div id="people-found" role="listbox" aria-label={t('People')} class="people-found" hidden={found.length === 0}>
        {found.map(({ user_id, full_name, avatar_url }, place) => (
          <button
            type="button"
            key={user_id}
            id={`person-found-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === at.value}
            onClick={() => take(user_id)}
          >
            <Avatar name={full_name} url={avatar_url} size={22} presence={presence(user_id)} />
            <span class="row-name" dir="auto">
              {personName(user_id)}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
