import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { botUpdated } from '../../integrations/bots/events.ts';
import { membersAdded, membersRemoved } from '../groups/events.ts';
import { roleGroups } from '../groups/members.ts';
import { joinRoleGroups } from './actions.ts';
import { userUpdated } from './events.ts';
import { updateKnownKeys } from './keys.ts';
import { requireCanDeactivate, requireFreePlace, requireOwnerRemains, usersWithAccessTo } from './rules.ts';
import type { User } from './types.ts';

/**
 * Deactivates an account and its bots. They can make no more requests and receive no more events. Returns all
 * deactivated accounts. Sessions are kept but rejected, so that browsers get the reason (USER_DEACTIVATED). Throws
 * CANNOT_DEACTIVATE_LAST_USER for the last owner.
 */
export function markDeactivated(app: App, actor: User | undefined, user: User): User[] {
  if (actor?.id !== user.id) requireCanDeactivate(actor, user);
  if (!user.is_active) return [];
  requireOwnerRemains(app, user, 'deactivation');
  const bots = app.users
    .botsOf(user.id)
    .map((id) => app.users.byId(id)!)
    .filter(({ is_active }) => is_active);
  return app.db.write(() => {
    for (const { id } of [user, ...bots]) {
      app.users.setActive(0, id);
      app.subscriptions.leftAll(id);
    }
    updateKnownKeys(app, user, app.users.byId(user.id)!);
    for (const one of [user, ...bots]) {
      publishActivity(app, one, false);
      leaveGroupsUnseen(app, one);
      app.events.changeQueues({ kind: 'remove', users: [one.id], because: 'user deactivated' });
    }
    return [user, ...bots];
  });
}

/** Reactivates an account in its former groups. A user's bots stay deactivated. */
export function markReactivated(app: App, actor: User | undefined, user: User): void {
  requireCanDeactivate(actor, user);
  if (user.is_active) return;
  if (app.erasures.of(user.id)) throw badRequest('The data of this user was erased');
  if (!user.is_bot) requireFreePlace(app);
  app.db.write(() => {
    // Sessions from before the deactivation stay invalid.
    app.sessions.removeOf(user.id);
    app.users.setActive(1, user.id);
    app.subscriptions.backInAll(user.id);
    const active = app.users.byId(user.id)!;
    publishActivity(app, active, true);
    joinRoleGroups(app, active, roleGroups(app, active));
    for (const group_id of app.groups.directGroupsOf(user.id))
      if (app.groups.byId(group_id)!.name !== null)
        app.events.publish(membersAdded({ group_id, user_ids: [user.id] }), app.users.activeIds());
  });
}

function publishActivity(app: App, user: User, is_active: boolean): void {
  app.events.publish(userUpdated({ person: { user_id: user.id, is_active } }), usersWithAccessTo(app, user));
  if (user.is_bot) app.events.publish(botUpdated({ bot: { user_id: user.id, is_active } }), app.users.keepersOf(user));
}

/**
 * Users who receive a deactivation know that the account is in no group. Guests who cannot see the account must receive
 * that separately.
 */
function leaveGroupsUnseen(app: App, user: User): void {
  const viewers = usersWithAccessTo(app, user);
  const others = [...app.users.activeIds()].filter((id) => !viewers.has(id));
  if (others.length === 0) return;
  const named = app.groups.directGroupsOf(user.id).filter((id) => app.groups.byId(id)!.name !== null);
  for (const group_id of [...roleGroups(app, user).map((name) => app.groups.system(name)), ...named])
    app.events.publish(membersRemoved({ group_id, user_ids: [user.id] }), others);
}
