/** A message's widget, which clients receive in its first submessage. */
export type Widget =
  | { widget_type: 'poll'; extra_data: { question: string; options: string[] } }
  | { widget_type: 'todo'; extra_data: { task_list_title: string; tasks: { task: string; desc: string }[] } };

const COMMAND = /^\/(poll|todo)(?=\s|$)/;

/** Whether a message begins like a poll or a to-do list. */
export const isWidget = (content: string): boolean => COMMAND.test(content);

/**
 * Parses a poll (`/poll question`, one option per line) or a to-do list (`/todo title`, one `task: description` per
 * line). Lines may be Markdown list items.
 */
export function widgetOf(content: string): Widget | undefined {
  const kind = COMMAND.exec(content)?.[1];
  if (!kind) return undefined;
  const [title = '', ...rest] = content.slice(kind.length + 1).split('\n');
  const lines = rest.map((line) => line.trim().replace(/^[-*]\s*/, '')).filter((line) => line !== '');
  if (kind === 'poll') return { widget_type: 'poll', extra_data: { question: title.trim(), options: lines } };
  return { widget_type: 'todo', extra_data: { task_list_title: title.trim(), tasks: lines.map(taskOf) } };
}

function taskOf(line: string): { task: string; desc: string } {
  const colon = line.indexOf(':');
  return colon < 0
    ? { task: line, desc: '' }
    : { task: line.slice(0, colon).trim(), desc: line.slice(colon + 1).trim() };
}
