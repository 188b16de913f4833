import type { App } from '../../../app.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { ROLES } from '../../../shared/roles.ts';
import { requireChannelAccess } from '../../channels/channels/rules.ts';
import { mustBeAdministrator, notForBots } from '../../errors.ts';
import { isInGroup, requireGroup } from '../../people/groups/rules.ts';
import { isAdministrator, isStub, type User } from '../../people/users/types.ts';
import type { Audience } from './types.ts';

const DAY = 86_400;

/** Throws UNAUTHORIZED_PRINCIPAL unless the user is an administrator or owner. */
export function requireCanAnnounce(user: User): void {
  if (!canAnnounce(user)) throw user.is_bot ? notForBots() : mustBeAdministrator();
}

/** Whether the user may mail all members. */
export const canAnnounce = (user: User): boolean => user.is_active && !user.is_bot && isAdministrator(user);

/** Throws unless the audience exists and the sender can see it. */
export function requireAudience(app: App, sender: User, { kind, id }: Audience): void {
  if (kind === 'everyone') return;
  if (id === null || (kind === 'role' && !(Object.values(ROLES) as number[]).includes(id)))
    throw badRequest('Invalid audience_id');
  if (kind === 'group') requireGroup(app, id);
  if (kind === 'channel') requireChannelAccess(app, sender, id);
}

/**
 * The ids of the users who receive an announcement, in ascending order. Deactivated users, bots and imported accounts
 * without an address receive none.
 */
export function listRecipients(app: App, { kind, id }: Audience): number[] {
  const isChosen = chooser(app, kind, id ?? 0);
  return app.users
    .active()
    .filter((user) => !user.is_bot && !user.is_system && !isStub(user) && isChosen(user))
    .map((user) => user.id)
    .sort((a, b) => a - b);
}

function chooser(app: App, kind: Audience['kind'], id: number): (user: User) => boolean {
  if (kind === 'role') return ({ role }) => role === id;
  if (kind === 'group') return (user) => isInGroup(app, user, id);
  if (kind === 'everyone') return () => true;
  const subscribers = app.channels.byId(id) ? app.subscriptions.listSubscribers(id) : new Set<number>();
  return (user) => subscribers.has(user.id);
}

/** How many announcements can still be sent today. `now` is in seconds. */
export const leftToday = (app: App, now: number): number =>
  Math.max(0, LIMITS.announcements_per_day - app.announcements.countSince(now - DAY)!);

/** Throws if today's announcements were sent. */
export function requireLeftToday(app: App, now: number): void {
  if (leftToday(app, now) === 0)
    throw new ApiError(400, 'BAD_REQUEST', `Only ${LIMITS.announcements_per_day} e-mails to members can be sent a day`);
}
