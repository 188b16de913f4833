import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { Audience } from '../../../kernel/events/bus.ts';
import { usersWithAccessTo } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import { apiEmail } from '../users/views.ts';
import { presenceChanged } from './events.ts';
import {
  isPolled,
  isShown,
  isSignificantChange,
  presenceAfter,
  presenceAfterReports,
  presenceGone,
  type Seen,
  SHARED_FOR,
} from './rules.ts';
import type { Status } from './types.ts';
import { byClient, modern } from './views.ts';

/**
 * Records a user's presence. Stores nothing for users who hide their presence, and nothing that was reported just
 * before. In large organizations, reports of some seconds are stored together.
 */
export function reportPresence(app: App, user: User, status: Status): void {
  if (!isShown(user)) return;
  const now = seconds(app.clock);
  if (isPolled(app)) {
    app.memory.presenceReports.add(user.id, status, now);
    storeReports(app);
  } else {
    const before = app.presence.of(user.id);
    const seen = presenceAfter(before, status, now);
    if (!seen) return;
    app.db.write(() => {
      app.presence.put({ user_id: user.id, ...seen });
      if (isSignificantChange(before, seen)) publishPresence(app, user, seen, usersWithAccessTo(app, user));
    });
  }
}

/** Stores what was reported, if the last time is long enough ago. A transaction for each report is most of its cost. */
export function storeReports(app: App): void {
  const reports = app.memory.presenceReports.take(app.clock.now(), SHARED_FOR);
  if (reports.size === 0) return;
  app.db.write(() => {
    for (const [id, report] of reports) {
      const user = app.users.byId(id);
      if (!user || !isShown(user)) continue;
      const seen = presenceAfterReports(app.presence.of(id), report);
      if (seen) app.presence.put({ user_id: id, ...seen });
    }
  });
}

/** Shows or hides a user's presence, and publishes it at once. Call it inside `db.write`. */
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
