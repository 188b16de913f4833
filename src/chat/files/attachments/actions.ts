import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { User } from '../../people/users/types.ts';
import { attachmentRemoved, attachmentUpdated } from './events.ts';
import { type CanRead, canOpen, requireOwnAttachment } from './rules.ts';
import type { Attachment, LocatedMessage, StoredAttachment } from './types.ts';
import { attachmentView } from './views.ts';

const LINK = /(?:href|src)="([^"]*?)\/user_uploads\/(?:download\/)?([^"?#]+)/g;

/** The addresses of this server's files in a message's HTML. */
function pathsIn(app: App, html: string): Set<string> {
  const paths = new Set<string>();
  for (const [, origin, path] of html.matchAll(LINK))
    if (origin === '' || origin === app.config.url)
      paths.add(decodePath(path!.replaceAll('&#39;', "'").replaceAll('&amp;', '&')));
  return paths;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

type Mentioning = Omit<LocatedMessage, 'date_sent'>;

/**
 * Readers of a message may read the files it links to; removed links remove that access. Only files that the author may
 * read count: knowing an address gives no access. Returns the author's own files that no message links to any more.
 * Call it inside `db.write`.
 */
export function attachFiles(
  app: App,
  author: User,
  message: Mentioning & { rendered_content: string },
  mayRead: CanRead,
): Attachment[] {
  const before = app.attachments.ofMessage(message.id);
  const paths = pathsIn(app, message.rendered_content);
  for (const path of paths) {
    const file = app.attachments.byPath(path);
    if (!file || before.some(({ id }) => id === file.id) || !canOpen(app, author, file, mayRead)) continue;
    app.attachments.claim(file.id, message.id);
    if (file.unclaimed_since !== null) app.attachments.setUnclaimedSince(null, file.id);
    publishAttachments(app, file, message, mayRead);
  }
  const dropped = before.filter(({ path_id }) => !paths.has(path_id));
  return release(app, message, dropped, mayRead)
    .filter(({ owner_id }) => owner_id === author.id)
    .map((file) => attachmentView(app, file, mayRead));
}

/** A deleted message links to nothing. Call it inside `db.write` while the message still exists. */
export function detachFiles(app: App, message: Mentioning, mayRead: CanRead): void {
  release(app, message, app.attachments.ofMessage(message.id), mayRead);
}

/** Returns the files that no other message links to. */
function release(
  app: App,
  message: Mentioning,
  files: readonly StoredAttachment[],
  mayRead: CanRead,
): StoredAttachment[] {
  const detached: StoredAttachment[] = [];
  for (const file of files) {
    app.attachments.release(file.id, message.id);
    if (!app.attachments.isMentioned(file.id)) {
      app.attachments.setUnclaimedSince(seconds(app.clock), file.id);
      detached.push(file);
    }
    publishAttachments(app, file, message, mayRead);
  }
  return detached;
}

/** The owner receives changes only for messages they can read. */
function publishAttachments(app: App, file: StoredAttachment, message: Mentioning, mayRead: CanRead): void {
  if (!mayRead(app, app.users.byId(file.owner_id), message)) return;
  const upload_space_used = app.attachments.spaceUsedBy(file.owner_id)!;
  app.events.publish(attachmentUpdated({ attachment: attachmentView(app, file, mayRead), upload_space_used }), [
    file.owner_id,
  ]);
}

/** Deletes the caller's own file, even if messages link to it. Throws for files of others. */
export function deleteOwnAttachment(app: App, user: User, id: number): void {
  deleteAttachment(app, requireOwnAttachment(app, user, id));
}

/** Deletes files that no message has linked to since a time. */
export function deleteUnclaimedAttachments(app: App, before: number): void {
  for (const file of app.attachments.unclaimedSince(before)) deleteAttachment(app, file);
}

/** Deletes those of these files that nothing uses. Call it inside `db.write`. */
export function deleteUnusedAttachments(app: App, ids: readonly number[]): void {
  for (const file of app.attachments.unusedAmong(JSON.stringify(ids))) deleteAttachment(app, file);
}

/** Deletes a file without checking permissions. */
export function deleteAttachment(app: App, file: StoredAttachment): void {
  app.db.write(() => {
    app.attachments.remove(file.id);
    const upload_space_used = app.attachments.spaceUsedBy(file.owner_id)!;
    app.events.publish(attachmentRemoved({ attachment: { id: file.id }, upload_space_used }), [file.owner_id]);
    app.db.afterCommit(() => {
      app.files.remove(file.file_key);
      app.thumbnails.remove(file.file_key);
    });
  });
}

/** Lets those who read a message read a file, without an event. For imports. Call it inside `db.write`. */
export function claimAttachment(app: App, attachmentId: number, messageId: number): void {
  app.attachments.claim(attachmentId, messageId);
  app.attachments.setUnclaimedSince(null, attachmentId);
}
