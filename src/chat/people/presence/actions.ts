import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { Audience } from '../../../kernel/events/bus.ts';
import { usersWithAccessTo } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import { apiEmail } from '../users/views.ts';
import { presenceChanged } from './events.ts';
import { isShown, isSignificantChange, presenceAfter, presenceGone, type Seen } from './rules.ts';
import type { Status } from './types.ts';
import { byClient, modern } from './views.ts';

/** Among more people than this nobody is told at once: they ask for everybody's presence every minute anyway. */
const MOST_RECIPIENTS = 100;

/** Someone says that they are there. Nothing is kept of those who do not want to be seen, nor of what was said just before. */
export function reportPresence(app: App, user: User, status: Status): void {
  if (!isShown(user)) return;
  const before = app.presence.of(user.id);
  const seen = presenceAfter(before, status, seconds(app.clock));
  if (!seen) return;
  app.db.write(() => {
    app.presence.put({ user_id: user.id, ...seen });
    const audience = usersWithAccessTo(app, user);
    if (isSignificantChange(before, seen) && audience.size <= MOST_RECIPIENTS)
      publishPresence(app, user, seen, audience);
  });
}

/** Someone chose to be seen, and is there, or not to be seen, and is gone: everyone hears at once. Only inside `db.write`. */
export function publishPresenceSwitch(app: App, user: User): void {
  const seen = isShown(user)
    ? { active_timestamp: seconds(app.clock), idle_timestamp: seconds(app.clock) }
    : presenceGone(seconds(app.clock));
  app.presence.put({ user_id: user.id, ...seen });
  publishPresence(app, user, seen, usersWithAccessTo(app, user));
}

function publishPresence(app: App, user: User, seen: Seen, audience: Audience): void {
  const who = { id: user.id, email: apiEmail(app, user) };
  const server_timestamp = app.clock.now() / 1000;
  app.events.publish(
    presenceChanged({ user: who, modern: modern(user, seen), legacy: byClient(seen), server_timestamp }),
    audience,
  );
}
