import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { send } from '../../actions/send.ts';
import { afterRender } from '../../design/after-render.ts';
import { Field } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Plus, X } from '../../design/icons.ts';
import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import type { Conversation } from '../../store/conversation.ts';
import { dialog } from '../../store/local/layers.ts';

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Opens a form for a poll or to-do list and sends it. */
export function openPoll(conversation: Conversation): void {
  dialog.value = <NewPoll conversation={conversation} />;
}

export function openTodo(conversation: Conversation): void {
  dialog.value = <NewTodo conversation={conversation} />;
}

function NewPoll({ conversation }: { conversation: Conversation }) {
  const question = useSignal('');
  const options = useSignal<readonly string[]>(['', '']);
  const given = options.value.map(oneLine).filter(Boolean);
  return (
    <FormDialog
      title={t('New poll')}
      action={t('Send poll')}
      ready={oneLine(question.value) !== ''}
      act={async () => send(conversation, ['/poll ' + oneLine(question.value), ...new Set(given)].join('\n'))}
    >
      <Field label={t('Question')}>
        {(id) => (
          <input
            id={id}
            autofocus
            dir="auto"
            value={question.value}
            onInput={(event) => (question.value = event.currentTarget.value)}
          />
        )}
      </Field>
      <Lines legend={t('Options')} lines={options} name={(n) => t('Option {n}', { n })} add={t('Add option')} />
      <p class="field-hint">{t('Everyone can add options later.')}</p>
    </FormDialog>
  );
}

function NewTodo({ conversation }: { conversation: Conversation }) {
  const title = useSignal('');
  const tasks = useSignal<readonly string[]>(['', '']);
  const given = tasks.value.map(oneLine).filter(Boolean);
  return (
    <FormDialog
      title={t('New to-do list')}
      action={t('Send list')}
      ready={given.length > 0 || oneLine(title.value) !== ''}
      act={async () =>
        send(conversation, [`/todo ${oneLine(title.value) || t('To-do list')}`, ...new Set(given)].join('\n'))
      }
    >
      <Field label={t('Title')}>
        {(id) => (
          <input
            id={id}
            autofocus
            dir="auto"
            placeholder={t('To-do list')}
            value={title.value}
            onInput={(event) => (title.value = event.currentTarget.value)}
          />
        )}
      </Field>
      <Lines legend={t('Tasks')} lines={tasks} name={(n) => t('Task {n}', { n })} add={t('Add task')} />
      <p class="field-hint">{t('To add a description, write it after a colon.')}</p>
    </FormDialog>
  );
}

interface LinesProps {
  legend: string;
  lines: Signal<readonly string[]>;
  name: (n: number) => string;
  add: string;
}

function Lines({ legend, lines, name, add }: LinesProps) {
  const { list, put, more, remove, onKey } = useLines(lines);
  return (
    <fieldset class="form-list">
      <legend>{legend}</legend>
      <ul ref={list}>
        {lines.value.map((line, at) => (
          <li key={at}>
            <input
              dir="auto"
              aria-label={name(at + 1)}
              value={line}
              onInput={(event) => put(at, event.currentTarget.value)}
              onKeyDown={(event) => onKey(event, at)}
            />
            {lines.value.length > 1 && (
              // Excluded from Tab, which moves from line to line; with the keyboard, Backspace removes a line.
              <Button
                kind="quiet"
                icon={X}
                tabIndex={-1}
                label={t('Remove {name}', { name: line || name(at + 1) })}
                onClick={() => remove(at)}
              />
            )}
          </li>
        ))}
      </ul>
      <Button kind="quiet" icon={Plus} onClick={more}>
        {add}
      </Button>
    </fieldset>
  );
}

/** Changes lines of text, and moves the focus from one to another. */
function useLines(lines: Signal<readonly string[]>) {
  const list = useRef<HTMLUListElement>(null);
  const put = (at: number, text: string) =>
    (lines.value = lines.value.map((line, other) => (other === at ? text : line)));
  const focusLine = (at: number) => afterRender(() => list.current!.querySelectorAll('input')[at]?.focus());
  const more = () => {
    lines.value = [...lines.value, ''];
    focusLine(lines.value.length - 1);
  };
  const remove = (at: number) => (lines.value = lines.value.filter((_, other) => other !== at));
  /**
   * Enter moves to the next line or adds one; in an empty last line it submits the form. Backspace removes an empty
   * line.
   */
  const onKey = (event: KeyboardEvent, at: number) => {
    const isLast = at === lines.value.length - 1;
    const isEmpty = lines.value[at] === '';
    if (event.key === 'Enter' && !event.isComposing && !(isLast && isEmpty)) {
      event.preventDefault();
      if (isLast) more();
      else focusLine(at + 1);
    } else if (event.key === 'Backspace' && isEmpty && lines.value.length > 1) {
      event.preventDefault();
      remove(at);
      focusLine(Math.max(0, at - 1));
    }
  };
  return { list, put, more, remove, onKey };
}
