import { localCommand } from '../declaration/command.ts';
import { flag, optionalArgument } from '../declaration/parameters.ts';

export const sql = localCommand({
  about: 'run a read-only SELECT; without a query, list the views',
  arguments: { query: optionalArgument('an SQL query') },
  flags: { csv: flag('print CSV') },
  audit: 'reads',
  load: async () => (await import('./sql.ts')).sql,
});
