import { createWriteStream, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { after } from 'node:test';
import yazl from 'yazl';
import type { ImportProduct } from '../../../src/chat/organization/imports/types.ts';
import { rehearse } from '../../../src/cli/import/rehearsal.ts';
import { openArchive } from '../../../src/importers/archives/open.ts';
import { Report } from '../../../src/importers/report.ts';
import { type ImportResult, runImport } from '../../../src/importers/run.ts';
import { readUsersMap } from '../../../src/importers/users-map.ts';
import type { Args, OperationName, Result } from '../../../src/operations/operations.ts';
import { runOperation } from '../../../src/operations/run.ts';
import type { CommandSession } from '../../../src/operations/session.ts';
import { databasePath } from '../../../src/server/configuration.ts';
import type { Team } from '../../support/team.ts';

/** A folder of this test's own, gone afterwards. */
export function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'klatch-import-'));
  after(() => rm(made, { recursive: true, force: true, maxRetries: 10 }));
  return made;
}

/** Files of an archive by path; values that are no text or bytes are written as JSON. */
export type Files = Record<string, unknown>;

const decodeBytes = (content: unknown): Buffer =>
  content instanceof Uint8Array
    ? Buffer.from(content)
    : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));

/** Writes a ZIP file. */
export async function makeZip(files: Files): Promise<string> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(decodeBytes(content), name);
  zip.end();
  const path = join(newFolder(), 'archive.zip');
  await finished(zip.outputStream.pipe(createWriteStream(path)));
  return path;
}

/** Runs the commands of an import in a team's server; `onCommand` sees each before it runs, and may throw. */
export function getSession(team: Team, onCommand?: (command: OperationName) => void): CommandSession {
  return {
    dataDir: team.app.config.dataDir,
    isServer: true,
    async run<C extends OperationName>(command: C, args: Args<C>): Promise<Result<C>> {
      onCommand?.(command);
      const result = await runOperation(team.app, command, JSON.parse(JSON.stringify(args)));
      await team.app.db.committed();
      return result as Result<C>;
    },
    async close() {},
  };
}

/** What a dry run writes to: a copy of a team's data. */
function getRehearsal({ app, clock }: Team): CommandSession {
  const folder = newFolder();
  app.db.commit();
  app.db.script(`VACUUM INTO '${databasePath(folder)}'`);
  const session = rehearse({ choices: app.config.choices, folder, clock });
  after(() => session.close());
  return session;
}

export interface Imported extends ImportResult {
  reasons: Report['reasons'];
  notices: number;
  /** The lines of the report. */
  report: { kind: string; origin: string; reason: string }[];
}

/** Imports an archive into a team's server. */
export async function importInto(
  team: Team,
  product: ImportProduct,
  path: string,
  more: {
    dryRun?: boolean;
    asOf?: number;
    map?: string;
    publicChannels?: boolean;
    settings?: boolean;
    roles?: boolean;
    server?: string;
    download?: { token?: string };
    apiAddress?: string;
    onCommand?: (command: OperationName) => void;
  } = {},
): Promise<Imported> {
  const temporary = newFolder();
  const report = new Report(join(temporary, 'report.jsonl'));
  const lines: Imported['report'] = [];
  const skip = report.skip;
  Object.assign(report, {
    skip: (kind: string, origin: string, reason: string, number?: number) => {
      lines.push({ kind, origin, reason });
      skip(kind, origin, reason, number);
    },
  });
  const archive = await openArchive(path, () => join(temporary, 'unpacked'));
  const session = more.dryRun ? getRehearsal(team) : getSession(team, more.onCommand);
  const result = await runImport({
    product,
    archive,
    temporary,
    session,
    report,
    users: readUsersMap(more.map),
    dryRun: more.dryRun ?? false,
    asOf: more.asOf,
    publicChannels: more.publicChannels,
    settings: more.settings,
    roles: more.roles,
    server: more.server,
    download: more.download,
    apiAddress: more.apiAddress,
  });
  archive.close();
  return { ...result, report: lines, reasons: report.reasons, notices: report.notices };
}

/** The number of rows of every table, to see that nothing was written. The audit log records every import. */
export function rowCounts(team: Team): Record<string, number> {
  const { db } = team.app;
  db.commit();
  const tables = db.column<string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_search%' ESCAPE '\\'",
  )();
  const imported = tables.filter((name) => name !== 'audit_entry');
  return Object.fromEntries(imported.map((name) => [name, db.value<number>(`SELECT count(*) FROM "${name}"`)()!]));
}

export interface Message {
  id: number;
  content: string;
  sender_id: number;
  sender_full_name: string;
  subject: string;
  timestamp: number;
  flags: string[];
  reactions: { emoji_name: string; user_id: number }[];
  last_edit_timestamp?: number;
}

/** All that somebody reads, with the text as it was written. */
export async function listMessages(team: Team, email: string, narrow: object[] = []): Promise<Message[]> {
  const { api_key } = team.app.users.byEmail(email)!;
  const { messages } = await team.request(
    'GET',
    '/messages',
    { narrow, anchor: 'oldest', num_before: 0, num_after: 1000, apply_markdown: false, allow_empty_topic_name: true },
    { Authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` },
  );
  return messages;
}
/** The pins of a channel. */
export const pinsIn = ({ app }: Team, channel: string) =>
  app.pins.ofRecipient(app.channels.named(channel)!.recipient_id, 10);

export const inChannel = (operand: string) => [{ operator: 'channel', operand }];
