import type { Database } from '../../../kernel/db/database.ts';
import type { SlashCommand } from './types.ts';

const COLUMNS = 'id, bot_id, name, usage, description';

export const slashCommandRepository = (db: Database) => ({
  all: db.all<SlashCommand, []>(`SELECT ${COLUMNS} FROM slash_command ORDER BY name`),
  byId: db.get<SlashCommand, [id: number]>(`SELECT ${COLUMNS} FROM slash_command WHERE id = ?`),
  byName: db.get<SlashCommand, [name: string]>(`SELECT ${COLUMNS} FROM slash_command WHERE name = ?`),
  add: db.run<[Omit<SlashCommand, 'id'>]>(
    'INSERT INTO slash_command (bot_id, name, usage, description) VALUES (@bot_id, @name, @usage, @description)',
  ),
  change: db.run<[SlashCommand]>(
    'UPDATE slash_command SET name = @name, usage = @usage, description = @description WHERE id = @id',
  ),
  remove: db.run<[id: number]>('DELETE FROM slash_command WHERE id = ?'),
});
