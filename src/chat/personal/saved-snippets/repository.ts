import type { Database } from '../../../kernel/db/database.ts';
import type { SavedSnippet } from './types.ts';

const COLUMNS = 'id, title, content, date_created';

export const savedSnippetRepository = (db: Database) => ({
  ofUser: db.all<SavedSnippet, [user: number]>(`SELECT ${COLUMNS} FROM saved_snippet WHERE user_id = ? ORDER BY id`),
  /** Only its owner finds it. */
  byId: db.get<SavedSnippet, [id: number, user: number]>(
    `SELECT ${COLUMNS} FROM saved_snippet WHERE id = ? AND user_id = ?`,
  ),
  add: db.run<[user: number, title: string, content: string, created: number]>(
    'INSERT INTO saved_snippet (user_id, title, content, date_created) VALUES (?, ?, ?, ?)',
  ),
  change: db.run<[title: string, content: string, id: number]>(
    'UPDATE saved_snippet SET title = ?, content = ? WHERE id = ?',
  ),
  remove: db.run<[id: number]>('DELETE FROM saved_snippet WHERE id = ?'),
});
