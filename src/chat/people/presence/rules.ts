import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { atAddress, requireKnownUser } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import type { StoredPresence } from './repository.ts';
import type { Status } from './types.ts';

/** What is kept of one person. */
export type Seen = Pick<StoredPresence, 'active_timestamp' | 'idle_timestamp'>;

/** Seconds in which a second report of the same tells nothing new. */
const SHORTEST = 55;
/** Seconds for which someone who was active and now is only connected counts as active. */
const LINGERING = 70;
/** Seconds without a report after which the next one brings someone back. */
const FORGOTTEN = 130;

/** Seconds after which clients show someone as offline (`server_presence_offline_threshold_seconds`), and a little more. */
const OFFLINE = 210;

/** Whether others see this person come and go. Bots have no presence. */
export const isShown = (user: User): boolean => user.is_active && !user.is_bot && user.settings.presence_enabled;

/** What is to be kept after a report, or undefined if it changes nothing. */
export function presenceAfter(before: Seen | undefined, status: Status, now: number): Seen | undefined {
  if (!before) return { active_timestamp: status === 'active' ? now : null, idle_timestamp: now };
  const { active_timestamp, idle_timestamp } = before;
  const isActive = status === 'active' && now - (active_timestamp ?? 0) > SHORTEST;
  if (!isActive && now - idle_timestamp <= SHORTEST) return undefined;
  return { active_timestamp: isActive ? now : active_timestamp, idle_timestamp: Math.max(now, idle_timestamp) };
}

/** Of someone who was last seen before clients hold them for being there. */
export const presenceGone = (now: number): Seen => ({
  active_timestamp: now - OFFLINE - LINGERING - 1,
  idle_timestamp: now - OFFLINE,
});

export const statusOf = ({ active_timestamp, idle_timestamp }: Seen): Status =>
  active_timestamp !== null && active_timestamp + LINGERING >= idle_timestamp ? 'active' : 'idle';

/** Whether others should hear at once: someone came, came back, or went from active to idle or the other way. */
export function isSignificantChange(before: Seen | undefined, now: Seen): boolean {
  if (!before || statusOf(before) !== statusOf(now)) return true;
  return statusOf(now) === 'active' && now.active_timestamp! - before.active_timestamp! > FORGOTTEN;
}

/** An active person by id or address, if the viewer may know of them. Refuses bots. */
export function requirePerson(app: App, viewer: User, which: string): User {
  const person = requireKnownUser(
    app,
    viewer,
    /^\d{1,15}$/.test(which) ? app.users.byId(Number(which)) : atAddress(app, viewer, which),
  );
  if (!person.is_active) throw badRequest('No such user');
  if (person.is_bot) throw badRequest('Presence is not supported for bot users.');
  return person;
}
