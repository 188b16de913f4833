import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { moveMessages, type Propagate } from '../../actions/edit.ts';
import { fetchTopics } from '../../actions/topics.ts';
import { Field } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { addStyle } from '../../design/load-style.ts';
import { RequestError } from '../../errors/request-error.ts';
import { plural, t } from '../../i18n/text.ts';
import { canMoveToChannel, canPost, canRenameTopic, getDeadline, isModerator } from '../../permissions/messages.ts';
import { dialog } from '../../store/local/layers.ts';
import { currentRoute } from '../../store/local/route.ts';
import type { Message } from '../../store/narrow.ts';
import { conversationIn } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { makeHref, topicName } from '../../text/names.ts';
import { plainTopic, TopicField } from '../topic-field.tsx';
import css from './message.css';
import { TimeLimit } from './time-limit.tsx';

addStyle(css);

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
    getDeadline(message, canMoveToChannel(message) ? away : null),
    getDeadline(message, canRenameTopic(message) ? within : null),
  );
}

/** What the dialog asks for. */
interface MoveChoice {
  channel: Signal<number>;
  topic: Signal<string>;
  mode: Signal<Propagate>;
  tellOld: Signal<boolean>;
  tellNew: Signal<boolean>;
}

function MoveDialog({ message, goes }: { message: Message; goes: Propagate }) {
  // The menu of a topic names no single message, so the whole topic moves.
  const isWhole = goes === 'change_all';
  const choice: MoveChoice = {
    channel: useSignal(message.stream_id!),
    topic: useSignal(message.subject),
    mode: useSignal<Propagate>(goes),
    tellOld: useSignal(false),
    tellNew: useSignal(true),
  };
  const { channel, topic } = choice;
  useEffect(() => void fetchTopics(channel.value).catch(() => {}), [channel.value]);
  const isMoved = channel.value !== message.stream_id || plainTopic(topic.value) !== message.subject;
  const action = isWhole && channel.value === message.stream_id ? t('Rename') : t('Move');
  const act = () =>
    moveAsChosen(message, choice, () => {
      if (!isWhole) choice.mode.value = 'change_later';
    });
  return (
    <FormDialog title={isWhole ? t('Rename topic') : t('Move messages')} action={action} ready={isMoved} act={act}>
      <ChannelField message={message} channel={channel} />
      <Field label={t('Topic')}>
        {(id) => (
          <TopicField
            id={id}
            autofocus
            disabled={!canRenameTopic(message)}
            channel={channel.value}
            placeholder={topicName('')}
            value={topic.value}
            set={(name) => (topic.value = name)}
          />
        )}
      </Field>
      <TimeLimit end={endOfMoves(message)} />
      {!isWhole && <ModeChoice mode={choice.mode} />}
      <fieldset class="choices">
        <legend>{t('Automated notices')}</legend>
        <NoticeBox on={choice.tellOld} label={t('Leave a note in the old topic')} />
        <NoticeBox on={choice.tellNew} label={t('Leave a note in the new topic')} />
      </fieldset>
    </FormDialog>
  );
}

/**
 * Moves the messages, and follows them if a topic is shown. Throws the reason in words if it fails. `limitToLater` is
 * called if only the latest messages may still be moved.
 */
async function moveAsChosen(message: Message, choice: MoveChoice, limitToLater: () => void): Promise<void> {
  const channel = choice.channel.value;
  const topic = plainTopic(choice.topic.value);
  try {
    await moveMessages(message.id, {
      ...(channel !== message.stream_id && { channel }),
      ...(topic !== message.subject && { topic }),
      mode: choice.mode.value,
      tellOld: choice.tellOld.value,
      tellNew: choice.tellNew.value,
    });
  } catch (error) {
    const { first_message_id_allowed_to_move: first, total_messages_allowed_to_move: count } =
      (error as RequestError).detail ?? {};
    if (!(error instanceof RequestError) || error.code !== 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED' || !first) throw error;
    limitToLater();
    const text = plural(
      Number(count),
      'Only the latest message can still be moved. Move that one instead.',
      'Only the latest {n} messages can still be moved. Move from the first of them.',
    );
    throw new RequestError(text, error.code, error.status);
  }
  const current = currentRoute.peek();
  const here = current.view === 'narrow' ? conversationIn(current.narrow) : undefined;
  if (here?.kind === 'topic') location.hash = makeHref({ kind: 'topic', channel, topic }, message.id);
}

function ChannelField({ message, channel }: { message: Message; channel: Signal<number> }) {
  const channels = [...store.channels.value.values()]
    .filter(
      ({ stream_id, is_archived }) =>
        stream_id === message.stream_id || (!is_archived && canPost(store.channels.value.get(stream_id))),
    )
    .sort((a, b) => compareNames(a.name, b.name));
  return (
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
  );
}

function ModeChoice({ mode }: { mode: Signal<Propagate> }) {
  const modes: readonly (readonly [Propagate, string])[] = [
    ['change_one', t('Only this message')],
    ['change_later', t('This message and all after it')],
    ['change_all', t('All messages in this topic')],
  ];
  return (
    <fieldset class="choices">
      <legend>{t('Messages to move')}</legend>
      {modes.map(([one, name]) => (
        <label key={one}>
          <input type="radio" name="propagate" checked={mode.value === one} onChange={() => (mode.value = one)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

const NoticeBox = ({ on, label }: { on: Signal<boolean>; label: string }) => (
  <label>
    <input type="checkbox" checked={on.value} onChange={(event) => (on.value = event.currentTarget.checked)} />
    {label}
  </label>
);
