import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ImportProduct } from '../chat/organization/imports/types.ts';
import { openCommandSession } from './command-session.ts';
import { type CommandOptions, dataFolder, hasDatabase } from './configuration.ts';
import { reasonOf } from './data-folder.ts';
import { EXIT, Failure } from './failure.ts';
import { requireReadable } from './files.ts';
import { BadArchive } from './import/archives/archive.ts';
import { openArchive } from './import/archives/open.ts';
import { limitYoungGeneration } from './import/memory.ts';
import { kindOf, type PlanLine } from './import/plan.ts';
import { Report } from './import/report.ts';
import { type ImportResult, runImport } from './import/run.ts';
import { readUsersMap } from './import/users-map.ts';
import { printJson, printTable, say } from './output.ts';
import { counted } from './progress.ts';
import { makeTemporary } from './temporary.ts';

interface Wanted extends CommandOptions {
  dryRun?: boolean;
  /** Milliseconds. */
  asOf?: number;
  map?: string;
  download?: boolean;
  token?: string;
  report?: string;
  publicChannels?: boolean;
  settings?: boolean;
  server?: string;
}

/** Imports the history of another chat product from one of its archives. */
export async function importArchive(product: ImportProduct, file: string, options: Wanted): Promise<void> {
  limitYoungGeneration();
  if (options.server !== undefined && product !== 'mattermost')
    throw new Failure(EXIT.usage, `--server is for Mattermost: archives from ${product} name their server`);
  const path = resolve(file);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) requireReadable(path);
  const dryRun = options.dryRun ?? false;
  const users = readUsersMap(options.map);
  const dataDir = dataFolder(options.data);
  // A dry run creates no database.
  const session = dryRun && !hasDatabase(dataDir) ? undefined : await openCommandSession(options);
  const temporary = makeTemporary(session ? dataDir : tmpdir(), 'import');
  const report = new Report(resolve(options.report ?? `klatch-import-${product}-${timeInName()}.jsonl`));
  try {
    const archive = await openArchive(path, () => join(temporary, 'unpacked'));
    const result = await runImport({
      product,
      archive,
      temporary,
      session,
      report,
      users,
      dryRun,
      publicChannels: options.publicChannels,
      settings: options.settings,
      server: options.server,
      asOf: options.asOf === undefined ? undefined : Math.floor(options.asOf / 1000),
      download: options.download || options.token !== undefined ? { token: options.token } : undefined,
    });
    archive.close();
    print(result, report, options);
  } catch (error) {
    if (error instanceof BadArchive) throw new Failure(EXIT.failure, `${path} is not imported: ${reasonOf(error)}`);
    throw error;
  } finally {
    session?.close();
  }
}

const timeInName = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

/** The words for kinds that are added beside those of the plan. */
const OTHERS: Readonly<Record<string, string>> = {
  member: 'membership',
  pin: 'pinned message',
  edit: 'changed message',
  unread: 'unread message',
};

function print({ source, plan, added, skipped }: ImportResult, report: Report, options: Wanted): void {
  const skippedInAll = report.total;
  const path = skippedInAll > 0 ? report.path : null;
  if (options.json) {
    printJson({ source, dry_run: options.dryRun ?? false, plan, added, skipped, report: path });
    return;
  }
  const lines = Object.entries(plan);
  if (options.dryRun)
    printTable(
      ['', 'in the archive', 'would be new'],
      lines.map(([name, line]) => [name, line.total, line.new]),
    );
  else printAdded(lines, added);
  const kinds = Object.entries(skipped)
    .map(([kind, number]) => `${kind}: ${number}`)
    .join(', ');
  const leftOut = counted(skippedInAll, 'record is', 'records are');
  if (path) say(`${leftOut} left out (${kinds}); ${path} lists each of them with the reason.`);
  if (options.dryRun) say('Nothing was written: this was a dry run.');
}

function printAdded(lines: [string, PlanLine][], added: ImportResult['added']): void {
  const addedIn = (line: string): number | undefined => {
    const kind = kindOf(line);
    return kind === undefined ? undefined : (added[kind] ?? 0);
  };
  printTable(
    ['', 'in the archive', 'new', 'added'],
    lines.map(([name, line]) => [name, line.total, line.new, addedIn(name)]),
  );
  for (const [kind, word] of Object.entries(OTHERS)) if (added[kind]) say(`Added ${counted(added[kind], word)}`);
}
