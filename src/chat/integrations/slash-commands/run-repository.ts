import type { Database } from '../../../kernel/db/database.ts';
import type { CommandRun } from './types.ts';

interface StoredRun extends Omit<CommandRun, 'place'> {
  /** JSON of `CommandPlace`. */
  place: string;
}

interface NewRun extends CommandRun {
  token_hash: string;
  /** UNIX seconds. */
  expires: number;
  answers_left: number;
}

export const commandRunRepository = (db: Database) => {
  const add = db.run<[Omit<NewRun, 'place'> & { place: string }]>(
    `INSERT INTO slash_command_run (token_hash, command_id, user_id, place, expires, answers_left)
     VALUES (@token_hash, @command_id, @user_id, @place, @expires, @answers_left)`,
  );
  return {
    add: (run: NewRun) => add({ ...run, place: JSON.stringify(run.place) }),
    /** The use that still may be answered at this time. */
    find: db.get<CommandRun, [token_hash: string, now: number]>(
      `SELECT command_id, user_id, place FROM slash_command_run
       WHERE token_hash = ? AND expires > ? AND answers_left > 0`,
      (row: StoredRun): CommandRun => ({ ...row, place: JSON.parse(row.place) }),
    ),
    countAnswer: db.run<[token_hash: string]>(
      'UPDATE slash_command_run SET answers_left = answers_left - 1 WHERE token_hash = ?',
    ),
    /** Removes all but the newest of a user. */
    trim: db.run<[{ user_id: number; most: number }]>(
      `DELETE FROM slash_command_run WHERE user_id = @user_id AND token_hash NOT IN
         (SELECT token_hash FROM slash_command_run WHERE user_id = @user_id ORDER BY expires DESC LIMIT @most)`,
    ),
    removeExpired: db.run<[now: number]>('DELETE FROM slash_command_run WHERE expires <= ?'),
  };
};
