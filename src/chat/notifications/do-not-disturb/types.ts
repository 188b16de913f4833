import { type Static, Type } from 'typebox';

/** A time of the week without notifications. */
export const QuietHours = Type.Object({
  /** The days on which it starts: 1 is Monday, 7 is Sunday. */
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
  /** In minutes after midnight. */
  start: Type.Integer({ minimum: 0, maximum: 1439 }),
  /** In minutes after midnight. If it is not after the start, it is on the next day. */
  end: Type.Integer({ minimum: 0, maximum: 1439 }),
});
export type QuietHours = Static<typeof QuietHours>;

/** When a user wants no notifications. Times of the schedule are in the user's time zone, or in UTC without one. */
export const DoNotDisturb = Type.Object({
  /** No notifications until then, in seconds; 0: not turned on. */
  until: Type.Integer(),
  schedule: Type.Array(QuietHours),
  /** The schedule holds only after this time, in seconds. */
  resumed_until: Type.Integer(),
});
export type DoNotDisturb = Static<typeof DoNotDisturb>;

/** Of a user who has changed nothing. */
export const NEVER: DoNotDisturb = { until: 0, schedule: [], resumed_until: 0 };

/** The number of quiet hours in a schedule. */
export const MAX_QUIET_HOURS = 14;
