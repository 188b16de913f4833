import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { ZipArchive } from '../../../kernel/files/zip-archive.ts';
import { job } from '../../declare.ts';
import { personalData, writePersonalArchive } from '../../organization/exports/personal-batches.ts';
import { expireDataExports, failDataExport, finishDataExport } from './actions.ts';
import type { StoredDataExport } from './types.ts';

/** Message ids that one turn reads: a few milliseconds. */
const IDS_AT_ONCE = 2000;

/** Makes the requested exports, one after the other. One that a stop or an erasure interrupted starts again. */
export const exportingData = job({
  name: 'exports of own data',
  every: 5,
  run: (app, stopping) =>
    app.memory.dataExportRun.run(async () => {
      for (let next = app.dataExports.pending(); next && !stopping?.aborted; next = app.dataExports.pending())
        await make(app, next, stopping);
    }),
});

/** Deletes files that are older than a week. */
export const expiringData = job({ name: 'expired exports of own data', every: 3600, run: expireDataExports });

class Stopped extends Error {}

async function make(app: App, row: StoredDataExport, stopping: AbortSignal | undefined): Promise<void> {
  const { times } = app.memory.erasedTexts;
  const temporary = await mkdtemp(join(app.files.incoming, 'export-'));
  try {
    const archive = new ZipArchive(join(temporary, 'export.zip'), app.storage);
    await writePersonalArchive({
      archive,
      temporary,
      async read(after) {
        await turn();
        if (stopping?.aborted) throw new Stopped();
        return personalData(app, app.users.byId(row.user_id)!, after, IDS_AT_ONCE);
      },
    });
    await archive.finish();
    const { size } = await stat(archive.path);
    const file_key = await app.files.keep(archive.path);
    if (app.memory.erasedTexts.times !== times) await app.files.removeNow(file_key);
    else finishDataExport(app, row, { file_key, size });
  } catch (err) {
    if (err instanceof Stopped) return;
    app.log.error({ err, user: row.user_id }, 'an export of own data failed');
    failDataExport(app, row.user_id);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await app.db.committed();
}
