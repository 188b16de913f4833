import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { fetchTopics } from '../../actions/topics.ts';
import { X } from '../../design/icons.ts';
import { Avatar, Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import type { Person } from '../../server/types.ts';
import { type Conversation, directKey, others } from '../../store/conversation.ts';
import { elements } from '../../store/local/elements.ts';
import { choosingRecipient, selectedRecipient } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { channelName, displayName, presence } from '../../text/names.ts';
import { usersByName } from '../../text/sort-by-name.ts';
import { Combobox, type ComboboxOption } from '../combobox.tsx';
import { ChannelSign } from '../feed/recipient-bar.tsx';
import { plainTopic, TopicField } from '../topic-field.tsx';

/** Selects the recipients: a channel and topic, or people. */
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
    <div ref={elements.recipients} class="recipients">
      <div class="choice" role="group" aria-label={t('Recipients')}>
        {(['topic', 'direct'] as const).map((one) => (
          <button
            type="button"
            key={one}
            aria-pressed={kind === one}
            onClick={() => {
              choosingRecipient.value = one;
              selectedRecipient.value = undefined;
            }}
          >
            {one === 'topic' ? t('Channel') : t('Direct message')}
          </button>
        ))}
      </div>
      {kind === 'topic' ? <ChooseTopic channel={channel} value={value} /> : <ChoosePeople value={value} />}
    </div>
  );
}

const focusText = () => elements['compose-text'].current?.focus();

function ChooseTopic({ channel, value }: { channel: number | undefined; value: Conversation | undefined }) {
  const known = value?.kind === 'topic' ? value : undefined;
  const at = useSignal(known?.channel ?? channel);
  const topic = useSignal(known?.topic ?? '');
  useEffect(() => {
    if (at.value !== undefined) void fetchTopics(at.value).catch(() => {});
  }, [at.value]);
  const set = () => {
    choosingRecipient.value = 'topic';
    selectedRecipient.value =
      at.value === undefined ? undefined : { kind: 'topic', channel: at.value, topic: plainTopic(topic.value) };
  };
  // Without a topic, the message goes to the channel's general chat. This must be known before the next key press: a
  // text without a recipient is not sent.
  useLayoutEffect(() => {
    if (!value) set();
  }, []);
  return (
    <>
      <ChooseChannel
        value={at.value}
        choose={(id) => {
          at.value = id;
          set();
        }}
      />
      <TopicField
        channel={at.value}
        placeholder={t('What is it about?')}
        value={topic.value}
        set={(name) => {
          topic.value = name;
          set();
        }}
        leave={focusText}
      />
    </>
  );
}

/** The maximum number of channels in the list. */
const MOST = 40;

/** The channels that match a query; those that start with it come first. */
function channelsLike(typed: string): ComboboxOption[] {
  const query = typed.trim().replace(/^#/, '').toLocaleLowerCase();
  const rank = ({ name }: { name: string }) => Number(!name.toLocaleLowerCase().startsWith(query));
  return [...store.channels.value.values()]
    .filter((one) => one.subscribed && !one.is_archived && one.name.toLocaleLowerCase().includes(query))
    .sort((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name))
    .slice(0, MOST)
    .map(({ stream_id: id, name }) => ({ id, name, picture: <ChannelSign id={id} /> }));
}

/** A field with the channel's name that searches channels while typing. Leaving it discards unfinished input. */
function ChooseChannel({ value, choose }: { value: number | undefined; choose: (id: number) => void }) {
  const getName = (id: number | undefined) => (id === undefined ? '' : channelName(id));
  const text = useSignal(getName(value));
  const isOpen = useSignal(false);
  const chosenId = useRef(value);
  const isWritten = text.value !== getName(value);
  const close = () => {
    isOpen.value = false;
    text.value = getName(chosenId.current);
  };
  return (
    <div class="channel-field">
      <Combobox
        label={t('Channel')}
        field={{ placeholder: t('Choose a channel') }}
        value={text.value}
        write={(typed) => (text.value = typed)}
        found={isOpen.value || isWritten ? channelsLike(isWritten ? text.value : '') : []}
        take={(id) => {
          chosenId.current = id;
          choose(id);
          close();
          elements.recipients.current?.querySelector<HTMLElement>('.topic-field')?.focus();
        }}
        onKey={(event) => {
          if (event.key === 'ArrowDown') isOpen.value = true;
          else if (event.key === 'Escape' && (isOpen.value || isWritten)) close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onFocus={({ target }) => {
          isOpen.value = true;
          (target as HTMLInputElement).select();
        }}
        onBlur={close}
      />
    </div>
  );
}

/** The most people in the list. */
const MOST_PEOPLE = 8;

/** The people whose name contains the query, those of the newest conversations first. Bots have to be searched. */
function peopleLike(query: string, chosen: readonly number[]): Person[] {
  const met = (id: number) => store.directConversations.value.all.get(directKey([id]))?.newest ?? 0;
  return usersByName.value
    .filter(
      ({ user_id, is_active, is_bot, full_name }) =>
        is_active && !(is_bot && query === '') && !chosen.includes(user_id) && full_name.toLowerCase().includes(query),
    )
    .sort((a, b) => met(b.user_id) - met(a.user_id))
    .slice(0, MOST_PEOPLE);
}

function ChoosePeople({ value }: { value: Conversation | undefined }) {
  const ids = useSignal<readonly number[]>(value?.kind === 'direct' ? value.people : []);
  const text = useSignal('');
  const put = (next: readonly number[]) => {
    ids.value = next;
    choosingRecipient.value = 'direct';
    selectedRecipient.value =
      next.length === 0 ? undefined : { kind: 'direct', people: others(next, store.me.peek().id) };
  };
  const isOpen = useSignal(false);
  const query = text.value.trim().toLowerCase();
  const found = isOpen.value ? peopleLike(query, ids.value) : [];
  return (
    <div class="people-field">
      {ids.value.map((id) => (
        <span class="pill" key={id}>
          {displayName(id)}
          <Button
            kind="quiet"
            icon={X}
            label={t('Remove {name}', { name: displayName(id) })}
            onClick={() => put(ids.value.filter((one) => one !== id))}
          />
        </span>
      ))}
      <Combobox
        label={t('People')}
        field={{ placeholder: t('Add people') }}
        // Enter chooses nobody before something is typed.
        isFree={query === ''}
        value={text.value}
        write={(typed) => {
          isOpen.value = true;
          text.value = typed;
        }}
        found={found.map(({ user_id, full_name, avatar_url }) => ({
          id: user_id,
          name: displayName(user_id),
          picture: <Avatar name={full_name} url={avatar_url} size={22} presence={presence(user_id)} />,
        }))}
        take={(id) => {
          text.value = '';
          isOpen.value = false;
          put([...ids.value, id]);
        }}
        onKey={(event) => {
          if (event.key === 'Enter' && text.value === '' && ids.value.length > 0) {
            event.preventDefault();
            focusText();
          }
          if (event.key === 'ArrowDown') isOpen.value = true;
          if (event.key === 'Escape' && text.value !== '') text.value = '';
          if (event.key === 'Backspace' && text.value === '') put(ids.value.slice(0, -1));
        }}
        onFocus={() => (isOpen.value = ids.value.length === 0)}
        onBlur={() => (isOpen.value = false)}
      />
    </div>
  );
}
