import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { forgetDraft, useDraft } from '../../actions/unsaved-text.ts';
import { Field } from '../../design/field.tsx';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Dialog, toast } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { AlarmClock } from '../../design/more-icons.ts';
import { Button, Icon, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import type { Message } from '../../store/narrow.ts';
import { formatDateTime, formatShortTime } from '../../text/format.ts';
import { channelName, displayName, topicName } from '../../text/names.ts';
import { getText } from '../../text/safe-html.ts';
import { timeMenuItems } from '../compose/time-dialog.tsx';
import css from './message.css';
import { Rendered } from './rendered.tsx';

addStyle(css);

/** Asks before a message is permanently deleted. */
export function confirmDelete(message: Message): void {
  const text = getText(message.content).slice(0, 160);
  confirm(
    {
      title: t('Delete this message?'),
      action: t('Delete'),
      danger: true,
      act: () => request('DELETE /messages/{message_id}', { message_id: message.id }),
    },
    <>
      {text && <blockquote class="quoted-message">{text}</blockquote>}
      <p>{t('The message will be deleted for everyone. Administrators can restore it for some time.')}</p>
    </>,
  );
}

type Version = Reply<'GET /messages/{message_id}/history'>['message_history'][number];

/** The edit history of a message. */
export function openHistory(message: Message): void {
  dialog.value = (
    <Dialog title={t('Message history')} close={t('Close')} wide>
      <Versions id={message.id} />
    </Dialog>
  );
}

function Versions({ id }: { id: number }) {
  const versions = useSignal<readonly Version[] | undefined>(undefined);
  const wrong = useSignal('');
  useEffect(() => {
    request('GET /messages/{message_id}/history', { message_id: id, allow_empty_topic_name: true }).then(
      ({ message_history }) => (versions.value = message_history),
      (error: Error) => (wrong.value = errorText(error)),
    );
  }, []);
  if (wrong.value) return <p class="field-wrong">{wrong.value}</p>;
  if (!versions.value) return <Skeleton rows={2} label={t('Loading…')} />;
  return (
    <ol class="versions">
      {versions.value.map((version, at) => (
        <li key={at}>
          <p class="version-head">
            <strong>{version.user_id === null ? t('Someone') : displayName(version.user_id)}</strong>{' '}
            <span>{formatDateTime(version.timestamp)}</span>
          </p>
          {version.prev_topic !== undefined && (
            <p class="version-move">
              {t('Topic: {before} → {after}', {
                before: topicName(version.prev_topic),
                after: topicName(version.topic),
              })}
            </p>
          )}
          {version.prev_stream !== undefined && version.stream !== undefined && (
            <p class="version-move">
              {t('Channel: {before} → {after}', {
                before: channelName(version.prev_stream),
                after: channelName(version.stream),
              })}
            </p>
          )}
          {(at === 0 || version.prev_content !== undefined) && (
            <Rendered html={version.content_html_diff ?? version.rendered_content} />
          )}
        </li>
      ))}
    </ol>
  );
}

const REASONS = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const;
type Reason = (typeof REASONS)[number];
const REASON_NAMES: Record<Reason, () => string> = {
  spam: () => t('Spam'),
  harassment: () => t('Harassment'),
  inappropriate: () => t('Inappropriate content'),
  norms: () => t('Violates our rules'),
  other: () => t('Other'),
};

/** Reports a message to the moderators. */
export function openReport(message: Message): void {
  dialog.value = <Report message={message} />;
}

function Report({ message }: { message: Message }) {
  const reason = useSignal<Reason>('spam');
  const words = useSignal('');
  return (
    <FormDialog
      title={t('Report this message')}
      action={t('Report')}
      ready={reason.value !== 'other' || words.value.trim() !== ''}
      act={async () => {
        await request('POST /messages/{message_id}/report', {
          message_id: message.id,
          report_type: reason.value,
          description: words.value,
        });
        toast(t('Message reported to the moderators'));
      }}
    >
      <fieldset class="choices">
        <legend>{t('What’s the problem?')}</legend>
        {REASONS.map((one) => (
          <label key={one}>
            <input type="radio" name="reason" checked={reason.value === one} onChange={() => (reason.value = one)} />
            {REASON_NAMES[one]()}
          </label>
        ))}
      </fieldset>
      <Field label={t('Details')}>
        {(id) => (
          <textarea
            id={id}
            rows={3}
            maxLength={1000}
            value={words.value}
            onInput={(event) => (words.value = event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** Schedules a reminder about a message. */
export function openRemind(message: Message): void {
  dialog.value = (
    <Dialog title={t('Remind me about this')} close={t('Close')}>
      <Remind message={message} />
    </Dialog>
  );
}

function Remind({ message }: { message: Message }) {
  const draft = `remind ${message.id}`;
  const note = useDraft(draft, '');
  const remind = async (scheduled_delivery_timestamp: number) => {
    await request('POST /reminders', {
      message_id: message.id,
      scheduled_delivery_timestamp,
      note: note.peek().trim(),
    });
    forgetDraft(draft);
    dialog.value = undefined;
    toast(t('You’ll be reminded: {time}', { time: formatShortTime(scheduled_delivery_timestamp) }));
  };
  const times = timeMenuItems(
    'remind',
    AlarmClock,
    { title: t('Remind me about this'), action: t('Remind me') },
    remind,
    (error) => toast(errorText(error), true),
  );
  return (
    <div class="form">
      <Field label={t('Note')} hint={t('Optional. Only you can see it.')}>
        {(id, about) => (
          <input
            id={id}
            aria-describedby={about}
            maxLength={1000}
            value={note.value}
            onInput={(event) => (note.value = event.currentTarget.value)}
          />
        )}
      </Field>
      <ul class="remind-times">
        {times.map(({ name, icon, act }) => (
          <li key={name}>
            <Button onClick={act}>
              <Icon of={icon} size={16} />
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
