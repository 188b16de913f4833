import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { getEnd, nextStart } from '../../../shared/do-not-disturb.ts';
import { noNewValues } from '../../errors.ts';
import { usersWithAccessTo } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { doNotDisturbChanged, quietUsersChanged } from './events.ts';
import { requireEnd } from './rules.ts';
import { type DoNotDisturb, NEVER, type QuietHours } from './types.ts';

const STARTS_AT_ONCE = 50;

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
    do_not_disturb.resumed_until = getEnd({ ...do_not_disturb, resumed_until: 0 }, user.timezone, seconds(app.clock));
  setDoNotDisturb(app, user, do_not_disturb);
}

/** Stores when a user wants no notifications. The user receives all of it, others when it ends. */
export function setDoNotDisturb(app: App, user: User, do_not_disturb: DoNotDisturb): void {
  app.db.write(() => {
    app.doNotDisturb.put(user.id, do_not_disturb);
    app.events.publish(doNotDisturbChanged({ do_not_disturb }), [user.id]);
    updateQuietUsers(app, [user]);
  });
}

/** Call it when what a schedule means has changed, such as the user's time zone. */
export const updateQuietUser = (app: App, user: User): void => updateQuietUsers(app, [app.users.byId(user.id)!]);

/** Publishes the schedules that begin to hold now, some at a time. Returns whether there may be more. */
export function startQuietHours(app: App): boolean {
  const due = app.doNotDisturb.starting(seconds(app.clock), STARTS_AT_ONCE);
  if (due.length > 0)
    app.db.write(() =>
      updateQuietUsers(
        app,
        due.map((id) => app.users.byId(id)!),
      ),
    );
  return due.length === STARTS_AT_ONCE;
}

/** Computes when do not disturb ends for these users and when it begins next, and publishes the ends that changed. */
function updateQuietUsers(app: App, users: readonly User[]): void {
  const now = seconds(app.clock);
  const changed: { user: User; end: number }[] = [];
  for (const user of users) {
    const kept = app.doNotDisturb.ofUser(user.id);
    if (!kept) continue;
    const end = getEnd(kept, user.timezone, now);
    const before = app.doNotDisturb.quietUntil(user.id)!;
    app.doNotDisturb.setQuiet(user.id, end, nextStart(kept, user.timezone, Math.max(now, end)));
    if (user.is_active && end !== (before > now ? before : 0)) changed.push({ user, end });
  }
  // Many schedules begin at the same time. Those whose users are seen by the same people are one event.
  for (const [audience, group] of Map.groupBy(changed, ({ user }) => usersWithAccessTo(app, user)))
    app.events.publish(
      quietUsersChanged({ quiet_users: Object.fromEntries(group.map(({ user, end }) => [user.id, end])) }),
      audience,
    );
}
