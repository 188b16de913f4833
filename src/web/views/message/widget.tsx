import { useSignal } from '@preact/signals';
import { Pencil } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Button } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { nextIndex, type Poll, readWidget, type Todo } from '../../store/widgets.ts';
import { formatList } from '../../text/format.ts';
import { displayName } from '../../text/names.ts';
import css from './message.css';

addStyle(css);

const put = (message: Message, said: Readonly<Record<string, unknown>>): void =>
  void request('POST /submessage', { message_id: message.id, msg_type: 'widget', content: JSON.stringify(said) }).catch(
    (error: Error) => toast(errorText(error), true),
  );

/** The poll or to-do list of a message. */
export function Widget({ message, spectator }: { message: Message; spectator: boolean }) {
  const widget = readWidget(message.submessages, message.sender_id);
  if (!widget) return null;
  return widget.kind === 'poll' ? (
    <PollView poll={widget} message={message} spectator={spectator} />
  ) : (
    <TodoView todo={widget} message={message} spectator={spectator} />
  );
}

interface Props {
  message: Message;
  spectator: boolean;
}

function PollView({ poll, message, spectator }: Props & { poll: Poll }) {
  const me = store.me.value.id;
  const most = Math.max(1, ...poll.options.map(({ voters }) => voters.length));
  return (
    <section class="widget" translate={false} aria-label={t('Poll: {question}', { question: poll.question })}>
      <Title
        text={poll.question || t('No question yet')}
        label={t('Question')}
        edit={message.sender_id === me ? (question) => put(message, { type: 'question', question }) : undefined}
      />
      <ul class="poll">
        {poll.options.map(({ key, text, voters }) => {
          const mine = voters.includes(me);
          const names = formatList(voters.map((id) => (id === me ? t('you') : displayName(id))));
          return (
            <li key={key}>
              <button
                type="button"
                class={mine ? 'vote vote-mine' : 'vote'}
                aria-pressed={mine}
                disabled={spectator}
                aria-label={plural(voters.length, '{option}: {n} vote', '{option}: {n} votes', { option: text })}
                onClick={() => put(message, { type: 'vote', key, vote: mine ? -1 : 1 })}
              >
                {voters.length}
              </button>
              <div class="poll-answer">
                <span dir="auto">{text}</span>
                <meter min={0} max={most} value={voters.length} aria-hidden="true" />
                {voters.length > 0 && <span class="poll-voters">{names}</span>}
              </div>
            </li>
          );
        })}
      </ul>
      {!spectator && (
        <AddLine
          label={t('Add option')}
          add={(option) => {
            if (poll.options.some(({ text }) => text === option)) return toast(t('This option already exists.'), true);
            put(message, { type: 'new_option', option, idx: nextIndex(message.submessages, me) });
          }}
        />
      )}
    </section>
  );
}

function TodoView({ todo, message, spectator }: Props & { todo: Todo }) {
  const me = store.me.value.id;
  const tasks = [...todo.tasks].sort((a, b) => Number(a.done) - Number(b.done));
  return (
    <section
      class="widget"
      translate={false}
      aria-label={t('To-do list: {title}', { title: todo.title || t('To-do list') })}
    >
      <Title
        text={todo.title || t('To-do list')}
        label={t('Title')}
        edit={message.sender_id === me ? (title) => put(message, { type: 'new_task_list_title', title }) : undefined}
      />
      <ul class="todo">
        {tasks.map(({ key, task, note, done }) => (
          <li key={key}>
            <label class={done ? 'task task-done' : 'task'}>
              <input
                type="checkbox"
                checked={done}
                disabled={spectator}
                onChange={() => put(message, { type: 'strike', key })}
              />
              <span dir="auto">
                <strong>{task}</strong>
                {note && <span class="task-note">{note}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {!spectator && (
        <AddLine
          label={t('Add task')}
          add={(line) => {
            const [task = '', ...rest] = line.split(/:\s*/);
            if (todo.tasks.some((one) => one.task === task)) return toast(t('This task already exists.'), true);
            put(message, {
              type: 'new_task',
              key: nextIndex(message.submessages, me),
              task,
              desc: rest.join(': '),
              completed: false,
            });
          }}
        />
      )}
    </section>
  );
}

/** A heading that its author can edit. */
function Title({ text, label, edit }: { text: string; label: string; edit: ((text: string) => void) | undefined }) {
  const value = useSignal<string | undefined>(undefined);
  if (value.value === undefined)
    return (
      <div class="widget-title">
        <h3 dir="auto">{text}</h3>
        {edit && (
          <Button
            kind="quiet"
            icon={Pencil}
            label={t('Edit {name}', { name: label })}
            onClick={() => (value.value = text)}
          />
        )}
      </div>
    );
  return (
    <form
      class="widget-add"
      onSubmit={(event) => {
        event.preventDefault();
        const given = value.value!.trim();
        if (given !== '' && given !== text) edit!(given);
        value.value = undefined;
      }}
    >
      <input
        ref={(element) =>
          void (element && document.activeElement !== element && value.peek() === text && element.focus())
        }
        aria-label={label}
        dir="auto"
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') value.value = undefined;
        }}
      />
      <Button type="submit">{t('Save')}</Button>
    </form>
  );
}

function AddLine({ label, add }: { label: string; add: (text: string) => void }) {
  const value = useSignal('');
  return (
    <form
      class="widget-add"
      onSubmit={(event) => {
        event.preventDefault();
        const given = value.value.replace(/\s+/g, ' ').trim();
        if (given === '') return;
        value.value = '';
        add(given);
      }}
    >
      <input
        aria-label={label}
        placeholder={label}
        dir="auto"
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
      <Button type="submit" disabled={value.value.trim() === ''}>
        {t('Add')}
      </Button>
    </form>
  );
}
