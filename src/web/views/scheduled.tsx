import { saveDraft } from '../actions/drafts.ts';
import { CircleAlert, Clock, Pencil, SendHorizontal } from '../design/icons.ts';
import { openPopover, toast } from '../design/layers.tsx';
import { Menu } from '../design/menu.tsx';
import { AlarmClock, CalendarClock, Trash2 } from '../design/more-icons.ts';
import { Button, EmptyState, Icon } from '../design/primitives.tsx';
import { errorText } from '../errors/error-text.ts';
import { t } from '../i18n/text.ts';
import { request } from '../server/request.ts';
import type { Reminder, ScheduledMessage } from '../server/types.ts';
import { type Conversation, getConversation, others } from '../store/conversation.ts';
import { dialog } from '../store/local/layers.ts';
import { store } from '../store/store.ts';
import { formatShortTime } from '../text/format.ts';
import { conversationName, makeHref } from '../text/names.ts';
import { focusCompose } from './compose/compose.tsx';
import { TimeDialog, timeMenuItems } from './compose/time-dialog.tsx';
import { Rendered } from './message/rendered.tsx';

export const failed = (error: unknown): void => toast(errorText(error), true);

const getPlace = ({ type, to, topic }: ScheduledMessage): Conversation =>
  type === 'stream'
    ? { kind: 'topic', channel: Number(to), topic: topic ?? '' }
    : { kind: 'direct', people: others(to as number[], store.me.value.id) };

/** The user's scheduled messages. */
export function ScheduledList() {
  const all = [...store.scheduled.value.values()].sort(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  );
  if (all.length === 0)
    return (
      <EmptyState icon={CalendarClock} title={t('No scheduled messages')}>
        <p>{t('To schedule a message, use “Send later” next to the send button.')}</p>
      </EmptyState>
    );
  return (
    <ul class="card cards">
      {all.map((one) => (
        <ScheduledRow key={one.scheduled_message_id} message={one} />
      ))}
    </ul>
  );
}

function ScheduledRow({ message }: { message: ScheduledMessage }) {
  const { scheduled_message_id, scheduled_delivery_timestamp: at, rendered_content, content } = message;
  const conversation = getPlace(message);
  const remove = () => request('DELETE /scheduled_messages/{scheduled_message_id}', { scheduled_message_id });
  const edit = async () => {
    try {
      await remove();
    } catch (error) {
      return failed(error);
    }
    saveDraft(conversation, content);
    location.hash = makeHref(conversation);
    focusCompose();
  };
  const now = async () => {
    try {
      const { send } = await import('../actions/send.ts');
      await remove();
      send(conversation, content);
      location.hash = makeHref(conversation);
    } catch (error) {
      failed(error);
    }
  };
  return (
    <li class="planned">
      <div class="planned-head">
        <span class="planned-time">
          <Icon of={message.failed ? CircleAlert : Clock} size={15} />
          {formatShortTime(at)}
        </span>
        <a href={makeHref(conversation)}>{conversationName(conversation)}</a>
        <span class="planned-actions">
          <Button kind="quiet" icon={Pencil} label={t('Edit')} onClick={() => void edit()} />
          <Button kind="quiet" icon={CalendarClock} label={t('Change time')} onClick={() => changeTime(message)} />
          <Button kind="quiet" icon={SendHorizontal} label={t('Send now')} onClick={() => void now()} />
          <Button kind="quiet" icon={Trash2} label={t('Discard')} onClick={() => void remove().catch(failed)} />
        </span>
      </div>
      {message.failed && (
        <p class="field-wrong">{t('This message couldn’t be sent. Edit it or choose another time.')}</p>
      )}
      <Rendered html={rendered_content} />
    </li>
  );
}

function changeTime({ scheduled_message_id, scheduled_delivery_timestamp: begin }: ScheduledMessage): void {
  const act = (scheduled_delivery_timestamp: number) =>
    request('PATCH /scheduled_messages/{scheduled_message_id}', { scheduled_message_id, scheduled_delivery_timestamp });
  dialog.value = <TimeDialog title={t('Send later')} action={t('Schedule')} begin={begin} future act={act} />;
}

/** The user's reminders. */
export function Reminders() {
  const all = [...store.reminders.value.values()].sort(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  );
  if (all.length === 0)
    return (
      <EmptyState icon={AlarmClock} title={t('No reminders')}>
        <p>{t('To add one, open a message’s menu and choose “Remind me”.')}</p>
      </EmptyState>
    );
  return (
    <ul class="card cards">
      {all.map((one) => (
        <ReminderRow key={one.reminder_id} reminder={one} />
      ))}
    </ul>
  );
}

function ReminderRow({ reminder }: { reminder: Reminder }) {
  const { reminder_id, scheduled_delivery_timestamp: at, reminder_target_message_id: target } = reminder;
  const remove = () => request('DELETE /reminders/{reminder_id}', { reminder_id });
  const open = async () => {
    try {
      const { message } = await request('GET /messages/{message_id}', {
        message_id: target,
        allow_empty_topic_name: true,
      });
      location.hash = makeHref(getConversation(message, store.me.peek().id), target);
    } catch (error) {
      failed(error);
    }
  };
  const move = async (scheduled_delivery_timestamp: number) => {
    await request('POST /reminders', { message_id: target, scheduled_delivery_timestamp });
    await remove();
  };
  const openTimes = (anchor: Element) => {
    const about = { title: t('Remind me about this'), action: t('Remind me') };
    const items = timeMenuItems('remind', AlarmClock, about, move, failed);
    openPopover(anchor, <Menu label={t('Change time')} items={items} />);
  };
  return (
    <li class="planned">
      <div class="planned-head">
        <span class="planned-time">
          <Icon of={AlarmClock} size={15} />
          {formatShortTime(at)}
        </span>
        <span class="planned-actions">
          <Button kind="quiet" onClick={() => void open()}>
            {t('Go to message')}
          </Button>
          <Button
            kind="quiet"
            icon={CalendarClock}
            label={t('Change time')}
            aria-haspopup="menu"
            onClick={(event) => openTimes(event.currentTarget)}
          />
          <Button kind="quiet" icon={Trash2} label={t('Discard')} onClick={() => void remove().catch(failed)} />
        </span>
      </div>
      <Rendered html={reminder.rendered_content} />
    </li>
  );
}
