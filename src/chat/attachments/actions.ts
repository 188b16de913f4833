import type { App } from '../../app.ts';
import { seconds } from '../../kernel/clock.ts';
import type { User } from '../users/types.ts';
import { attachmentUpdated } from './events.ts';
import { type MayRead, mayOpen } from './rules.ts';
import type { Attachment, StoredAttachment } from './types.ts';
import { attachmentView } from './views.ts';

const LINK = /(?:href|src)="([^"]*?)\/user_uploads\/(?:download\/)?([^"?#]+)/g;

/** The addresses of this server's files in a message's HTML. */
function pathsIn(app: App, html: string): Set<string> {
  const paths = new Set<string>();
  for (const [, origin, path] of html.matchAll(LINK))
    if (origin === '' || origin === app.config.url) paths.add(decoded(path!.replaceAll('&#39;', "'").replaceAll('&amp;', '&')));
  return paths;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The files a message mentions become readable to its readers; those it mentions no more, by it no more. Only what the author may
 * read themselves counts: an address alone opens nothing. The answer: the author's own files that no message mentions any more.
 * Only inside `db.write`.
 */
export function claimFiles(app: App, author: User, message: { id: number; rendered_content: string }, mayRead: MayRead): Attachment[] {
  const before = app.attachments.ofMessage(message.id);
  const paths = message.rendered_content.includes('/user_uploads/') ? pathsIn(app, message.rendered_content) : NONE;
  if (before.length === 0 && paths.size === 0) return [];
  for (const path of paths) {
    const file = app.attachments.byPath(path);
    if (!file || before.some(({ id }) => id === file.id) || !mayOpen(app, author, file, mayRead)) continue;
    app.attachments.claim(file.id, message.id);
    if (file.unclaimed_since !== null) app.attachments.setUnclaimedSince(null, file.id);
    tell(app, file);
  }
  return release(
    app,
    message.id,
    before.filter(({ path_id }) => !paths.has(path_id)),
  )
    .filter(({ owner_id }) => owner_id === author.id)
    .map((file) => attachmentView(app, file));
}

const NONE: ReadonlySet<string> = new Set();

/** A message that is gone mentions nothing; only inside `db.write`. */
export function releaseFiles(app: App, messageId: number): void {
  release(app, messageId, app.attachments.ofMessage(messageId));
}

/** The answer: those that no other message mentions. */
function release(app: App, messageId: number, files: readonly StoredAttachment[]): StoredAttachment[] {
  const detached: StoredAttachment[] = [];
  for (const file of files) {
    app.attachments.release(file.id, messageId);
    if (app.attachments.messagesOf(file.id).length === 0) {
      app.attachments.setUnclaimedSince(seconds(app.clock), file.id);
      detached.push(file);
    }
    tell(app, file);
  }
  return detached;
}

function tell(app: App, file: StoredAttachment): void {
  const upload_space_used = app.attachments.spaceUsedBy(file.owner_id)!;
  app.events.publish(attachmentUpdated({ attachment: attachmentView(app, file), upload_space_used }), [file.owner_id]);
}
