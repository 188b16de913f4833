import { addresseeOf, drafts, keepDraft } from '../actions/drafts.ts';
import { discard, notSent, retry } from '../actions/send.ts';
import { ask } from '../api.ts';
import { AlarmClock, CalendarClock, CircleAlert, Clock, Pencil, RotateCcw, SendHorizontal, Trash2 } from '../design/icons.ts';
import { dialog, Menu, pop, toast } from '../design/layers.tsx';
import { Button, EmptyState, Icon, Tabs } from '../design/primitives.tsx';
import { when } from '../format.ts';
import { t } from '../i18n/text.ts';
import { conversationName, hrefOf } from '../names.ts';
import { reasonOf } from '../refusals.ts';
import type { Place } from '../router.ts';
import { type Conversation, conversationOf, others } from '../store/conversation.ts';
import { store } from '../store/store.ts';
import type { Reminder, Scheduled, ServerDraft } from '../wire.ts';
import { shownTime, TimeDialog, timesOf } from './compose/time.tsx';
import { focusCompose } from './compose.tsx';
import { Rendered } from './rendered.tsx';

const TABS = { drafts: '#drafts', scheduled: '#scheduled', reminders: '#reminders' } as const;

const failed = (error: unknown): void => toast(reasonOf(error), true);

/** What is not sent yet: drafts, messages for later, and what one will be reminded of. */
export function Planned({ view }: { view: Place['view'] }) {
  const current = view === 'scheduled' || view === 'reminders' ? view : 'drafts';
  const count = (name: string, number: number) => (number > 0 ? `${name} (${number})` : name);
  return (
    <div class="page">
      <Tabs
        label={t('Not sent yet')}
        current={TABS[current]}
        tabs={[
          { href: TABS.drafts, name: count(t('Drafts'), notSent.value.length + drafts.value.size + extra().length) },
          { href: TABS.scheduled, name: count(t('Scheduled'), store.scheduled.value.size) },
          { href: TABS.reminders, name: count(t('Reminders'), store.reminders.value.size) },
        ]}
      />
      {current === 'drafts' ? <Drafts /> : current === 'scheduled' ? <ScheduledList /> : <Reminders />}
    </div>
  );
}

/** Drafts of the server's beside the one a conversation has here, and those for nobody yet. */
function extra(): ServerDraft[] {
  if (!store.settings.value.enable_drafts_synchronization) return [];
  const shown = new Set([...drafts.value.values()].map(({ id }) => id));
  return [...store.serverDrafts.value.values()].filter(({ id }) => !shown.has(id));
}

/** Who comes for a draft goes on writing it there. */
function goOnWriting(event: MouseEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) addEventListener('hashchange', () => focusCompose(), { once: true });
}

function Drafts() {
  const all = [...drafts.value.entries()].sort(([, a], [, b]) => b.at - a.at);
  const more = extra().sort((a, b) => b.timestamp - a.timestamp);
  const unsent = notSent.value;
  if (all.length + more.length + unsent.length === 0)
    return (
      <EmptyState icon={Pencil} title={t('No drafts')}>
        <p>{t('What you begin to write is kept here until you send it.')}</p>
      </EmptyState>
    );
  return (
    <ul class="card cards">
      {unsent.map((one) => (
        <li class="card-row draft" key={one.local_id}>
          <a href={hrefOf(one.conversation)}>
            <span class="draft-to">{conversationName(one.conversation)}</span>
            <span class="row-name" dir="auto">
              {one.content}
            </span>
            <span class="failure">
              <Icon of={CircleAlert} size={15} />
              {one.reason}
            </span>
          </a>
          <Button kind="quiet" icon={RotateCcw} label={t('Try again')} onClick={() => retry(one)} />
          <Button kind="quiet" icon={Trash2} label={t('Discard')} onClick={() => discard(one)} />
        </li>
      ))}
      {all.map(([key, { conversation, content, at }]) => (
        <li class="card-row draft" key={key}>
          <a href={hrefOf(conversation)} onClick={goOnWriting}>
            <span class="draft-to">{conversationName(conversation)}</span>
            <span class="row-name" dir="auto">
              {content}
            </span>
          </a>
          <time>{when(at)}</time>
          <Button kind="quiet" icon={Trash2} label={t('Discard')} onClick={() => keepDraft(conversation, '')} />
        </li>
      ))}
      {more.map((draft) => (
        <ExtraDraft key={draft.id} draft={draft} />
      ))}
    </ul>
  );
}

function ExtraDraft({ draft }: { draft: ServerDraft }) {
  const conversation = addresseeOf(draft);
  const remove = () => ask('DELETE /drafts/{draft_id}', { draft_id: draft.id }).catch(failed);
  const words = (
    <>
      <span class="draft-to">{conversation ? conversationName(conversation) : t('For nobody yet')}</span>
      <span class="row-name" dir="auto">
        {draft.content}
      </span>
    </>
  );
  return (
    <li class="card-row draft">
      {conversation ? (
        <a href={hrefOf(conversation)} onClick={() => void exchange(draft, conversation)}>
          {words}
        </a>
      ) : (
        <button
          type="button"
          onClick={() => {
            void import('./compose.tsx').then(({ composeWith }) => composeWith(draft.content));
            void remove();
          }}
        >
          {words}
        </button>
      )}
      <time>{when(draft.timestamp)}</time>
      <Button kind="quiet" icon={Trash2} label={t('Discard')} onClick={() => void remove()} />
    </li>
  );
}

/** Takes another draft up: the one that was in the box there stays the server's. */
async function exchange(draft: ServerDraft, conversation: Conversation): Promise<void> {
  const before = [...drafts.peek().values()].find((one) => hrefOf(one.conversation) === hrefOf(conversation));
  if (before) await ask('POST /drafts', { drafts: [{ ...draft, id: null as never, content: before.content }] }).catch(failed);
  await ask('DELETE /drafts/{draft_id}', { draft_id: draft.id }).catch(failed);
  keepDraft(conversation, draft.content);
  focusCompose();
}

const placeOf = ({ type, to, topic }: Scheduled): Conversation =>
  type === 'stream'
    ? { kind: 'topic', channel: Number(to), topic: topic ?? '' }
    : { kind: 'direct', people: others(to as number[], store.me.value.id) };

function ScheduledList() {
  const all = [...store.scheduled.value.values()].sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
  if (all.length === 0)
    return (
      <EmptyState icon={CalendarClock} title={t('Nothing is scheduled')}>
        <p>{t('Beside the button to send is one to send later.')}</p>
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

function ScheduledRow({ message }: { message: Scheduled }) {
  const { scheduled_message_id, scheduled_delivery_timestamp: at, rendered_content, content } = message;
  const conversation = placeOf(message);
  const put = (change: { scheduled_delivery_timestamp: number }) =>
    ask('PATCH /scheduled_messages/{scheduled_message_id}', { scheduled_message_id, ...change });
  const remove = () => ask('DELETE /scheduled_messages/{scheduled_message_id}', { scheduled_message_id });
  const edit = async () => {
    try {
      await remove();
    } catch (error) {
      return failed(error);
    }
    keepDraft(conversation, content);
    location.hash = hrefOf(conversation);
    focusCompose();
  };
  const now = async () => {
    try {
      const { send } = await import('../actions/send.ts');
      await remove();
      send(conversation, content);
      location.hash = hrefOf(conversation);
    } catch (error) {
      failed(error);
    }
  };
  return (
    <li class="planned">
      <div class="planned-head">
        <span class="planned-time">
          <Icon of={message.failed ? CircleAlert : Clock} size={15} />
          {shownTime(at)}
        </span>
        <a href={hrefOf(conversation)}>{conversationName(conversation)}</a>
        <span class="planned-deeds">
          <Button kind="quiet" icon={Pencil} label={t('Edit')} onClick={() => void edit()} />
          <Button
            kind="quiet"
            icon={CalendarClock}
            label={t('Another time')}
            onClick={() => {
              dialog.value = (
                <TimeDialog
                  title={t('Send later')}
                  action={t('Schedule')}
                  begin={at}
                  future
                  act={(scheduled_delivery_timestamp) => put({ scheduled_delivery_timestamp })}
                />
              );
            }}
          />
          <Button kind="quiet" icon={SendHorizontal} label={t('Send now')} onClick={() => void now()} />
          <Button kind="quiet" icon={Trash2} label={t('Discard')} onClick={() => void remove().catch(failed)} />
        </span>
      </div>
      {message.failed && <p class="field-wrong">{t('It could not be sent. Change it, or choose another time.')}</p>}
      <Rendered html={rendered_content} />
    </li>
  );
}

function Reminders() {
  const all = [...store.reminders.value.values()].sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
  if (all.length === 0)
    return (
      <EmptyState icon={AlarmClock} title={t('No reminders')}>
        <p>{t('A message’s menu has “Remind me”.')}</p>
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
  const { reminder_id, scheduled_delivery_timestamp: at, rendered_content, reminder_target_message_id: target } = reminder;
  const remove = () => ask('DELETE /reminders/{reminder_id}', { reminder_id });
  const open = async () => {
    try {
      const { message } = await ask('GET /messages/{message_id}', { message_id: target, allow_empty_topic_name: true });
      location.hash = hrefOf(conversationOf(message, store.me.peek().id), target);
    } catch (error) {
      failed(error);
    }
  };
  const move = async (scheduled_delivery_timestamp: number) => {
    await ask('POST /reminders', { message_id: target, scheduled_delivery_timestamp });
    await remove();
  };
  return (
    <li class="planned">
      <div class="planned-head">
        <span class="planned-time">
          <Icon of={AlarmClock} size={15} />
          {shownTime(at)}
        </span>
        <span class="planned-deeds">
          <Button kind="quiet" onClick={() => void open()}>
            {t('Go to the message')}
          </Button>
          <Button
            kind="quiet"
            icon={CalendarClock}
            label={t('Another time')}
            aria-haspopup="menu"
            onClick={(event) =>
              pop(
                event.currentTarget,
                <Menu
                  label={t('Another time')}
                  items={timesOf('remind', AlarmClock, { title: t('Remind me of this'), action: t('Remind me') }, move, failed)}
                />,
              )
            }
          />
          <Button kind="quiet" icon={Trash2} label={t('Discard')} onClick={() => void remove().catch(failed)} />
        </span>
      </div>
      <Rendered html={rendered_content} />
    </li>
  );
}
