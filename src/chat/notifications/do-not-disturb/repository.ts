import type { Database } from '../../../kernel/db/database.ts';
import type { DoNotDisturb } from './types.ts';

interface Row {
  user_id: number;
  until: number;
  schedule: string;
  resumed_until: number;
}

const COLUMNS = 'user_id, until, schedule, resumed_until';

const view = ({ until, schedule, resumed_until }: Row): DoNotDisturb => ({
  until,
  schedule: JSON.parse(schedule),
  resumed_until,
});

export const doNotDisturbRepository = (db: Database) => {
  const ofUser = db.get<Row, [user: number]>(`SELECT ${COLUMNS} FROM do_not_disturb WHERE user_id = ?`);
  const all = db.all<Row, []>(`SELECT ${COLUMNS} FROM do_not_disturb`);
  const put = db.run<[user: number, until: number, schedule: string, resumed: number]>(
    `INSERT OR REPLACE INTO do_not_disturb (${COLUMNS}) VALUES (?, ?, ?, ?)`,
  );
  return {
    /** undefined if the user has changed nothing. */
    ofUser(user: number): DoNotDisturb | undefined {
      const row = ofUser(user);
      return row && view(row);
    },
    /** Of all users who have a row, by user id. */
    all: (): Map<number, DoNotDisturb> => new Map(all().map((row) => [row.user_id, view(row)])),
    put: (user: number, { until, schedule, resumed_until }: DoNotDisturb) =>
      put(user, until, JSON.stringify(schedule), resumed_until),
  };
};
