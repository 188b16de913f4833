import type { Database } from '../../../kernel/db/database.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import type { ChannelFolder } from './types.ts';

const COLUMNS =
  'id, name, description, rendered_description, date_created, creator_id, position AS "order", is_archived';

const folder = (row: RowOf<ChannelFolder>): ChannelFolder => ({ ...row, is_archived: row.is_archived === 1 });
type Draft = Pick<ChannelFolder, 'name' | 'description' | 'rendered_description' | 'creator_id' | 'date_created'>;

export const channelFolderRepository = (db: Database) => {
  const update = db.run<[Record<string, unknown>]>(
    `UPDATE channel_folder SET name = @name, description = @description, rendered_description = @rendered_description,
       is_archived = @is_archived WHERE id = @id`,
  );
  return {
    /** All folders, in their order. */
    all: db.all<ChannelFolder, []>(`SELECT ${COLUMNS} FROM channel_folder ORDER BY position, id`, folder),
    byId: db.get<ChannelFolder, [id: number]>(`SELECT ${COLUMNS} FROM channel_folder WHERE id = ?`, folder),
    /** Active folders. Their names differ by more than case. */
    names: db.all<{ id: number; name: string }, []>('SELECT id, name FROM channel_folder WHERE is_archived = 0'),
    /** At the end of the list. */
    add: db.run<[Draft & Record<string, unknown>]>(
      `INSERT INTO channel_folder (name, description, rendered_description, creator_id, date_created, position)
       VALUES (@name, @description, @rendered_description, @creator_id, @date_created, (SELECT coalesce(max(position) + 1, 0) FROM channel_folder))`,
    ),
    update: (folder: ChannelFolder) => update({ ...folder, is_archived: Number(folder.is_archived) }),
    setPosition: db.run<[position: number, id: number]>('UPDATE channel_folder SET position = ? WHERE id = ?'),
    /** Whether an active channel is in the folder. */
    holdsChannels: db.value<number, [id: number]>(
      'SELECT 1 FROM channel WHERE folder_id = ? AND is_archived = 0 LIMIT 1',
    ),
  };
};
