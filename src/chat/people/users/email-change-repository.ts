import type { Database } from '../../../kernel/db/database.ts';

/** Statements on requested addresses that users have not confirmed yet. */
export const emailChangeStatements = (db: Database) => ({
  /** Replaces an earlier request for a new address. */
  addEmailChange: db.run<[hash: string, user: number, email: string, created: number]>(
    'INSERT OR REPLACE INTO pending_email_change VALUES (?, ?, ?, ?)',
  ),
  emailChange: db.get<{ user_id: number; new_email: string; created: number }, [hash: string]>(
    'SELECT user_id, new_email, created FROM pending_email_change WHERE key_hash = ?',
  ),
  removeEmailChangesBefore: db.run<[created: number]>('DELETE FROM pending_email_change WHERE created < ?'),
  removeEmailChangeOf: db.run<[user: number]>('DELETE FROM pending_email_change WHERE user_id = ?'),
});
