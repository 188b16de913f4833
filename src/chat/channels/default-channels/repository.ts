import type { Database } from '../../../kernel/db/database.ts';

interface GroupRow {
  id: number;
  name: string;
  description: string;
}

export const defaultChannelRepository = (db: Database) => ({
  groups: db.all<GroupRow, []>('SELECT id, name, description FROM default_channel_group ORDER BY id'),
  groupById: db.get<GroupRow, [id: number]>('SELECT id, name, description FROM default_channel_group WHERE id = ?'),
  groupNamed: db.get<GroupRow, [name: string]>(
    'SELECT id, name, description FROM default_channel_group WHERE name = ?',
  ),
  listChannels: db.column<number, [group: number]>(
    'SELECT channel_id FROM default_channel_group_channel WHERE group_id = ? ORDER BY channel_id',
  ),
  addGroup: db.run<[name: string, description: string]>(
    'INSERT INTO default_channel_group (name, description) VALUES (?, ?)',
  ),
  updateGroup: db.run<[name: string, description: string, id: number]>(
    'UPDATE default_channel_group SET name = ?, description = ? WHERE id = ?',
  ),
  removeGroup: db.run<[id: number]>('DELETE FROM default_channel_group WHERE id = ?'),
  put: db.run<[group: number, channel: number]>('INSERT INTO default_channel_group_channel VALUES (?, ?)'),
  take: db.run<[group: number, channel: number]>(
    'DELETE FROM default_channel_group_channel WHERE group_id = ? AND channel_id = ?',
  ),
  takeEverywhere: db.run<[channel: number]>('DELETE FROM default_channel_group_channel WHERE channel_id = ?'),
});
