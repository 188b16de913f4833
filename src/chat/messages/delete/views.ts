import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { canRead } from '../messages/rules.ts';
import type { DeletedMessage, StoredDeletedMessage } from './types.ts';

const DAY = 86_400;
/** Rows that one request looks at. */
const MOST_READ = 2000;

/** A part of the list of deleted messages. */
interface DeletedPage {
  messages: DeletedMessage[];
  /** Continues the list; null: that was all. */
  before: number | null;
}

/** The latest deleted messages before a deletion that the viewer could read now, at most `limit`. */
export function deletedMessagesFor(app: App, viewer: User, before: number, limit: number): DeletedPage {
  const rows = app.deletedMessages.before(before, MOST_READ);
  const messages: DeletedMessage[] = [];
  for (const row of rows) {
    if (messages.length === limit) return { messages, before: messages.at(-1)!.deletion_id };
    if (canRead(app, viewer, row)) messages.push(deletedMessageView(app, row));
  }
  return { messages, before: rows.length === MOST_READ ? rows.at(-1)!.deletion : null };
}

/** How long deleted messages are kept, s. */
export const restorableFor = (app: App): number => app.config.choices.restoreDays * DAY;

function deletedMessageView(app: App, row: StoredDeletedMessage): DeletedMessage {
  const { id, deletion, sender_id, content, rendered_content, date_sent, deleted, deleted_by } = row;
  const channel = app.channels.byRecipient(row.recipient_id);
  return {
    id,
    deletion_id: deletion,
    type: channel ? 'stream' : 'private',
    ...(channel ? { stream_id: channel.id } : { user_ids: [...app.messages.people(row.recipient_id)!] }),
    topic: row.subject,
    sender_id,
    content,
    rendered_content,
    timestamp: date_sent,
    deleted,
    deleted_by,
    restorable_until: deleted + restorableFor(app),
  };
}
