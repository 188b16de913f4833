import { memoByValue } from '../../../shared/memo.ts';

const MOST = 500;

/** The size of a file in bytes; 0 if it is unknown. */
export const fetchSize = memoByValue(
  (href: string): Promise<number> =>
    fetch(href, { method: 'HEAD' }).then(
      ({ ok, headers }) => (ok && Number(headers.get('Content-Length'))) || 0,
      () => 0,
    ),
  MOST,
);
