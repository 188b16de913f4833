/** A submessage. A message's first submessage creates its widget; the others are actions on it. */
export interface Submessage {
  id: number;
  sender_id: number;
  content: string;
}

export interface PollOption {
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

export interface TodoTask {
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

type Said = Record<string, unknown>;

function parsed(content: string): Said | undefined {
  try {
    const said: unknown = JSON.parse(content);
    return typeof said === 'object' && said !== null ? (said as Said) : undefined;
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(text).filter(Boolean) : []);

/** The current state of a poll or to-do list; undefined for other messages. Invalid actions are ignored. */
export function widgetOf(submessages: readonly Submessage[], author: number): Widget | undefined {
  const [first, ...rest] = [...submessages].sort((a, b) => a.id - b.id);
  const begun = first && parsed(first.content);
  if (!begun) return undefined;
  const extra = (begun.extra_data ?? {}) as Said;
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
            tasks: (Array.isArray(extra.tasks) ? (extra.tasks as Said[]) : []).map(({ task, desc }, at) => ({
              key: `${at},canned`,
              task: text(task),
              note: text(desc),
              done: false,
            })),
          }
        : undefined;
  return (
    start &&
    rest.reduce((widget, { sender_id, content }) => after(widget, sender_id, parsed(content) ?? {}, author), start)
  );
}

const after = (widget: Widget, who: number, said: Said, author: number): Widget =>
  widget.kind === 'poll' ? pollAfter(widget, who, said, author) : todoAfter(widget, who, said, author);

function pollAfter(poll: Poll, who: number, said: Said, author: number): Poll {
  switch (said.type) {
    case 'question':
      return who === author ? { ...poll, question: text(said.question) } : poll;
    case 'new_option': {
      const option = text(said.option).trim();
      const key = `${who},${Number(said.idx)}`;
      if (option === '' || poll.options.some((one) => one.key === key || one.text === option)) return poll;
      return { ...poll, options: [...poll.options, { key, text: option, voters: [who] }] };
    }
    case 'vote':
      return {
        ...poll,
        options: poll.options.map((option) => {
          if (option.key !== said.key) return option;
          const voters = option.voters.filter((one) => one !== who);
          return { ...option, voters: said.vote === 1 ? [...voters, who] : voters };
        }),
      };
    default:
      return poll;
  }
}

function todoAfter(todo: Todo, who: number, said: Said, author: number): Todo {
  switch (said.type) {
    case 'new_task_list_title':
      return who === author ? { ...todo, title: text(said.title) } : todo;
    case 'new_task': {
      const task = text(said.task).trim();
      const key = `${Number(said.key)},${who}`;
      if (task === '' || todo.tasks.some((one) => one.key === key || one.task === task)) return todo;
      return { ...todo, tasks: [...todo.tasks, { key, task, note: text(said.desc), done: said.completed === true }] };
    }
    case 'strike':
      return {
        ...todo,
        tasks: todo.tasks.map((task) => (task.key === said.key ? { ...task, done: !task.done } : task)),
      };
    default:
      return todo;
  }
}

/** The next free index for an option or task added by this user. */
export function nextIndex(submessages: readonly Submessage[], who: number): number {
  const mine = submessages.flatMap(({ sender_id, content }) => {
    if (sender_id !== who) return [];
    const said = parsed(content);
    const index = said?.type === 'new_option' ? said.idx : said?.type === 'new_task' ? said.key : undefined;
    return typeof index === 'number' ? [index] : [];
  });
  return Math.max(0, ...mine) + 1;
}
