import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { moveMessages, type Propagate } from '../../actions/edit.ts';
import { fetchTopics } from '../../actions/topics.ts';
import { FormDialog } from '../../design/form-dialog.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Field } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { canMoveToChannel, canPost, canRenameTopic, deadlineOf, isModerator } from '../../permissions/messages.ts';
import { RequestError } from '../../server/request-error.ts';
import { dialog } from '../../store/local/layers.ts';
import { currentRoute } from '../../store/local/route.ts';
import { topicLists } from '../../store/local/topic-lists.ts';
import type { Message } from '../../store/narrow.ts';
import { conversationIn } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { hrefOf, topicName } from '../../text/names.ts';
import css from './message.css';
import { TimeLimit } from './time-limit.tsx';

addStyle(css);

const LONGEST = 60;

/** Asks for the destination of a message and which other messages move with it. */
export function openMove(message: Message, goes: Propagate = 'change_later'): void {
  dialog.value = <MoveDialog message={message} goes={goes} />;
}

/** The earliest time limit of the changes that are still possible. */
function endOfMoves(message: Message): number {
  if (isModerator()) return Number.POSITIVE_INFINITY;
  const {
    realm_move_messages_between_streams_limit_seconds: away,
    realm_move_messages_within_stream_limit_seconds: within,
  } = store.realm.value;
  return Math.min(
    deadlineOf(message, canMoveToChannel(message) ? away : null),
    deadlineOf(message, canRenameTopic(message) ? within : null),
  );
}

function MoveDialog({ message, goes }: { message: Message; goes: Propagate }) {
  // The menu of a topic names no single message, so the whole topic moves.
  const isWhole = goes === 'change_all';
  const from = message.stream_id!;
  const channel = useSignal(from);
  const topic = useSignal(message.subject);
  const mode = useSignal<Propagate>(goes);
  const tellOld = useSignal(false);
  const tellNew = useSignal(true);
  useEffect(() => void fetchTopics(channel.value).catch(() => {}), [channel.value]);
  const channels = [...store.channels.value.values()]
    .filter(
      ({ stream_id, is_archived }) =>
        stream_id === from || (!is_archived && canPost(store.channels.value.get(stream_id))),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
  const next = topic.value.trim();
  const isMoved = channel.value !== from || next !== message.subject;
  const MODES: readonly (readonly [Propagate, string])[] = [
    ['change_one', t('Only this message')],
    ['change_later', t('This message and all after it')],
    ['change_all', t('All messages in this topic')],
  ];
  const act = async () => {
    const move = {
      ...(channel.value !== from && { channel: channel.value }),
      ...(next !== message.subject && { topic: next }),
      mode: mode.value,
      tellOld: tellOld.value,
      tellNew: tellNew.value,
    };
    try {
      await moveMessages(message.id, move);
    } catch (error) {
      const { first_message_id_allowed_to_move: first, total_messages_allowed_to_move: count } =
        (error as RequestError).detail ?? {};
      if (!(error instanceof RequestError) || error.code !== 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED' || !first) throw error;
      if (!isWhole) mode.value = 'change_later';
      const text = plural(
        Number(count),
        'Only the latest message can still be moved. Move that one instead.',
        'Only the latest {n} messages can still be moved. Move from the first of them.',
      );
      throw new RequestError(text, error.code, error.status);
    }
    const current = currentRoute.peek();
    const here = current.view === 'narrow' ? conversationIn(current.narrow) : undefined;
    if (here?.kind === 'topic')
      location.hash = hrefOf({ kind: 'topic', channel: channel.value, topic: next }, message.id);
  };
  return (
    <FormDialog title={isWhole ? t('Move topic') : t('Move messages')} action={t('Move')} ready={isMoved} act={act}>
      <Field label={t('Channel')}>
        {(id) => (
          <select
            id={id}
            disabled={!canMoveToChannel(message)}
            value={channel.value}
            onChange={(event) => (channel.value = Number(event.currentTarget.value))}
          >
            {channels.map(({ stream_id, name }) => (
              <option key={stream_id} value={stream_id}>
                {/* Without a leading #, because browsers search a select by the first letters typed. */}
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('Topic')}>
        {(id) => (
          <>
            <input
              id={id}
              autofocus
              list={`${id}-topics`}
              maxLength={LONGEST}
              disabled={!canRenameTopic(message)}
              placeholder={topicName('')}
              value={topic.value}
              onInput={(event) => (topic.value = event.currentTarget.value)}
            />
            <datalist id={`${id}-topics`}>
              {(topicLists.value.get(channel.value) ?? [])
                .slice(0, 50)
                .map(({ name }) => name && <option key={name} value={name} />)}
            </datalist>
          </>
        )}
      </Field>
      <TimeLimit end={endOfMoves(message)} />
      {!isWhole && (
        <fieldset class="choices">
          <legend>{t('Messages to move')}</legend>
          {MODES.map(([one, name]) => (
            <label key={one}>
              <input type="radio" name="propagate" checked={mode.value === one} onChange={() => (mode.value = one)} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <fieldset class="choices">
        <legend>{t('Automated notices')}</legend>
        <label>
          <input
            type="checkbox"
            checked={tellOld.value}
            onChange={(event) => (tellOld.value = event.currentTarget.checked)}
          />
          {t('Leave a note in the old topic')}
        </label>
        <label>
          <input
            type="checkbox"
            checked={tellNew.value}
            onChange={(event) => (tellNew.value = event.currentTarget.checked)}
          />
          {t('Leave a note in the new topic')}
        </label>
      </fieldset>
    </FormDialog>
  );
}
