import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { EmojiIcon } from '../../design/emoji.tsx';
import { Dialog } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Avatar, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { dialog } from '../../store/local/layers.ts';
import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { displayName, makeHref, presence } from '../../text/names.ts';
import { sortedByName } from '../../text/sort-by-name.ts';
import { useGrowingList } from '../growing-list.tsx';
import css from './receipts.css';

addStyle(css);

const STEP = 60;

/** A list of users as links to direct conversations. */
function People({ ids, label }: { ids: readonly number[]; label: string }) {
  const people = store.users.value;
  const sorted = [...sortedByName(new Set(ids)).map(({ user_id }) => user_id), ...ids.filter((id) => !people.has(id))];
  const { shown, end } = useGrowingList(sorted.length, STEP, label);
  return (
    <>
      <ul class="rows who" aria-label={label}>
        {sorted.slice(0, shown).map((id) => {
          const person = people.get(id);
          return (
            <li key={id}>
              <a
                class="row"
                href={makeHref({ kind: 'direct', people: [id] })}
                onClick={() => (dialog.value = undefined)}
              >
                <Avatar
                  name={displayName(id)}
                  url={person?.avatar_url}
                  size={26}
                  {...(!person?.is_bot && { presence: presence(id) })}
                />
                <span class="row-name" dir="auto">
                  <bdi>{displayName(id)}</bdi>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
      {end}
    </>
  );
}

/** Who reacted with which emoji. */
export const openReactions = (id: number): void => {
  dialog.value = (
    <Dialog title={t('Reactions')} close={t('Close')}>
      <ReactionList id={id} />
    </Dialog>
  );
};

function ReactionList({ id }: { id: number }) {
  const reactions = store.messages.value.all.get(id)?.reactions ?? [];
  if (reactions.length === 0) return <p>{t('Nobody has reacted to this message.')}</p>;
  const groups = Map.groupBy(reactions, ({ reaction_type, emoji_code }) => `${reaction_type} ${emoji_code}`);
  return (
    <div class="who-groups">
      {[...groups].map(([key, all]) => {
        const name = all[0]!.emoji_name.replaceAll('_', ' ');
        return (
          <section key={key}>
            <h3>
              <EmojiIcon emoji={all[0]!} />
              {name} <span class="who-count">{all.length}</span>
            </h3>
            <People ids={all.map(({ user_id }) => user_id)} label={name} />
          </section>
        );
      })}
    </div>
  );
}

/** Who has read a message, of the users who share this. */
export const openReceipts = (message: Message): void => {
  dialog.value = (
    <Dialog title={t('Read receipts')} close={t('Close')}>
      <Receipts id={message.id} />
    </Dialog>
  );
};

function Receipts({ id }: { id: number }) {
  const readers = useSignal<readonly number[] | undefined>(undefined);
  const wrong = useSignal('');
  useEffect(() => {
    request('GET /messages/{message_id}/read_receipts', { message_id: id })
      .then(({ user_ids }) => (readers.value = user_ids))
      .catch((error) => (wrong.value = errorText(error)));
  }, [id]);
  if (wrong.value) return <p role="alert">{wrong.value}</p>;
  if (!readers.value) return <Skeleton rows={3} label={t('Loading…')} />;
  if (readers.value.length === 0) return <p>{t('Nobody has read this message yet.')}</p>;
  return (
    <>
      <p class="who-note">
        {plural(readers.value.length, '{n} person has read this message.', '{n} people have read this message.')}{' '}
        {t('People who don’t share read receipts aren’t included.')}
      </p>
      <People ids={readers.value} label={t('Read receipts')} />
    </>
  );
}
