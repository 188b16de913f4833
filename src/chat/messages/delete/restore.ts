import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { invalidMessages, mustBeAdministrator } from '../../errors.ts';
import { deleteUnusedAttachments } from '../../files/attachments/delete-actions.ts';
import { isAdministrator } from '../../people/users/roles.ts';
import type { User } from '../../people/users/types.ts';
import { groupByRecipients } from '../messages/recipients-of-messages.ts';
import { canRead, isPublic } from '../messages/rules.ts';
import { keepFirst } from './actions.ts';
import type { StoredDeletedMessage } from './types.ts';
import { restorableFor } from './views.ts';

/** Deleted at once: a batch small enough that other requests need not wait long. */
const BATCH = 100;

/**
 * Restores deleted messages where they were, with their reactions, flags, pins, files and edit history. Throws
 * UNAUTHORIZED_PRINCIPAL unless the caller is an administrator, and for messages that are not deleted, that the caller
 * could not read, or whose channel is archived.
 *
 * A message that is older than what a client shows has no event: `message` would notify. So the event queues of its
 * recipients end, and their clients fetch everything again.
 */
export function restoreMessages(app: App, actor: User, ids: readonly number[]): void {
  const deleted = requireRestorable(app, actor, ids);
  app.db.write(() => {
    for (const { id, recipient_id, subject } of deleted) {
      const topic = app.channels.byRecipient(recipient_id) ? app.topics.ensure(recipient_id, subject) : null;
      app.deletedMessages.restore(id, topic);
    }
    const messages = app.messages.byIds(JSON.stringify(deleted.map(({ id }) => id)));
    for (const message of messages) app.messages.reindex(message);
    for (const recipient of new Set(messages.map(({ recipient_id }) => recipient_id))) keepFirst(app, recipient);
    const readers = groupByRecipients(app, messages).flatMap(({ people }) => [...people]);
    const hasPublic = messages.some((message) => isPublic(app, message));
    app.events.changeQueues({ kind: 'remove', users: [...new Set(readers)] });
    if (hasPublic) app.events.changeQueues({ kind: 'remove public' });
  });
}

function requireRestorable(app: App, actor: User, ids: readonly number[]): StoredDeletedMessage[] {
  if (!isAdministrator(actor)) throw mustBeAdministrator();
  const distinctIds = new Set(ids);
  const deleted = app.deletedMessages.byIds(JSON.stringify([...distinctIds]));
  if (deleted.length < distinctIds.size || !deleted.every((message) => canRead(app, actor, message)))
    throw invalidMessages();
  if (deleted.some(({ recipient_id }) => app.channels.byRecipient(recipient_id)?.is_archived))
    throw badRequest('Restore the channel first');
  return deleted;
}

/** Deletes the oldest batch of messages whose time to be restored has passed. Returns whether there are more. */
export function purgeSome(app: App): boolean {
  const before = seconds(app.clock) - restorableFor(app);
  const expired = app.deletedMessages.oldest(BATCH).filter(({ deleted }) => deleted <= before);
  purgeMessages(
    app,
    expired.map(({ id }) => id),
  );
  return expired.length === BATCH;
}

/** Deletes deleted messages permanently, with the files that nothing else uses. */
export function purgeMessages(app: App, ids: readonly number[]): void {
  if (ids.length === 0) return;
  app.db.write(() => {
    const files = app.deletedMessages.filesOf(JSON.stringify(ids));
    for (const id of ids) app.deletedMessages.remove(id);
    deleteUnusedAttachments(app, files);
  });
}
