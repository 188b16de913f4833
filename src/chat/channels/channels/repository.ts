import type { Database } from '../../../kernel/db/database.ts';
import type { RowCache } from '../../../kernel/db/row-cache.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import { CHANNEL_PERMISSION_NAMES, type Channel } from './types.ts';

const PERMISSIONS = CHANNEL_PERMISSION_NAMES.join(', ');
const COLUMNS = `id, recipient_id, name, description, rendered_description, date_created, creator_id, invite_only, is_web_public,
  history_public_to_subscribers, is_archived, is_default, is_recently_active, weekly_traffic, first_message_id,
  message_retention_days, topics_policy, folder_id, ${PERMISSIONS}`;

const FLAGS = [
  'invite_only',
  'is_web_public',
  'history_public_to_subscribers',
  'is_archived',
  'is_default',
  'is_recently_active',
] as const;

const toChannel = (row: RowOf<Channel>): Channel => ({
  ...row,
  invite_only: row.invite_only === 1,
  is_web_public: row.is_web_public === 1,
  history_public_to_subscribers: row.history_public_to_subscribers === 1,
  is_archived: row.is_archived === 1,
  is_default: row.is_default === 1,
  is_recently_active: row.is_recently_active === 1,
});

/**
 * The organization's channels should fit: clients that register read all of them in the same order, and a smaller cache
 * would drop each just before its next use.
 */
export const CHANNELS_IN_MEMORY = 50_000;

/** The columns that change one at a time. */
type Property = Exclude<keyof Channel, 'id' | 'recipient_id' | 'date_created' | 'creator_id' | 'name'>;
type Draft = Omit<Channel, 'id' | 'is_archived' | 'is_recently_active' | 'weekly_traffic' | 'first_message_id'>;

/** Channels, and how they are found, kept in memory. */
interface ChannelCache {
  byId: RowCache<number, Channel>;
  /** Ids, by name in lower case. */
  byName: RowCache<string, number>;
}

export const channelRepository = (db: Database) => {
  const row = db.get<Channel>(`SELECT ${COLUMNS} FROM channel WHERE id = ?`, toChannel);
  const idOfKey = db.value<number>('SELECT id FROM channel WHERE name_key = ?');
  const cache = {
    byId: db.cached(['channel', 'recipient'], (id: number) => row(id), CHANNELS_IN_MEMORY),
    byName: db.cached(['channel'], (key: string) => idOfKey(key), 2000),
  };
  return { ...lookups(db, cache), ...trafficStatements(db), ...additions(db, cache), ...changes(db, cache) };
};

const lookups = (db: Database, { byId, byName }: ChannelCache) => {
  const idOfRecipient = db.value<number>('SELECT channel_id FROM recipient WHERE id = ?');
  const ids = db.column<number>('SELECT id FROM channel ORDER BY name_key');
  const byRecipient = db.cached(['recipient'], (recipient: number) => idOfRecipient(recipient) ?? undefined);
  const one = (id: number | undefined): Channel | undefined => (id === undefined ? undefined : byId.get(id));
  return {
    byId: (id: number): Channel | undefined => byId.get(id),
    named: (name: string): Channel | undefined => one(byName.get(getKey(name))),
    /** The channel with this recipient; undefined for direct messages. */
    byRecipient: (recipient: number): Channel | undefined => one(byRecipient.get(recipient)),
    /** All channels, including archived ones, by name. */
    all: (): Channel[] => ids().map((id) => byId.get(id)!),
    /** How many channels a user and their bots created after a time. */
    createdSince: db.value<number, [{ time: number; user: number }]>(
      `SELECT count(*) FROM channel WHERE date_created > @time
         AND creator_id IN (SELECT id FROM user WHERE id = @user OR bot_owner_id = @user)`,
    ),
    defaults: db.column<number, []>('SELECT id FROM channel WHERE is_default = 1 AND is_archived = 0 ORDER BY id'),
  };
};

const trafficStatements = (db: Database) => ({
  /** How many messages with these ids the channel received since a time: the base of its weekly traffic. */
  sentBetween: db.value<number, [recipient: number, from: number, until: number, since: number]>(
    'SELECT count(*) FROM message WHERE recipient_id = ? AND id BETWEEN ? AND ? AND date_sent >= ?',
  ),
  firstMessage: db.value<number, [recipient: number]>(
    'SELECT id FROM message WHERE recipient_id = ? ORDER BY id LIMIT 1',
  ),
});

const additions = (db: Database, { byName }: ChannelCache) => {
  const add = db.run<[Record<string, unknown>]>(
    `INSERT INTO channel (recipient_id, name, name_key, description, rendered_description, date_created, creator_id, invite_only, is_web_public,
       history_public_to_subscribers, is_default, message_retention_days, topics_policy, folder_id, ${PERMISSIONS})
     VALUES (@recipient_id, @name, @name_key, @description, @rendered_description, @date_created, @creator_id, @invite_only, @is_web_public,
       @history_public_to_subscribers, @is_default, @message_retention_days, @topics_policy, @folder_id,
       ${CHANNEL_PERMISSION_NAMES.map((name) => `@${name}`).join(', ')})`,
  );
  const addRecipient = db.run('INSERT INTO recipient (channel_id, user_ids) VALUES (NULL, NULL)');
  const setRecipient = db.run<[channel: number, recipient: number]>('UPDATE recipient SET channel_id = ? WHERE id = ?');
  return {
    add(draft: Omit<Draft, 'recipient_id'>): number {
      const recipient_id = addRecipient().id;
      const numbers = Object.fromEntries(FLAGS.map((flag) => [flag, (draft as Record<string, unknown>)[flag] ? 1 : 0]));
      const { id } = add({ ...draft, ...numbers, recipient_id, name_key: getKey(draft.name) });
      setRecipient(id, recipient_id);
      byName.clear();
      return id;
    },
  };
};

const changes = (db: Database, { byId, byName }: ChannelCache) => {
  const rename = db.run<[name: string, key: string, id: number]>(
    'UPDATE channel SET name = ?, name_key = ? WHERE id = ?',
  );
  return {
    rename(id: number, name: string): void {
      rename(name, getKey(name), id);
      byId.forget(id);
      byName.clear();
    },
    set<P extends Property>(id: number, property: P, value: Channel[P]): void {
      db.prepareStatement(`UPDATE channel SET ${property} = ? WHERE id = ?`).run(
        typeof value === 'boolean' ? Number(value) : (value as string | number | null),
        id,
      );
      byId.forget(id);
    },
  };
};

/** Names that differ only by case, or by how Unicode writes an accent, are the same. */
const getKey = (name: string): string => name.normalize('NFC').toLowerCase();
