import type { App } from '../../../app.ts';
import { insufficientPermission, otherUserDeactivated } from '../../errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import { isAdministrator } from '../../people/users/roles.ts';
import { atAddress, requireKnownUser } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
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
