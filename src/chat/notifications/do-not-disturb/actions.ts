import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { noNewValues } from '../../errors.ts';
import { usersWithAccessTo } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { doNotDisturbChanged } from './events.ts';
import { endOf, requireEnd } from './rules.ts';
import { type DoNotDisturb, NEVER, type QuietHours } from './types.ts';

interface Change {
  /** In seconds; 0: notifications resume now, also if the schedule holds. */
  until?: number;
  schedule?: QuietHours[];
}

/** Changes when the caller wants no notifications. Throws for a time in the past or more than a year away. */
export function changeDoNotDisturb(app: App, user: User, { until, schedule }: Change): void {
  if (until === undefined && schedule === undefined) throw noNewValues();
  if (until) requireEnd(app, until);
  const before = app.doNotDisturb.ofUser(user.id) ?? NEVER;
  const do_not_disturb: DoNotDisturb = {
    // What is over is removed.
    until: until ?? (before.until > seconds(app.clock) ? before.until : 0),
    schedule: schedule?.map((hours) => ({ ...hours, days: [...new Set(hours.days)].sort() })) ?? before.schedule,
    resumed_until: schedule || until ? 0 : before.resumed_until,
  };
  if (until === 0)
    do_not_disturb.resumed_until = endOf({ ...do_not_disturb, resumed_until: 0 }, user.timezone, seconds(app.clock));
  app.db.write(() => {
    app.doNotDisturb.put(user.id, do_not_disturb);
    app.events.publish(doNotDisturbChanged({ user_id: user.id, do_not_disturb }), usersWithAccessTo(app, user));
  });
}
