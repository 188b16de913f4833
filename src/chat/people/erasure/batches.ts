import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { deleteAttachment } from '../../files/attachments/actions.ts';
import { purgeMessages, removeMessages } from '../../messages/delete/actions.ts';
import { deleteAllExports } from '../../organization/exports/actions.ts';
import { deleteAllDataExports } from '../../personal/data-exports/actions.ts';
import { makeRedactor, type PendingErasure, type Redaction, traceTexts } from './types.ts';

/** Messages that are deleted, or searched for names, at once. */
const BATCH = 100;
const SEARCHED = 5000;
/** Pages of the search index that are merged at once. */
const MERGED = 200;
/** Rewriting a larger database takes seconds in which nobody is served, so it waits for the next start. Bytes. */
const LARGE = 256 * 2 ** 20;

/** Continues all erasures until they are finished. Other requests run meanwhile. */
export const continueErasures = (app: App, stopping?: AbortSignal): Promise<void> =>
  app.memory.erasureRun.run('all', async () => {
    for (const erasure of app.erasures.pending()) {
      if (erasure.redaction) await eraseTexts(app, { ...erasure, redaction: erasure.redaction }, stopping);
      if (stopping?.aborted) return;
    }
    if (app.erasures.pending().length > 0 && app.db.size <= LARGE) await removeRemains(app, stopping);
  });

async function eraseTexts(
  app: App,
  { user_id, messages, redaction }: PendingErasure & { redaction: Redaction },
  stopping: AbortSignal | undefined,
): Promise<void> {
  for (let from = 0; from < app.messages.lastId(); from += SEARCHED) {
    if (messages === 'delete') await deleteMessages(app, user_id, from);
    if (stopping?.aborted) return;
    redactMessages(app, redaction, from);
    await app.db.committed();
  }
  for (let ids = [0]; ids.length > 0; await app.db.committed())
    purgeMessages(app, (ids = app.erasures.deletedOfSender(user_id, BATCH)));
  const keys = app.db.write(() => {
    app.erasures.redactTexts(redaction);
    const removed = [...removeFiles(app, user_id), ...removeExports(app)];
    app.erasures.forgetRedaction(user_id);
    app.db.clearCaches();
    // Events that clients have not fetched yet, and what clients have in memory, name the user.
    app.events.changeQueues({ kind: 'remove all' });
    return removed;
  });
  await app.db.committed();
  for (const key of keys) await Promise.all([app.files.removeNow(key), app.thumbnails.removeNow(key)]);
}

/** Deletes a user's messages in a range of ids permanently. */
async function deleteMessages(app: App, user: number, from: number): Promise<void> {
  const ids = app.erasures.ofSender(user, from, from + SEARCHED);
  while (ids.length > 0) {
    removeMessages(app, app.messages.byIds(JSON.stringify(ids.splice(-BATCH))));
    await app.db.committed();
  }
}

function redactMessages(app: App, redaction: Redaction, from: number): void {
  const redactions = [makeRedactor(redaction), makeRedactor(redaction, 'notice')] as const;
  const traces = JSON.stringify(traceTexts(redaction));
  app.db.write(() => {
    for (const found of app.erasures.containing({ from, to: from + SEARCHED, traces })) {
      const redact = redactions[found.is_generated ? 1 : 0];
      const [content, html, history] = [found.content, found.rendered_content, found.edit_history].map(
        (text) => text && redact(text),
      );
      if (content === found.content && html === found.rendered_content && history === found.edit_history) continue;
      app.erasures.setTexts(content!, html!, history!, found.id);
      app.messages.reindex(app.messages.byId(found.id)!);
    }
  });
}

/** Deletes a user's files that no message links to. Returns their keys. */
function removeFiles(app: App, user: number): string[] {
  const files = app.attachments.ofUser(user).filter(({ unclaimed_since }) => unclaimed_since !== null);
  for (const file of files) deleteAttachment(app, file);
  return files.map(({ file_key }) => file_key);
}

/** Deletes all finished exports, also those that users made of their own data: they contain the user. */
function removeExports(app: App): string[] {
  app.memory.erasedTexts.times += 1;
  return [...deleteAllExports(app), ...deleteAllDataExports(app)];
}

/**
 * Removes what deleted rows leave in the search index, the database file and its log, and finishes erasures that wait
 * only for this. If another process reads the database too long, the job tries again.
 */
export async function removeRemains(app: App, stopping?: AbortSignal): Promise<void> {
  app.messages.indexNow();
  await app.db.committed();
  for (let pages = -MERGED; ; pages = MERGED) {
    const before = app.erasures.changesSoFar()!;
    app.db.write(() => app.messages.mergeIndex(pages));
    await app.db.committed();
    if (stopping?.aborted) return;
    if (app.erasures.changesSoFar()! - before < 2) break;
  }
  // It begins again with the next queue.
  app.queues.log?.remove();
  if (!(await app.db.compact())) return;
  app.db.write(() => app.erasures.finishAll(seconds(app.clock)));
  await app.db.committed();
}
