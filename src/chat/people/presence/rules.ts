import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { noSuchUser } from '../../errors.ts';
import { atAddress, isLimited, requireKnownUser } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import type { Report } from './memory.ts';
import type { StoredPresence } from './repository.ts';
import type { Status } from './types.ts';

/** The stored presence of one user. */
export type Seen = Pick<StoredPresence, 'active_timestamp' | 'idle_timestamp'>;

/** A second identical report within this many seconds changes nothing. */
const SHORTEST = 55;
/** A connected user counts as active for this many seconds after their last activity. */
const LINGERING = 70;
/** After this many seconds without a report, the next report is published as coming online. */
const FORGOTTEN = 130;

/** Clients show a user as offline after this many seconds: `server_presence_offline_threshold_seconds`. */
export const OFFLINE_AFTER = 200;
/** Slightly longer. */
const OFFLINE = OFFLINE_AFTER + 10;

/** In larger organizations, presence is not published at once: clients poll it every minute anyway. */
const MOST_RECIPIENTS = 100;
/** There, all clients share a list of this age, in ms. */
export const SHARED_FOR = 10_000;
/** The `presence_history_limit_days` of clients that do not choose. */
export const USUAL_HISTORY_DAYS = 14;

/** Whether clients learn of presence only by polling it, except if somebody hides or shows it. */
export const isPolled = (app: App): boolean => app.users.activeIds().size > MOST_RECIPIENTS;

/** Whether the viewer's replies about presence are those of all others. */
export const sharesPresence = (app: App, viewer: User): boolean => isPolled(app) && !isLimited(app, viewer);

/** Whether others can see this user's presence. Bots have no presence. */
export const isShown = (user: User): boolean => user.is_active && !user.is_bot && user.settings.presence_enabled;

/** Returns the presence to store after a report, or undefined if the report changes nothing. */
export function presenceAfter(before: Seen | undefined, status: Status, now: number): Seen | undefined {
  if (!before) return { active_timestamp: status === 'active' ? now : null, idle_timestamp: now };
  const { active_timestamp, idle_timestamp } = before;
  const isActive = status === 'active' && now - (active_timestamp ?? 0) > SHORTEST;
  if (!isActive && now - idle_timestamp <= SHORTEST) return undefined;
  return { active_timestamp: isActive ? now : active_timestamp, idle_timestamp: Math.max(now, idle_timestamp) };
}

/** The same for reports of some seconds. */
export function presenceAfterReports(before: Seen | undefined, { active, idle }: Report): Seen | undefined {
  let seen = before;
  if (idle !== undefined) seen = presenceAfter(seen, 'idle', idle) ?? seen;
  if (active !== undefined) seen = presenceAfter(seen, 'active', active) ?? seen;
  return seen === before ? undefined : seen;
}

/** The presence of a user whom clients show as offline. */
export const presenceGone = (now: number): Seen => ({
  active_timestamp: now - OFFLINE - LINGERING - 1,
  idle_timestamp: now - OFFLINE,
});

export const getStatus = ({ active_timestamp, idle_timestamp }: Seen): Status =>
  active_timestamp !== null && active_timestamp + LINGERING >= idle_timestamp ? 'active' : 'idle';

/** Whether to publish at once: the user came online, or changed between active and idle. */
export function isSignificantChange(before: Seen | undefined, now: Seen): boolean {
  if (!before || getStatus(before) !== getStatus(now)) return true;
  return getStatus(now) === 'active' && now.active_timestamp! - before.active_timestamp! > FORGOTTEN;
}

/** Returns an active person by id or address, if the viewer can see them. Throws for bots. */
export function requirePerson(app: App, viewer: User, which: string): User {
  const person = requireKnownUser(
    app,
    viewer,
    /^\d{1,15}$/.test(which) ? app.users.byId(Number(which)) : atAddress(app, viewer, which),
  );
  if (!person.is_active) throw noSuchUser();
  if (person.is_bot) throw badRequest('Presence is not supported for bot users.');
  return person;
}
