import type { Database } from '../../../kernel/db/database.ts';

export const onboardingStepRepository = (db: Database) => ({
  /** The names of the steps a user has seen. */
  ofUser: db.column<string, [user: number]>('SELECT name FROM onboarding_step WHERE user_id = ?'),
  add: db.run<[user: number, name: string, date: number]>('INSERT OR IGNORE INTO onboarding_step VALUES (?, ?, ?)'),
});
