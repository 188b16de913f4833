import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { insufficientPermission, otherUserDeactivated } from '../../errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import { atAddress, requireKnownUser } from '../../people/users/rules.ts';
import { isAdministrator, type User } from '../../people/users/types.ts';
import {
  canAccessMetadata,
  canAdminister,
  canSubscribe,
  hasChannelPermission,
  isSubscribed,
} from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import type { Principals } from './types.ts';

/** Returns the users of a request: the actor unless others are named. Throws for unknown and deactivated users. */
export function requireUsers(app: App, actor: User, principals: Principals | undefined): User[] {
  if (principals === undefined || principals.length === 0) return [actor];
  return [...new Set(principals as (string | number)[])].map((principal) => requireUser(app, actor, principal));
}

/** Returns one account by id, or by an address the actor can see. Throws for unknown and deactivated ones. */
export function requireUser(app: App, actor: User, principal: string | number): User {
  const user = requireKnownUser(
    app,
    actor,
    typeof principal === 'number' ? app.users.byId(principal) : atAddress(app, actor, principal),
  );
  if (!user.is_active) throw otherUserDeactivated();
  return user;
}

/** Whether a user may subscribe or stay subscribed: they have access to the content, or may get it. */
export const canSubscribeOrStay = (app: App, user: User, channel: Channel): boolean =>
  !channel.is_archived && (isSubscribed(app, user, channel) || canSubscribe(app, user, channel));

/** Whether a user may subscribe others. A public channel's administrators always may. */
export const mayAddOthers = (app: App, actor: User, channel: Channel): boolean =>
  hasRealmPermission(app, actor, 'can_add_subscribers_group') ||
  (!channel.invite_only && canAdminister(app, actor, channel)) ||
  hasChannelPermission(app, actor, channel, 'can_add_subscribers_group');

/** Throws unless the user may subscribe others. */
export function requireCanAddOthers(app: App, actor: User, channel: Channel): void {
  if (!mayAddOthers(app, actor, channel)) throw insufficientPermission();
}

/**
 * Others may be unsubscribed by administrators, bots by their owners in channels the owner can see, and anybody by
 * users with the channel's permission for it.
 */
export function canUnsubscribeOther(app: App, actor: User, person: User, channel: Channel): boolean {
  if (actor.id === person.id || isAdministrator(actor)) return true;
  if (!canAccessMetadata(app, actor, channel)) return false;
  return person.bot_owner_id === actor.id || hasChannelPermission(app, actor, channel, 'can_remove_subscribers_group');
}

/** Twenty-four hues that are easy to tell apart in light and dark themes. */
const COLORS = [
  ...['#4b89dc', '#e06a5b', '#57b27a', '#d9a441', '#9470c9', '#3fb0b5', '#d66fa2', '#8a9b3e'],
  ...['#6a7fd1', '#c9824f', '#3f9e8f', '#b85c7b', '#7fa650', '#a46bb8', '#4aa3d1', '#c2605f'],
  ...['#5d9c5b', '#b8953f', '#7b8794', '#d18a7c', '#5f74a8', '#a57f5c', '#69b1a0', '#b38cc7'],
];

/** A color that none of the user's channels has, or else one derived from the channel alone. */
export function freeColor(used: readonly string[], channelId: number): string {
  return COLORS.find((color) => !used.includes(color)) ?? COLORS[channelId % COLORS.length]!;
}

/** The color as it is stored: `#rrggbb` in lower case; `#rgb` is expanded. */
export function cleanColor(input: string): string {
  const color = input.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  if (!/^#[0-9a-f]{6}$/.test(color)) throw badRequest('color is not a valid hex color code');
  return color;
}
