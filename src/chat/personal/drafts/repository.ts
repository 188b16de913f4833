import type { Database } from '../../../kernel/db/database.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import type { Draft } from './types.ts';

const COLUMNS = 'id, type, recipients AS "to", topic, content, last_edited AS timestamp';
const draft = (row: RowOf<Draft, 'to'>): Draft => ({ ...row, to: JSON.parse(row.to) });
const row = ({ to, ...rest }: Omit<Draft, 'id'>) => ({ ...rest, recipients: JSON.stringify(to) });

export const draftRepository = (db: Database) => {
  const insert = db.run<[Record<string, unknown>]>(
    `INSERT INTO draft (user_id, type, recipients, topic, content, last_edited)
     VALUES (@user_id, @type, @recipients, @topic, @content, @timestamp)`,
  );
  const update = db.run<[Record<string, unknown>]>(
    `UPDATE draft SET type = @type, recipients = @recipients, topic = @topic, content = @content, last_edited = @timestamp WHERE id = @id`,
  );
  return {
    /** Last edited first; a limit of -1 means none. */
    ofUser: db.all<Draft, [user: number, limit: number]>(
      `SELECT ${COLUMNS} FROM draft WHERE user_id = ? ORDER BY last_edited DESC, id DESC LIMIT ?`,
      draft,
    ),
    /** Only its owner finds it. */
    byId: db.get<Draft, [id: number, user: number]>(`SELECT ${COLUMNS} FROM draft WHERE id = ? AND user_id = ?`, draft),
    add: (user_id: number, draft: Omit<Draft, 'id'>): number => insert({ user_id, ...row(draft) }).id,
    change: (id: number, draft: Omit<Draft, 'id'>): void => void update({ id, ...row(draft) }),
    remove: db.run<[id: number]>('DELETE FROM draft WHERE id = ?'),
    removeOfUser: db.run<[user: number]>('DELETE FROM draft WHERE user_id = ?'),
  };
};
