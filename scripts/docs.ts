/**
 * Writes the tables of commands, settings and limits into docs/ from their declarations: `node scripts/docs.ts`.
 * test/system/cli/docs.test.ts fails if a table is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command, Option } from 'commander';
import { MAX_CHANNEL_NAME_LENGTH, MAX_DESCRIPTION_LENGTH } from '../src/chat/channels/channels/rules.ts';
import { MAX_MESSAGE_LENGTH } from '../src/chat/messages/messages/content-rules.ts';
import { MAX_GROUP_NAME_LENGTH } from '../src/chat/people/groups/rules.ts';
import { program } from '../src/cli/program.ts';
import { QUEUE_LIFESPAN } from '../src/kernel/events/queue.ts';
import { RULES } from '../src/kernel/http/limits.ts';
import { getKey } from '../src/kernel/settings/setting.ts';
import { LIMITS, limitRows } from '../src/limits.ts';
import { getSetting, SETTING_NAMES, type Settings, settingWithKey } from '../src/settings/table.ts';

const DOCS = new URL('../docs/', import.meta.url);

const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: string[], rows: string[]): string =>
  [row(...head), `|${'---|'.repeat(head.length)}`, ...rows].join('\n');

/** Flags of settings and those of every command are documented elsewhere. */
const isOwn = ({ long, hidden }: Option): boolean =>
  !hidden &&
  settingWithKey(long!.slice(2)) === undefined &&
  !['--data', '--config', '--quiet', '--verbose', '--help', '--version'].includes(long!);

function commandRows(of: Command, path: string): string[] {
  const name = `${path} ${of.name()}`.trim();
  if (of.commands.length > 0) return of.commands.flatMap((one) => commandRows(one, name));
  const flags = of.options.filter(isOwn).map(({ flags }) => `\`${flags}\``);
  const form = `${name} ${of.usage().replace('[options]', '').trim()}`.trim();
  return [row(`\`${form}\``, of.description() + (flags.length > 0 ? `; ${flags.join(' ')}` : ''))];
}

const COMMANDS = (): string =>
  table(
    ['Command', ''],
    program().commands.flatMap((one) => commandRows(one, '')),
  );

const SETTINGS = (): string =>
  table(
    ['Setting', 'Default', ''],
    SETTING_NAMES.map((name) => {
      const { default: usual, about, secret, kind } = getSetting(name);
      return row(
        `\`--${getKey(name)}\``,
        usual === undefined ? '' : `\`${usual}\``,
        `${about}${/[|]/.test(kind.form) ? `; \`${kind.form.slice(1, -1)}\`` : ''}${secret ? ' (a secret)' : ''}`,
      );
    }),
  );

const number = (value: number): string => value.toLocaleString('en');
/** The default value of a setting, and its flag. */
const preset = (name: keyof Settings): [string, string] => [
  getSetting(name).default ?? 'none',
  `\`--${getKey(name)}\``,
];
const often = ({ points, duration }: { points: number; duration: number }): string =>
  `${points} in ${duration > 60 ? `${duration / 60} minutes` : `${duration} s`}`;

const LIMIT_TABLE = (): string =>
  table(
    ['Limit or default', '', 'Changed by'],
    [
      row('Users, channels, messages, history', 'no limit', ''),
      row('A message', `${number(MAX_MESSAGE_LENGTH)} characters`, ''),
      row(
        'A topic, a channel name, a channel description, a group name',
        `${[LIMITS.topic_length, MAX_CHANNEL_NAME_LENGTH, MAX_DESCRIPTION_LENGTH, MAX_GROUP_NAME_LENGTH].map(number).join(', ')} characters`,
        '',
      ),
      row('One uploaded file, in MiB', ...preset('maxUploadMib')),
      row('All uploaded files together, in MiB', ...preset('uploadQuotaMib')),
      row('Requests of one account', often(RULES.api_by_user[0]), '`--user-requests-per-minute`'),
      row(
        'Requests of one address without an account',
        often(RULES.api_by_ip[0]),
        '`--address-requests-per-minute`, `--rate-limit-exempt`',
      ),
      row(
        'Wrong passwords for one account from one address',
        often(RULES.authenticate_by_source[0]),
        '`--password-tries`',
      ),
      row(
        'Wrong passwords for one account from all addresses; then one in 10 s',
        often(RULES.authenticate_by_username[0]),
        '`--password-tries`, times ten',
      ),
      row(
        'Wrong passwords from one address (an IPv6 network of 64 bits), over all accounts',
        often(RULES.authenticate_by_ip[1]),
        '`--address-password-tries`, `--rate-limit-exempt`',
      ),
      row('A session', ...preset('sessionLifetime')),
      row('An event queue without polls', `${QUEUE_LIFESPAN / 60} minutes, ${number(LIMITS.queue_events)} events`, ''),
      row('Listening address', ...preset('listen')),
      row('Data folder', './klatch-data', '`--data`'),
      row('Automatic backups', ...preset('backupEvery')),
      row('Automatic backups that are kept', ...preset('backupKeep')),
      row('Mail server', 'none', '`--smtp-url`'),
      row('Metrics for Prometheus', ...preset('metrics')),
    ],
  );

const LIMITS_OF_THE_SERVER = (): string =>
  table(
    ['Name', 'Maximum', 'Applies to'],
    limitRows().map(({ name, most, unit, of }) => row(`\`${name}\``, `${number(most)} ${unit}`, of)),
  );

/** The generated tables: the page of each, and its markers. */
const TABLES: Record<string, Record<string, () => string>> = {
  'command-line.md': { commands: COMMANDS },
  'settings.md': { settings: SETTINGS },
  'limits.md': { limits: LIMIT_TABLE, budgets: LIMITS_OF_THE_SERVER },
};

export const PAGES = Object.keys(TABLES);
export const readPage = (page: string): string => readFileSync(new URL(page, DOCS), 'utf8');

/** A page of docs/ with its tables up to date. */
export function generated(page: string): string {
  return Object.entries(TABLES[page]!).reduce((text, [name, make]) => {
    const [before, rest] = text.split(`<!-- ${name} -->\n`);
    const [, after] = (rest ?? '').split(`\n<!-- end of ${name} -->`);
    if (after === undefined) throw new Error(`docs/${page} has no place for ${name}`);
    return `${before}<!-- ${name} -->\n${make()}\n<!-- end of ${name} -->${after}`;
  }, readPage(page));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const page of PAGES) writeFileSync(new URL(page, DOCS), generated(page));
