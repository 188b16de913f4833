import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { parseJson } from '../../../kernel/http/json.ts';
import { LIMITS } from '../../../limits.ts';
import { invalidMessages, invalidSubmessage } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import { requireReadableMessage } from '../messages/rules.ts';
import type { StoredMessage } from '../messages/types.ts';

/**
 * Returns a message to whose widget the user may add: they can read it, its channel is not archived, and its sender
 * started the widget.
 */
export function requireWidget(app: App, user: User, id: number): StoredMessage {
  const message = requireReadableMessage(app, user, id);
  if (app.channels.byRecipient(message.recipient_id)?.is_archived) throw invalidMessages();
  const begun = app.submessages.ofMessage(id).some(({ sender_id }) => sender_id === message.sender_id);
  if (message.sender_id !== user.id && !begun) throw badRequest('You cannot attach a submessage to this message.');
  return message;
}

/** Throws if a message has no room for more submessages, in total or by this user. */
export function requireRoom(app: App, user: User, messageId: number, content: string): void {
  const { count, length, own_count, own_length } = app.submessages.usage(user.id, user.id, messageId)!;
  const isFull =
    count >= LIMITS.submessages ||
    length + content.length > LIMITS.submessages_length ||
    own_count >= LIMITS.submessages_of_user ||
    own_length + content.length > LIMITS.submessages_of_user_length;
  if (isFull) throw badRequest('Too many submessages');
}

type WidgetData = Record<string, unknown>;

/** The kinds of submessages: their fields, and whether only the author may send them. */
const KINDS: Record<
  string,
  Record<string, { authorOnly?: string; fields: Record<string, (value: unknown) => boolean> }>
> = {
  poll: {
    vote: { fields: { key: isText, vote: (value) => value === 1 || value === -1 } },
    question: { fields: { question: isText }, authorOnly: "You can't edit a question unless you are the author." },
    new_option: { fields: { option: isText, idx: isIndex } },
  },
  todo: {
    new_task: {
      fields: { key: isIndex, task: isText, desc: isText, completed: (value) => typeof value === 'boolean' },
    },
    strike: { fields: { key: isText } },
    new_task_list_title: {
      fields: { title: isText },
      authorOnly: "You can't edit the task list title unless you are the author.",
    },
  },
};

/** Throws for invalid JSON, and for what a poll or to-do list does not understand. */
export function requireValidSubmessage(app: App, user: User, message: StoredMessage, content: string): void {
  const data = requireObject(content);
  const kinds = KINDS[widgetType(app, message) ?? ''];
  if (!kinds) return;
  if (typeof data.type !== 'string') throw badRequest('type key is missing from content');
  const kind = Object.hasOwn(kinds, data.type) ? kinds[data.type] : undefined;
  if (!kind) throw badRequest(`Unknown type for ${widgetType(app, message)} data: ${data.type.slice(0, 100)}`);
  for (const [name, fits] of Object.entries(kind.fields)) if (!fits(data[name])) throw badRequest(`Invalid ${name}`);
  if (kind.authorOnly && user.id !== message.sender_id) throw badRequest(kind.authorOnly);
}

function widgetType(app: App, { id }: StoredMessage): string | undefined {
  const [first] = app.submessages.ofMessage(id);
  return first && (JSON.parse(first.content) as { widget_type?: string }).widget_type;
}

function requireObject(content: string): WidgetData {
  if (content.length > LONGEST) throw badRequest('The submessage is too long');
  let data: unknown;
  try {
    data = parseJson(content);
  } catch {
    throw invalidSubmessage();
  }
  if (typeof data !== 'object' || data === null) throw invalidSubmessage();
  return data as WidgetData;
}
const LONGEST = 10_000;

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
function isIndex(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 1000;
}
