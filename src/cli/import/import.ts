import { existsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Type } from 'typebox';
import { requireReadable } from '../../backup/readable-file.ts';
import { BadArchive } from '../../importers/archives/archive.ts';
import { openArchive } from '../../importers/archives/open.ts';
import { limitYoungGeneration } from '../../importers/memory.ts';
import { type PlanLine, readKind } from '../../importers/plan.ts';
import { Report } from '../../importers/report.ts';
import { type ImportResult, READING, runImport } from '../../importers/run.ts';
import { readUsersMap, USERS_MAP_HEAD } from '../../importers/users-map.ts';
import { makeTemporary } from '../../kernel/files/temporary.ts';
import { Nullable } from '../../kernel/http/schema.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { followProgress, printTable, say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import { dataFolder } from '../../server/configuration.ts';
import { openCommandSession } from '../connection/command-session.ts';
import { work } from '../declaration/command.ts';
import type { ImportInput } from './commands.ts';
import { openRehearsal } from './rehearsal.ts';

const Numbers = Type.Record(Type.String(), Type.Integer());

/** Imports the history of another chat product from one of its archives. */
export const importArchive = work({
  result: Type.Object({
    source: Type.String(),
    dry_run: Type.Boolean(),
    plan: Type.Record(Type.String(), Type.Object({ total: Type.Integer(), new: Type.Integer() })),
    added: Numbers,
    effects: Numbers,
    skipped: Numbers,
    reasons: Type.Array(Type.Object({ kind: Type.String(), reason: Type.String(), number: Type.Integer() })),
    notices: Type.Integer(),
    people: Type.Object({
      can_sign_in: Type.Integer(),
      without_address: Type.Integer(),
      deactivated: Type.Integer(),
      bots: Type.Integer(),
    }),
    people_list: Nullable(Type.String()),
    kept: Type.Integer(),
    report: Nullable(Type.String()),
  }),
  async run(options: ImportInput): Promise<Imported> {
    const { product, server } = options;
    limitYoungGeneration();
    followServer();
    if (server !== undefined && product !== 'mattermost')
      throw new Failure(EXIT.usage, `--server is for Mattermost: archives from ${product} name their server`);
    const path = resolve(options.file);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) requireReadable(path);
    const report = new Report(resolve(options.report ?? `klatch-import-${product}-${timeInName()}.jsonl`));
    const { source, plan, added, effects, skipped, people, kept, unmapped } = await runOn(path, report, options);
    const dry_run = options.dryRun ?? false;
    const people_list = unmapped.length === 0 || dry_run ? null : writePeople(report.path, unmapped);
    const { reasons, notices } = report;
    const counts = { plan, added, effects, skipped, reasons, notices, people };
    return { source, dry_run, ...counts, people_list, kept, report: report.isEmpty ? null : report.path };
  },
  print,
});

interface Imported extends Omit<ImportResult, 'unmapped'> {
  dry_run: boolean;
  reasons: Report['reasons'];
  notices: number;
  /** The file with the people without an address. */
  people_list: string | null;
  report: string | null;
}

/** A server that runs this command gets its progress, and the command ends with the server. */
function followServer(): void {
  if (!process.send) return;
  process.once('disconnect', () => process.exit(EXIT.failure));
  // The channel alone must not keep the command running.
  process.channel?.unref();
  followProgress((what, part) => process.send!({ phase: what === READING ? 'reading' : 'writing', part }));
}

async function runOn(path: string, report: Report, options: ImportInput): Promise<ImportResult> {
  const dryRun = options.dryRun ?? false;
  const users = readUsersMap(options.map);
  const dataDir = dataFolder(options.data);
  const real = dryRun ? undefined : await openCommandSession(options);
  // A dry run does not create the data folder.
  const temporary = makeTemporary(existsSync(dataDir) ? dataDir : tmpdir(), 'import');
  const session = real ?? (await openRehearsal(options, temporary));
  const { product, publicChannels, settings, roles, server } = options;
  try {
    const archive = await openArchive(path, () => join(temporary, 'unpacked'));
    const result = await runImport({
      ...{ product, archive, temporary, session, report, users, dryRun, publicChannels, settings, roles, server },
      asOf: options.asOf === undefined ? undefined : Math.floor(options.asOf / 1000),
      download: options.download || options.token !== undefined ? { token: options.token } : undefined,
    });
    archive.close();
    return result;
  } catch (error) {
    if (error instanceof BadArchive) throw new Failure(EXIT.failure, `${path} is not imported: ${getReason(error)}`);
    throw error;
  } finally {
    await session.close();
  }
}

const timeInName = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

/** The words for kinds that are added beside those of the plan, and for changes of what was here before. */
const OTHERS: Readonly<Record<string, string>> = {
  member: 'membership',
  pin: 'pinned message',
  edit: 'changed message',
  unread: 'unread message',
};
const CHANGES: Readonly<Record<string, [one: string, many: string]>> = {
  avatar: ['account gets an avatar', 'accounts get avatars'],
  move: ['message moves into its thread', 'messages move into their threads'],
  link: ['message shows files or emoji that came later', 'messages show files or emoji that came later'],
};

function print(result: Imported): void {
  const { plan, effects, dry_run, kept } = result;
  printEffects(Object.entries(plan), effects, dry_run);
  printPeople(result);
  printLeftOut(result);
  if (kept > 0)
    say(
      `${countWords(kept, 'message')} of earlier imports ${kept === 1 ? 'is' : 'are'} not in this archive; nothing is deleted here.`,
    );
  if (dry_run) say('Nothing was written: this was a dry run.');
}

/** Writes the people without an address beside the report, as a file for `--map`. Returns its path. */
function writePeople(reportPath: string, people: ImportResult['unmapped']): string {
  const path = `${reportPath.replace(/\.jsonl?$/, '')}-people.csv`;
  const lines = people.map(({ origin, name }) => `${inCell(origin)},,"${inCell(name)}"\n`);
  writeFileSync(path, USERS_MAP_HEAD + lines.join(''), { mode: 0o600 });
  return path;
}

function printPeople({ people, skipped, people_list: list }: Imported): void {
  const { can_sign_in, without_address, deactivated, bots } = people;
  say(`${countWords(can_sign_in, 'person', 'people')} can sign in with "Forgot your password?".`);
  const others = [
    countWords(without_address, 'person', 'people'),
    countWords(deactivated, 'deactivated person', 'deactivated people'),
  ];
  say(`${others.join(' without an address, ')} and ${countWords(bots, 'bot')} cannot.`);
  if (skipped.role) {
    const who = countWords(
      skipped.role,
      'person with a higher role becomes a member',
      'people with a higher role become members',
    );
    say(`${who}, because the organization has an owner; --roles keeps the roles of the archive.`);
  }
  if (list) say(`${list} lists the people without an address. Add the addresses, and import again with --map ${list}`);
}

/** No cell ends early, or is a formula in a spreadsheet. */
const inCell = (text: string): string => text.replaceAll(/["\s,;]+/g, ' ').replace(/^[=+@-]+/, '');

/** The most reasons that are printed. */
const SHOWN_REASONS = 20;

function printLeftOut({ skipped, reasons, notices, report }: Imported): void {
  const kinds = Object.entries(skipped)
    .map(([kind, number]) => `${kind}: ${number}`)
    .join(', ');
  const total = reasons.reduce((sum, { number }) => sum + number, 0);
  const leftOut = countWords(total, 'record is', 'records are');
  if (total > 0) say(`${leftOut} left out (${kinds}); ${report} lists each of them with the reason.`);
  for (const { kind, reason, number } of reasons.slice(0, SHOWN_REASONS)) say(`  ${kind}: ${number} × ${reason}`);
  if (notices > 0)
    say(`${countWords(notices, 'notice is', 'notices are')} not imported, such as that somebody joined.`);
}

function printEffects(lines: [string, PlanLine][], effects: ImportResult['effects'], isDry: boolean): void {
  const addedIn = (line: string): number | undefined => {
    const kind = readKind(line);
    return kind === undefined ? undefined : (effects[kind] ?? 0);
  };
  printTable(
    ['', 'in the archive', 'new', isDry ? 'would be added' : 'added'],
    lines.map(([name, line]) => [name, line.total, line.new, addedIn(name)]),
  );
  for (const [kind, word] of Object.entries(OTHERS))
    if (effects[kind]) say(`${isDry ? 'Would add' : 'Added'} ${countWords(effects[kind], word)}`);
  for (const [kind, [one, many]] of Object.entries(CHANGES))
    if (effects[kind]) say(`${countWords(effects[kind], one, many)}.`);
}
