import { printJson, printTable, say } from '../../kernel/terminal/output.ts';
import { inWords } from '../../kernel/terminal/progress.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';

interface Options extends CommandOptions {
  period: 'day' | 'week';
  num: number;
}

/** Prints the statistics of the last days or weeks as tables, or as JSON. */
export async function statistics(options: Options): Promise<void> {
  const { period, num } = options;
  const found = await runCommandAnywhere(options, 'stats', { period, num });
  if (options.json) return printJson(found);
  const { starts, series, channels, bots, uncounted_messages } = found;
  const sizeAt = (sizes: readonly (number | null)[], at: number) => {
    const size = sizes[at] ?? null;
    return size === null ? '' : inWords(size);
  };
  printTable(
    [period, 'channels', 'direct', 'by bots', 'active', 'mails', 'failed', 'pushes', 'failed', 'database', 'files'],
    starts.map((start, at) => [
      start,
      ...[series.channel_messages, series.direct_messages, series.bot_messages, series.active_users].map((n) => n[at]),
      ...[series.mails_sent, series.mails_failed, series.pushes_sent, series.pushes_failed].map((n) => n[at]),
      sizeAt(series.database_bytes, at),
      sizeAt(series.upload_bytes, at),
    ]),
  );
  for (const [title, rows] of [
    ['channel', channels],
    ['bot', bots],
  ] as const) {
    if (rows.length === 0) continue;
    console.log();
    printTable(
      [title, 'messages'],
      rows.map(({ name, messages }) => [name, messages]),
    );
  }
  if (uncounted_messages > 0) say(`${uncounted_messages} earlier messages are not counted yet.`);
}
