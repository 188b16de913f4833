import type { Database } from '../../../kernel/db/database.ts';
import type { AuditedKind } from '../../../shared/audited-kinds.ts';
import type { StoredAuditEntry } from './types.ts';

/** What the audit log is searched for. Null: everything. */
export interface AuditFilter {
  /** Entries with a smaller id. */
  before: number;
  /** Entries with a larger id. */
  after: number;
  /** The user that did it, or that it was done to. */
  user: number | null;
  /** The user that did it. */
  actor: number | null;
  /** The user that it was done to. */
  affected: number | null;
  /** The beginning of the IP address. */
  address: string;
  kind: AuditedKind | null;
  /** Times in seconds. */
  since: number | null;
  until: number | null;
  limit: number;
}

export const auditLogRepository = (db: Database) => ({
  add: db.run<[Omit<StoredAuditEntry, 'id'> & Record<string, unknown>]>(
    `INSERT INTO audit_entry (time, kind, actor_id, user_id, channel_id, group_id, details, address, client)
     VALUES (@time, @kind, @actor_id, @user_id, @channel_id, @group_id, @details, @address, @client)`,
  ),
  /** The latest entries that fit a filter. */
  find: db.all<StoredAuditEntry, [AuditFilter & Record<string, unknown>]>(
    `SELECT id, time, kind, actor_id, user_id, channel_id, group_id, details, address, client FROM audit_entry
     WHERE id < @before AND id > @after AND (@user IS NULL OR actor_id = @user OR user_id = @user)
       AND (@actor IS NULL OR actor_id = @actor) AND (@affected IS NULL OR user_id = @affected)
       AND (@kind IS NULL OR kind = @kind) AND substr(address, 1, length(@address)) = @address
       AND (@since IS NULL OR time >= @since) AND (@until IS NULL OR time < @until)
     ORDER BY id DESC LIMIT @limit`,
  ),
  /** The names of programs that used a user's API key. */
  listPrograms: db.all<string, [user: number, limit: number]>(
    "SELECT DISTINCT client FROM audit_entry WHERE kind = 'api_key_use' AND actor_id = ? LIMIT ?",
    ({ client }: { client: string }) => client,
  ),
  /** Deletes the oldest entries from before a time, at most `limit`. Returns the number of deleted rows. */
  removeBefore: db.run<[time: number, limit: number]>(
    'DELETE FROM audit_entry WHERE id IN (SELECT id FROM audit_entry WHERE time < ? ORDER BY time LIMIT ?)',
  ),
  /** Removes the addresses and programs of a user from the entries. */
  removeOrigins: db.run<[{ user: number }]>(
    "UPDATE audit_entry SET address = '', client = '' WHERE actor_id = @user OR (actor_id IS NULL AND user_id = @user)",
  ),
});
