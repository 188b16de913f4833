/** A submessage. A message's first submessage creates its widget; the others are actions on it. */
export interface Submessage {
  id: number;
  sender_id: number;
  content: string;
}

interface PollOption {
  /** The key that votes use. */
  key: string;
  text: string;
  /** In the order of their votes. */
  voters: readonly number[];
}

export interface Poll {
  kind: 'poll';
  question: string;
  options: readonly PollOption[];
}

interface TodoTask {
  /** The key that strike-outs use. */
  key: string;
  task: string;
  note: string;
  done: boolean;
}

export interface Todo {
  kind: 'todo';
  title: string;
  tasks: readonly TodoTask[];
}

export type Widget = Poll | Todo;

type WidgetAction = Record<string, unknown>;

function parseAction(content: string): WidgetAction | undefined {
  try {
    const action: unknown = JSON.parse(content);
    return typeof action === 'object' && action !== null ? (action as WidgetAction) : undefined;
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(text).filter(Boolean) : []);

/** The current state of a poll or to-do list; undefined for other messages. Invalid actions are ignored. */
export function readWidget(submessages: readonly Submessage[], author: number): Widget | undefined {
  const [first, ...rest] = [...submessages].sort((a, b) => a.id - b.id);
  const begun = first && parseAction(first.content);
  if (!begun) return undefined;
  const extra = (begun.extra_data ?? {}) as WidgetAction;
  const start: Widget | undefined =
    begun.widget_type === 'poll'
      ? {
          kind: 'poll',
          question: text(extra.question),
          options: texts(extra.options).map((option, at) => ({ key: `canned,${at}`, text: option, voters: [] })),
        }
      : begun.widget_type === 'todo'
        ? {
            kind: 'todo',
            title: text(extra.task_list_title),
            tasks: (Array.isArray(extra.tasks) ? (extra.tasks as WidgetAction[]) : []).map(({ task, desc }, at) => ({
              key: `${at},canned`,
              task: text(task),
              note: text(desc),
              done: false,
            })),
          }
        : undefined;
  return (
    start &&
    rest.reduce(
      (widget, { sender_id, content }) => withAction(widget, sender_id, parseAction(content) ?? {}, author),
      start,
    )
  );
}

const withAction = (widget: Widget, who: number, action: WidgetAction, author: number): Widget =>
  widget.kind === 'poll' ? withPollAction(widget, who, action, author) : withTodoAction(widget, who, action, author);

function withPollAction(poll: Poll, who: number, action: WidgetAction, author: number): Poll {
  switch (action.type) {
    case 'question':
      return who === author ? { ...poll, question: text(action.question) } : poll;
    case 'new_option': {
      const option = text(action.option).trim();
      const key = `${who},${Number(action.idx)}`;
      if (option === '' || poll.options.some((one) => one.key === key || one.text === option)) return poll;
      return { ...poll, options: [...poll.options, { key, text: option, voters: [who] }] };
    }
    case 'vote':
      return {
        ...poll,
        options: poll.options.map((option) => {
          if (option.key !== action.key) return option;
          const voters = option.voters.filter((one) => one !== who);
          return { ...option, voters: action.vote === 1 ? [...voters, who] : voters };
        }),
      };
    default:
      return poll;
  }
}

function withTodoAction(todo: Todo, who: number, action: WidgetAction, author: number): Todo {
  switch (action.type) {
    case 'new_task_list_title':
      return who === author ? { ...todo, title: text(action.title) } : todo;
    case 'new_task': {
      const task = text(action.task).trim();
      const key = `${Number(action.key)},${who}`;
      if (task === '' || todo.tasks.some((one) => one.key === key || one.task === task)) return todo;
      return {
        ...todo,
        tasks: [...todo.tasks, { key, task, note: text(action.desc), done: action.completed === true }],
      };
    }
    case 'strike':
      return {
        ...todo,
        tasks: todo.tasks.map((task) => (task.key === action.key ? { ...task, done: !task.done } : task)),
      };
    default:
      return todo;
  }
}

/** The next free index for an option or task added by this user. */
export function nextIndex(submessages: readonly Submessage[], who: number): number {
  const mine = submessages.flatMap(({ sender_id, content }) => {
    if (sender_id !== who) return [];
    const action = parseAction(content);
    const index = action?.type === 'new_option' ? action.idx : action?.type === 'new_task' ? action.key : undefined;
    return typeof index === 'number' ? [index] : [];
  });
  return Math.max(0, ...mine) + 1;
}
