import { statSync } from 'node:fs';
import { Type } from 'typebox';
import { requireReadable } from '../../backup/readable-file.ts';
import { parseCsv } from '../../kernel/files/csv.ts';
import { readTextFile } from '../../kernel/files/text-file.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printTable, say } from '../../kernel/terminal/output.ts';
import { countWords, Progress } from '../../kernel/terminal/progress.ts';
import { type ImportedPerson, PersonOutcome } from '../../operations/user-import.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { openCommandSession } from '../connection/command-session.ts';
import { work } from '../declaration/command.ts';
import { nameFromAddress } from './address-name.ts';

interface Options extends CommandOptions {
  file: string;
  dryRun?: boolean;
  invite?: boolean;
  as?: string;
}

const COLUMNS = ['email', 'name', 'role', 'channels', 'groups'] as const;
type Column = (typeof COLUMNS)[number];

const MOST_BYTES = 10 * 2 ** 20;
const MOST_PEOPLE = 10_000;
/** People in one request, between which a running server answers others. */
const BATCH = 50;

/** Creates an account, or sends an invitation, for each line of a CSV file. Lines that fail do not end the import. */
export const importUsers = work({
  result: Type.Object({ dry_run: Type.Boolean(), people: Type.Array(PersonOutcome) }),
  run: async ({ file, ...options }: Options) => ({
    dry_run: options.dryRun ?? false,
    people: await importAll(readPeople(file), options),
  }),
  print({ people }, { dryRun, invite }) {
    const countResults = (...results: PersonOutcome['result'][]) =>
      people.filter(({ result }) => results.includes(result)).length;
    const [added, known, failed] = [countResults('created', 'invited'), countResults('known'), countResults('failed')];
    if (failed > 0)
      printTable(
        ['line', 'email', 'problem'],
        people.filter(hasFailed).map(({ line, email, reason }) => [line, email, reason]),
      );
    const what = invite ? countWords(added, 'invitation') : countWords(added, 'account');
    const done = dryRun ? `${what} would be ${invite ? 'sent' : 'created'}` : `${invite ? 'Sent' : 'Created'} ${what}`;
    const rest = [known > 0 && `${known} existed already`, failed > 0 && `${failed} failed`];
    say([done, ...rest.filter(Boolean)].join(', '));
    if (!dryRun && !invite && added > 0)
      say('They sign in with "Forgot your password?" or your identity provider; klatch user login-link prints a link.');
  },
  exitCode: ({ people }) => (people.some(hasFailed) ? EXIT.failure : 0),
});

const hasFailed = ({ result }: PersonOutcome): boolean => result === 'failed';

async function importAll(people: readonly ImportedPerson[], { dryRun, invite, as, ...options }: Omit<Options, 'file'>) {
  const outcomes: PersonOutcome[] = [];
  const session = await openCommandSession(options);
  const progress = new Progress('Importing', people.length, (total) => countWords(total, 'person', 'people'));
  try {
    for (let at = 0; at < people.length; at += BATCH) {
      const batch = people.slice(at, at + BATCH);
      outcomes.push(...(await session.run('user-import', { people: batch, dryRun, invite, as })));
      progress.add(batch.length);
    }
  } finally {
    progress.end();
    await session.close();
  }
  return outcomes;
}

/** The people of a file. Throws Failure for a file that is too large or has other columns. */
export function readPeople(file: string): ImportedPerson[] {
  requireReadable(file);
  if (statSync(file).size > MOST_BYTES) throw new Failure(EXIT.usage, `${file} is larger than 10 MB`);
  const { rows, unclosed } = parseCsv(readTextFile(file));
  if (unclosed !== undefined)
    throw new Failure(EXIT.usage, `${file}, line ${unclosed}: the quotation mark is not closed`);
  const [head, ...lines] = rows;
  const columns = requireColumns(file, head?.cells ?? []);
  if (lines.length > MOST_PEOPLE)
    throw new Failure(EXIT.usage, `${file} has more than ${MOST_PEOPLE} people. Split it into several files`);
  const seen = new Map<string, number>();
  return lines.map(({ line, cells }) => {
    const cell = (column: Column): string => cells[columns.indexOf(column)] ?? '';
    const email = cell('email');
    const before = seen.get(email.toLowerCase());
    if (before === undefined) seen.set(email.toLowerCase(), line);
    const wrong =
      cells.length > columns.length
        ? `There are ${cells.length} values for ${columns.length} columns`
        : before !== undefined
          ? `Line ${before} has the same address`
          : undefined;
    const lists = { channels: splitNames(cell('channels')), groups: splitNames(cell('groups')) };
    return {
      line,
      email,
      name: cell('name') || nameFromAddress(email),
      role: cell('role').toLowerCase() || 'member',
      ...lists,
      wrong,
    };
  });
}

/** Names in one cell, separated by semicolons or, if the cell was quoted, by commas. */
const splitNames = (cell: string): string[] =>
  cell
    .split(/[;,]/)
    .map((name) => name.trim().replace(/^#/, ''))
    .filter((name) => name !== '');

/** Other names of the column with the address, as directories and spreadsheets write them. */
const EMAIL = /^(?:e?mail(?:s|id|ad+ress(?:e|es)?)?|adressee?mail|courriel)$/;

/** A column by its name, however that is written: `E-Mail`, `e_mail` and `Email address` are one. */
function normalizeColumn(head: string): string {
  const name = head.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return EMAIL.test(name) ? 'email' : name;
}

function requireColumns(file: string, head: readonly string[]): Column[] {
  const names = head.map(normalizeColumn);
  const unknown = head.find((_, at) => !(COLUMNS as readonly string[]).includes(names[at]!));
  if (!names.includes('email') || unknown !== undefined || new Set(names).size < names.length)
    throw new Failure(
      EXIT.usage,
      `${file}: the first line must have the names of the columns: email, and optionally ${COLUMNS.slice(1).join(', ')}` +
        (unknown === undefined ? '' : ` (it has '${unknown}')`),
    );
  return names as Column[];
}
