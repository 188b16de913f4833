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
  const quiet = db.rows<[user: number, end: number], [now: number]>(
    'SELECT user_id, quiet_until FROM do_not_disturb WHERE quiet_until > ?',
  );
  const put = db.run<[user: number, until: number, schedule: string, resumed: number]>(
    `INSERT INTO do_not_disturb (${COLUMNS}) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET until = excluded.until, schedule = excluded.schedule,
       resumed_until = excluded.resumed_until`,
  );
  const setQuiet = db.run<[until: number, start: number | null, user: number]>(
    'UPDATE do_not_disturb SET quiet_until = ?, next_start = ? WHERE user_id = ?',
  );
  return {
    /** undefined if the user has changed nothing. */
    ofUser(user: number): DoNotDisturb | undefined {
      const row = ofUser(user);
      return row && view(row);
    },
    put: (user: number, { until, schedule, resumed_until }: DoNotDisturb) =>
      put(user, until, JSON.stringify(schedule), resumed_until),
    /** The end that others see, which may be over; 0: none. */
    quietUntil: db.value<number, [user: number]>('SELECT quiet_until FROM do_not_disturb WHERE user_id = ?'),
    /** By user id, the ends that others see and that are not over. */
    quiet: (now: number): Map<number, number> => new Map(quiet(now)),
    /** `start`: when the schedule holds next; null: never. */
    setQuiet: (user: number, until: number, start: number | null) => setQuiet(until, start, user),
    /** Some users whose schedule begins to hold. */
    starting: db.column<number, [now: number, most: number]>(
      'SELECT user_id FROM do_not_disturb WHERE next_start <= ? ORDER BY next_start LIMIT ?',
    ),
    firstStart: db.value<number | null, []>('SELECT min(next_start) FROM do_not_disturb WHERE next_start IS NOT NULL'),
  };
};
