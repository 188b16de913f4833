import type { Database } from '../../../kernel/db/database.ts';
import type { Preview } from './types.ts';

interface Row {
  title: string;
  description: string;
  image: string | null;
}

export const linkPreviewRepository = (db: Database) => {
  const row = db.get<Row, [url: string]>('SELECT title, description, image FROM link_preview WHERE url = ?');
  const remember = db.run<[url: string, title: string, description: string, image: string | null, expires: number]>(
    'INSERT OR REPLACE INTO link_preview (url, title, description, image, expires) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    /** The preview of the page at an address; null: it has none; undefined: it was never fetched, or long ago. */
    of(url: string): Preview | null | undefined {
      const found = row(url);
      return found && (found.image === null ? null : { ...found, image: found.image });
    },
    remember(url: string, preview: Preview | undefined, expires: number): void {
      remember(url, preview?.title ?? '', preview?.description ?? '', preview?.image ?? null, expires);
    },
    forgetExpired: db.run<[now: number]>('DELETE FROM link_preview WHERE expires <= ?'),
    /** A message shows the preview of this address once it is known. */
    want: db.run<[message: number, url: string]>(
      'INSERT OR IGNORE INTO link_preview_wanted (message_id, url) VALUES (?, ?)',
    ),
    wanted: db.column<string, [most: number]>(
      'SELECT DISTINCT url FROM link_preview_wanted ORDER BY message_id LIMIT ?',
    ),
    wantedBy: db.column<number, [url: string]>(
      'SELECT message_id FROM link_preview_wanted WHERE url = ? ORDER BY message_id',
    ),
    unwant: db.run<[url: string]>('DELETE FROM link_preview_wanted WHERE url = ?'),
    unwantAllOf: db.run<[message: number]>('DELETE FROM link_preview_wanted WHERE message_id = ?'),
  };
};
