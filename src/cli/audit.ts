import type { CommandOptions } from './configuration.ts';
import { printTable } from './output.ts';
import { runCommandAnywhere } from './run-command.ts';

interface Options extends CommandOptions {
  user?: string;
  by?: string;
  to?: string;
  address?: string;
  kind?: string;
  since?: number;
  until?: number;
  limit: number;
}

/** Prints the audit log, latest entries first: a table, or JSON Lines. */
export async function audit(options: Options): Promise<void> {
  const entries = await entriesOf(options);
  if (options.json) {
    for (const entry of entries) console.log(JSON.stringify(entry));
    return;
  }
  printTable(
    ['time', 'kind', 'by', 'to', 'in', 'details', 'address', 'client'],
    entries.map(({ timestamp, kind, actor, user, channel, group, details, ip_address, client }) => [
      `${new Date(timestamp * 1000).toISOString().slice(0, 19)}Z`,
      kind,
      actor ?? '',
      user ?? '',
      channel ?? group ?? '',
      details,
      ip_address,
      client,
    ]),
  );
}

/** Reads the entries in parts, between which a running server answers others. */
async function entriesOf(options: Options) {
  const { user, by, to, address, kind, since, until, limit } = options;
  const next = (before: number | undefined, most: number) =>
    runCommandAnywhere(options, 'audit', { user, by, to, address, kind, since, until, before, limit: most });
  const { entries } = await next(undefined, limit);
  for (let count = entries.length; count > 0 && entries.length < limit; ) {
    const more = (await next(entries.at(-1)!.id, limit - entries.length)).entries;
    entries.push(...more);
    count = more.length;
  }
  return entries;
}
