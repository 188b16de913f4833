import { setTimeout as wait } from 'node:timers/promises';
import { findHolder } from '../../kernel/db/lock.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { harmless, printTable, say, withWriter } from '../../kernel/terminal/output.ts';
import { auditOperations } from '../../operations/audit.ts';
import type { Result } from '../../operations/operations.ts';
import { dataFolder } from '../../server/configuration.ts';
import { runAnywhere, runOnlyInServer } from '../connection/run-operation.ts';
import { selfPrintingWork } from '../declaration/command.ts';
import type { AuditInput } from './commands.ts';

/** The pause between two looks for new entries, ms. */
const PAUSE = 1000;
const COLUMNS = ['time', 'kind', 'by', 'to', 'in', 'details', 'address', 'client'];

/** Prints the audit log, latest entries first: a table, or JSON Lines. With `--follow`, also new entries. */
export const audit = selfPrintingWork(async (options: AuditInput): Promise<void> => {
  const entries = await readEntries(options);
  if (options.follow) return follow(options, entries);
  if (options.json) printJsonLines(entries);
  else printTable(COLUMNS, entries.map(toRow));
}, auditOperations.audit.result);

type Entry = Result<'audit'>[number];

const printJsonLines = (entries: readonly Entry[]): void => {
  for (const entry of entries) console.log(JSON.stringify(entry));
};

const toRow = ({ timestamp, kind, actor, user, channel, group, details, ip_address, client }: Entry): string[] => [
  `${new Date(timestamp * 1000).toISOString().slice(0, 19)}Z`,
  kind,
  actor ?? '',
  user ?? '',
  channel ?? group ?? '',
  details,
  ip_address,
  client,
];

/**
 * Prints the entries, oldest first, and then new ones as they come, until it is interrupted. Waits for a server that
 * goes away, and misses nothing.
 */
async function follow(options: AuditInput, entries: readonly Entry[]): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const print = (found: readonly Entry[]) => {
    const oldestFirst = found.toReversed();
    if (options.json) printJsonLines(oldestFirst);
    else for (const entry of oldestFirst) console.log(formatLine(entry));
  };
  print(entries);
  let last = entries[0]?.id ?? 0;
  if (!isServed(options)) say('No server is running. Waiting for one');
  while (!stop.signal.aborted) {
    const found = await newEntries(options, last);
    print(found);
    last = found[0]?.id ?? last;
    await wait(PAUSE, undefined, { signal: stop.signal }).catch(() => {});
  }
}

/** One line: what an entry has of each column. */
const formatLine = (entry: Entry): string =>
  toRow(entry)
    .map((value) => harmless(value.replaceAll(/\s+/g, ' ')))
    .filter((value) => value !== '')
    .join('  ');

const isServed = ({ data }: AuditInput): boolean => Boolean(findHolder(dataFolder(data))?.url);

/** The entries after one, without the line that says where they come from. None while the server does not respond. */
async function newEntries(options: AuditInput, after: number): Promise<Entry[]> {
  try {
    return await withWriter(
      () => {},
      () => readEntries({ ...options, limit: Number.MAX_SAFE_INTEGER }, after, runOnlyInServer),
    );
  } catch (error) {
    if (error instanceof Failure && error.exit === EXIT.unreachable) return [];
    throw error;
  }
}

/** Entries that one request asks for. */
const PAGE = 1000;

/** Reads the entries in parts, between which a running server answers others. */
async function readEntries(options: AuditInput, after = 0, run = runAnywhere) {
  const { user, by, to, address, kind, since, until, limit } = options;
  const next = (before: number | undefined, most: number) => {
    const filter = { user, by, to, address, kind, since, until, before, after };
    return run(options, 'audit', { ...filter, limit: Math.min(most, PAGE) });
  };
  const entries = await next(undefined, limit);
  for (let count = entries.length; count >= PAGE && entries.length < limit; ) {
    const more = await next(entries.at(-1)!.id, limit - entries.length);
    entries.push(...more);
    count = more.length;
  }
  return entries;
}
