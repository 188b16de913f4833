import type { Database } from '../../../kernel/db/database.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import type { BotRow } from './types.ts';

interface StoredBot extends RowOf<Omit<BotRow, 'service'>, 'config'> {
  base_url: string | null;
  token: string;
  interface: number;
}

const bot = (row: StoredBot): BotRow => ({
  user_id: row.user_id,
  default_sending_channel: row.default_sending_channel,
  default_events_channel: row.default_events_channel,
  default_all_public_streams: row.default_all_public_streams === 1,
  service: row.base_url === null ? null : { base_url: row.base_url, token: row.token, interface: row.interface },
  config: JSON.parse(row.config),
});

export const botRepository = (db: Database) => {
  const byId = db.get<BotRow, [id: number]>('SELECT * FROM bot WHERE user_id = ?', bot);
  const put = db.run<[Record<string, unknown>]>(
    `INSERT OR REPLACE INTO bot (user_id, default_sending_channel, default_events_channel, default_all_public_streams, base_url, token, interface, config)
     VALUES (@user_id, @default_sending_channel, @default_events_channel, @default_all_public_streams, @base_url, @token, @interface, @config)`,
  );
  return {
    byId: (user_id: number): BotRow =>
      byId(user_id) ?? {
        user_id,
        default_sending_channel: null,
        default_events_channel: null,
        default_all_public_streams: false,
        service: null,
        config: {},
      },
    put: ({ service, config, default_all_public_streams, ...row }: BotRow) =>
      put({
        ...row,
        default_all_public_streams: default_all_public_streams ? 1 : 0,
        base_url: service?.base_url ?? null,
        token: service?.token ?? null,
        interface: service?.interface ?? null,
        config: JSON.stringify(config),
      }),

    storage: db.all<{ key: string; value: string }, [bot: number]>(
      'SELECT key, value FROM bot_storage WHERE bot_id = ? ORDER BY key',
    ),
    stored: db.value<string, [bot: number, key: string]>('SELECT value FROM bot_storage WHERE bot_id = ? AND key = ?'),
    /** The number of characters in all keys and values. */
    storedSize: db.value<number, [bot: number]>(
      'SELECT coalesce(sum(length(key) + length(value)), 0) FROM bot_storage WHERE bot_id = ?',
    ),
    store: db.run<[bot: number, key: string, value: string]>('INSERT OR REPLACE INTO bot_storage VALUES (?, ?, ?)'),
    unstore: db.run<[bot: number, key: string]>('DELETE FROM bot_storage WHERE bot_id = ? AND key = ?'),
    unstoreAll: db.run<[bot: number]>('DELETE FROM bot_storage WHERE bot_id = ?'),
  };
};
