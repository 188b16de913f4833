import { randomBytes } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { job } from '../../declare.ts';
import { failExport, finishExport } from './actions.ts';
import { contentsOf } from './contents.ts';
import type { StoredExport } from './types.ts';

/** Creates the requested exports, one after the other. An interrupted one starts again. */
export const exporting = job({
  name: 'exports',
  every: 5,
  run: (app, stopping) =>
    app.memory.exportRun.run(async () => {
      for (let next = app.exports.pending(); next && !stopping?.aborted; next = app.exports.pending())
        await make(app, next, stopping);
    }),
  next: (app) => (app.exports.pending() ? 0 : undefined),
});

async function make(app: App, row: StoredExport, stopping: AbortSignal | undefined): Promise<void> {
  const path = join(app.files.incoming, randomBytes(16).toString('hex'));
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for (const piece of contentsOf(app, row)) {
        await file.appendFile(piece);
        await turn();
        if (stopping?.aborted) return await unlink(path);
      }
    } finally {
      await file.close();
    }
    finishExport(app, row.id, await app.files.keep(path));
  } catch (err) {
    app.log.error({ err, export: row.id }, 'an export failed');
    await unlink(path).catch(() => {});
    failExport(app, row.id);
  }
  await app.db.committed();
}
