import { printTable, say } from '../../kernel/terminal/output.ts';
import { inWords } from '../../kernel/terminal/progress.ts';
import { operationCommand } from '../declaration/command.ts';
import { choiceFlag, count, usualFlag, withDefault } from '../declaration/parameters.ts';

export const stats = operationCommand({
  about: 'print statistics: messages, active users, storage, e-mails and notifications',
  flags: {
    period: withDefault(choiceFlag('<period>', ['day', 'week'], 'count by day or by week'), 'day'),
    num: usualFlag('<n>', 'number of days or weeks, at most 104', 14, count),
  },
  operation: 'stats',
  print({ period, starts, series, channels, bots, uncounted_messages }) {
    printTable(
      [period, 'channels', 'direct', 'by bots', 'active', 'mails', 'failed', 'pushes', 'failed', 'database', 'files'],
      starts.map((start, at) => [
        start,
        ...[series.channel_messages, series.direct_messages, series.bot_messages, series.active_users].map(
          (n) => n[at],
        ),
        ...[series.mails_sent, series.mails_failed, series.pushes_sent, series.pushes_failed].map((n) => n[at]),
        formatSize(series.database_bytes[at]),
        formatSize(series.upload_bytes[at]),
      ]),
    );
    printCounts('channel', channels);
    printCounts('bot', bots);
    if (uncounted_messages > 0) say(`${uncounted_messages} earlier messages are not counted yet.`);
  },
});

const formatSize = (bytes: number | null | undefined): string => (typeof bytes === 'number' ? inWords(bytes) : '');

function printCounts(title: string, rows: readonly { name: string | null; messages: number }[]): void {
  if (rows.length === 0) return;
  console.log();
  printTable(
    [title, 'messages'],
    rows.map(({ name, messages }) => [name, messages]),
  );
}
