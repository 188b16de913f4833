import type { Database } from '../../../kernel/db/database.ts';
import type { Playground } from './types.ts';

export const playgroundRepository = (db: Database) => ({
  all: db.all<Playground, []>('SELECT id, name, pygments_language, url_template FROM playground ORDER BY id'),
  add: db.run<[Omit<Playground, 'id'> & Record<string, unknown>]>(
    'INSERT INTO playground (name, pygments_language, url_template) VALUES (@name, @pygments_language, @url_template)',
  ),
  remove: db.run<[id: number]>('DELETE FROM playground WHERE id = ?'),
});
