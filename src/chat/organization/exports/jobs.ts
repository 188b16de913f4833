import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../../app.ts';
import { ZipArchive } from '../../../kernel/files/zip-archive.ts';
import { job } from '../../declare.ts';
import { expireExports, failExport, finishExport } from './actions.ts';
import { writeOrganizationArchive } from './organization-batches.ts';
import { ExportStopped, readOrganization } from './source-batches.ts';
import type { StoredExport } from './types.ts';

/** Creates the requested exports, one after the other. One that a stop or an erasure interrupted starts again. */
export const exporting = job({
  name: 'exports',
  every: 5,
  run: (app, stopping) =>
    app.memory.exportRun.run(async () => {
      for (let next = app.exports.pending(); next && !stopping?.aborted; next = app.exports.pending())
        await make(app, next, stopping);
    }),
});

/** Deletes files that are older than two weeks. */
export const expiring = job({ name: 'expired exports', every: 3600, run: expireExports });

async function make(app: App, row: StoredExport, stopping: AbortSignal | undefined): Promise<void> {
  const temporary = await mkdtemp(join(app.files.incoming, 'export-'));
  const state = app.memory.exportProgress;
  Object.assign(state, { id: row.id, progress: 0 });
  const { times } = app.memory.erasedTexts;
  try {
    const archive = new ZipArchive(join(temporary, 'export.zip'), app.storage);
    const source = readOrganization(app, {
      type: row.export_type,
      actor: app.users.byId(row.acting_user_id)!,
      stopping,
      onProgress: (progress) => (state.progress = progress),
    });
    // An export that an earlier version did not make is made in the usual form.
    const format = row.format === 'json' ? 'json' : 'zulip';
    await writeOrganizationArchive({ source, format, archive, temporary });
    await archive.finish();
    const key = await app.files.keep(archive.path);
    if (app.memory.erasedTexts.times !== times) await app.files.removeNow(key);
    else finishExport(app, row.id, key);
  } catch (err) {
    if (err instanceof ExportStopped) return;
    app.log.error({ err, export: row.id }, 'an export failed');
    failExport(app, row.id);
  } finally {
    state.id = undefined;
    await rm(temporary, { recursive: true, force: true });
  }
  await app.db.committed();
}
