import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, fileNotFound } from '../../../kernel/errors.ts';
import { mustBeOwner } from '../../errors.ts';
import { canRead } from '../../messages/messages/rules.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { isOwner, type User } from '../../people/users/types.ts';
import type { ExportType, StoredExport } from './types.ts';

const WEEK = 604_800;
/** How long a file is kept after its export was requested, in seconds. */
export const LIFETIME = 2 * WEEK;
const MOST_A_WEEK = 5;

/**
 * Throws UNAUTHORIZED_PRINCIPAL for a full export unless the caller is an owner and the operator allows it, and above
 * five exports a week.
 */
export function requireCanExport(app: App, actor: User, type: ExportType): void {
  if (type === 'full_without_consent') {
    if (!app.config.choices.fullExports) throw badRequest('Exporting private data without consent is not allowed.');
    if (!isOwner(actor)) throw mustBeOwner();
  }
  if (app.exports.since(seconds(app.clock) - WEEK)! >= MOST_A_WEEK) throw badRequest('Exceeded rate limit.');
}

/** Returns an export that has a file. */
export function requireDeletable(app: App, id: number): StoredExport & { file_key: string } {
  const found = app.exports.byId(id);
  if (!found) throw badRequest('Invalid data export ID');
  if (found.deleted_timestamp !== null) throw badRequest('Export already deleted');
  if (found.failed_timestamp !== null) throw badRequest('Export failed, nothing to delete');
  if (found.file_key === null) throw badRequest('Export still in progress');
  return { ...found, file_key: found.file_key };
}

/** Returns the file of an export. Only owners may read one with all private data. */
export function requireFile(app: App, actor: User, id: number): { key: string; isDocument: boolean } {
  const found = app.exports.byId(id);
  if (!found?.file_key) throw fileNotFound();
  if (found.export_type === 'full_without_consent' && !isOwner(actor)) throw mustBeOwner();
  return { key: found.file_key, isDocument: found.format === 'document' };
}

/** Whether a user consents to the export of their private data. */
export const consents = (user: User): boolean => user.settings.allow_private_data_export;

/**
 * Whether an export contains a message: public ones always; private ones only if a consenting user can read it, or in
 * an owner's full export.
 */
export function isExported(app: App, type: ExportType, message: StoredMessage): boolean {
  const channel = app.channels.byRecipient(message.recipient_id);
  if (type === 'full_without_consent' || (channel && !channel.invite_only)) return true;
  if (type === 'public') return false;
  const readers = channel
    ? [...app.subscriptions.listSubscribers(channel.id)]
    : app.messages.people(message.recipient_id)!;
  return readers
    .map((id) => app.users.byId(id)!)
    .some((user) => !user.is_bot && consents(user) && canRead(app, user, message));
}

/** Whether an export contains a channel, by the same rule. */
export function isChannelExported(app: App, type: ExportType, id: number): boolean {
  if (type === 'full_without_consent' || !app.channels.byId(id)!.invite_only) return true;
  return (
    type === 'full_with_consent' &&
    [...app.subscriptions.listSubscribers(id)].some((user) => consents(app.users.byId(user)!))
  );
}
