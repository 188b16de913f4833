import type { Database } from '../../../kernel/db/database.ts';
import { AlertWords } from './words.ts';

export const alertWordRepository = (db: Database) => {
  const all = db.all<{ user_id: number; word_key: string }, []>('SELECT user_id, word_key FROM alert_word');
  const everybodys = db.cached(['alert_word'], (_: 'words') => new AlertWords(all()), 1);
  const add = db.run<[user: number, key: string, word: string]>('INSERT OR IGNORE INTO alert_word VALUES (?, ?, ?)');
  const remove = db.run<[user: number, key: string]>('DELETE FROM alert_word WHERE user_id = ? AND word_key = ?');
  return {
    /** In alphabetical order, in their first spelling. */
    ofUser: db.column<string, [user: number]>('SELECT word FROM alert_word WHERE user_id = ? ORDER BY word_key'),
    /** The words of all users, by word. */
    everybodys: (): AlertWords => everybodys.get('words')!,
    /** Whether it is new. Words differ by more than case. */
    add(user: number, word: string): boolean {
      everybodys.clear();
      return add(user, word.toLowerCase(), word).changes > 0;
    },
    /** Whether it existed. */
    remove(user: number, word: string): boolean {
      everybodys.clear();
      return remove(user, word.toLowerCase()).changes > 0;
    },
  };
};
