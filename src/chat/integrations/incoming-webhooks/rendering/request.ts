import type { IncomingMessage } from 'node:http';
import { parseQuery } from '../../../../kernel/http/body.ts';

/** The parameters of the URL. They count before the fields of a form, which belong to the other program. */
export function readQuery({ url = '' }: IncomingMessage): Record<string, string> {
  const at = url.indexOf('?');
  return at < 0 ? {} : parseQuery(url.slice(at));
}

/** The headers by their names in lower case, without credentials. */
export const readHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && !/^(?:authorization|cookie)$/.test(entry[0]),
    ),
  );
