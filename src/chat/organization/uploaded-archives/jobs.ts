import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { WholeFile } from '../../../kernel/http/resumable-uploads.ts';
import { runOwnCommand } from '../../../kernel/own-process.ts';
import { getReason } from '../../../kernel/terminal/failure.ts';
import { job } from '../../declare.ts';
import { UploadedArchive } from './memory.ts';
import { extensionIn, LEAST_FREE, LIFETIME, requireReadyArchive } from './rules.ts';
import type { ImportOptions, ImportResult } from './types.ts';

/**
 * Makes a received archive the one that can be imported. The earlier one is deleted. `requireAllowed` throws if the
 * caller may not do that any more.
 */
export async function keepArchive(app: App, file: WholeFile, requireAllowed: () => void): Promise<void> {
  const archive = await moveArchive(app, file);
  try {
    requireAllowed();
  } catch (error) {
    await removeFolder(archive);
    throw error;
  }
  discardArchive(app);
  app.memory.uploadedArchives.current = archive;
}

/** Moves a received archive to where it waits for its import. */
async function moveArchive(app: App, { path, name, size }: WholeFile): Promise<UploadedArchive> {
  const folder = await mkdtemp(join(app.files.incoming, 'archive-'));
  const moved = join(folder, `archive${extensionIn(name)}`);
  await rename(path, moved);
  const fileName = basename(name).slice(0, LONGEST_NAME) || 'archive';
  return new UploadedArchive({ fileName, size, folder, path: moved, used: seconds(app.clock) });
}
const LONGEST_NAME = 200;

/** Deletes the archive and its report. An import that runs ends; what it has written stays. */
export function discardArchive({ memory }: App): void {
  const { current } = memory.uploadedArchives;
  if (!current) return;
  memory.uploadedArchives.current = undefined;
  if (current.isRunning) current.stop('The import was canceled.');
  else void removeFolder(current);
}

const removeFolder = ({ folder }: UploadedArchive): Promise<void> => rm(folder, { recursive: true, force: true });

/** Starts an import or a dry run in a process of its own. Throws if there is no archive, or if one runs. */
export function startImport(app: App, options: ImportOptions): void {
  const archive = requireReadyArchive(app);
  archive.state = options.dry_run ? 'checking' : 'importing';
  Object.assign(archive, { progress: null, error: null });
  void runImport(app, archive, options);
}

async function runImport(app: App, archive: UploadedArchive, options: ImportOptions): Promise<void> {
  try {
    await rm(archive.reportPath, { force: true });
    const printed = await runOwnCommand(commandFor(app, archive, options), {
      signal: archive.stopping,
      onMessage: (message) => (archive.progress = message as UploadedArchive['progress']),
    });
    const { source, plan, effects, reasons, people } = JSON.parse(printed) as ImportResult;
    archive.result = { source, plan, effects, reasons, people };
    archive.state = options.dry_run ? 'checked' : 'imported';
  } catch (error) {
    const reason = archive.stopping.aborted ? archive.stopping.reason : error;
    app.log.warn({ reason: getReason(reason), product: options.product }, 'the import of an uploaded archive failed');
    archive.state = 'failed';
    archive.error = getReason(reason).replaceAll(archive.path, archive.fileName);
  }
  Object.assign(archive, { progress: null, used: seconds(app.clock) });
  if (!archive.isReady) await rm(archive.path, { force: true });
  if (app.memory.uploadedArchives.current !== archive) await removeFolder(archive);
}

function commandFor({ config }: App, archive: UploadedArchive, options: ImportOptions): string[] {
  const { dry_run, settings, roles, public_channels } = options;
  const chosen = {
    '--dry-run': dry_run,
    '--settings': settings,
    '--roles': roles,
    '--public-channels': public_channels,
  };
  const flags = Object.entries(chosen).flatMap(([flag, isOn]) => (isOn ? [flag] : []));
  const where = ['--data', config.dataDir, '--report', archive.reportPath, '--json', '--quiet'];
  return ['import', options.product, archive.path, ...where, ...flags];
}

/** Ends an import that fills the disk, and deletes an archive that nobody uses. */
function checkArchive(app: App): void {
  const { current } = app.memory.uploadedArchives;
  if (current?.isRunning) {
    if (app.disk.freeBytes() < LEAST_FREE) current.stop('The server’s disk is almost full, so the import was stopped.');
  } else if (current && current.used < seconds(app.clock) - LIFETIME) discardArchive(app);
}

export const checking = job({ name: 'uploaded archives', every: 5, run: checkArchive });
