import type { App } from '../../../app.ts';
import { ROLES } from '../../../shared/roles.ts';
import { botUpdated } from '../../integrations/bots/events.ts';
import { getSecrets } from '../../integrations/bots/views.ts';
import { newApiKey } from '../sign-in/rules.ts';
import { mayKnowKey } from './rules.ts';
import type { KeyLimit, User } from './types.ts';

/** Replaces an account's API key. The old key is rejected from now on, and requests that wait with it end. */
export function replaceKey(app: App, { id }: User): string {
  const key = newApiKey();
  app.db.write(() => {
    app.users.setApiKey(key, id);
    const user = app.users.byId(id)!;
    if (user.is_bot) publishKey(app, user, app.users.listKeepers(user));
    app.events.changeQueues({ kind: 'end polls', users: [id], by: 'key' });
  });
  return key;
}

/**
 * Changes what a bot's key may be used for; null: everything that the bot may do. The bot's event queues end, because
 * they were registered with other rights. Call it inside `db.write`.
 */
export function setKeyLimit(app: App, { id }: User, limit: KeyLimit | null): void {
  app.users.setKeyLimit(limit && JSON.stringify(limit), id);
  app.events.changeQueues({ kind: 'remove', users: [id] });
}

/** Publishes a bot's secrets to the users who may see them, and empty secrets to others who see the bot. */
export function publishKey(app: App, bot: User, keepers: readonly number[]): void {
  const allowed = keepers.filter((id) => mayKnowKey(app.users.byId(id)!, bot));
  const others = keepers.filter((id) => !allowed.includes(id));
  for (const [withKeys, audience] of [
    [true, allowed],
    [false, others],
  ] as const) {
    const { api_key, services } = getSecrets(app, withKeys, bot);
    app.events.publish(
      botUpdated({ bot: { user_id: bot.id, api_key, ...(services.length > 0 && { services }) } }),
      audience,
    );
  }
}

/**
 * Call this after a bot's role changed. A bot with more rights than before gets a new key, because others may know the
 * old one.
 */
export function updateKeyOfBot(app: App, before: User, after: User): void {
  if (after.role < before.role && after.role < ROLES.member) replaceKey(app, after);
  else publishKeyToNewViewers(app, before, after);
}

/** Call this after a bot's owner changed. A bot with more rights than its former owner gets a new key. */
export function updateKeyOfOwner(app: App, before: User, after: User): void {
  const former = before.bot_owner_id === null ? undefined : app.users.byId(before.bot_owner_id);
  if (former && after.role < ROLES.member && !mayKnowKey(former, after)) replaceKey(app, after);
  else publishKeyToNewViewers(app, before, after);
}

function publishKeyToNewViewers(app: App, before: User, after: User): void {
  const isNew = (viewer: User) => mayKnowKey(viewer, after) && !mayKnowKey(viewer, before);
  publishKey(
    app,
    after,
    app.users.listKeepers(before).filter((id) => isNew(app.users.byId(id)!)),
  );
}

/**
 * Call this after a user's role changed or the user was deactivated. Bots with more rights than a member get new keys
 * if this user knew the old ones and may no longer see them. A user who became an owner receives the keys of bots with
 * the owner role.
 */
export function updateKnownKeys(app: App, before: User, after: User): void {
  for (const id of app.users.allBots()) {
    const bot = app.users.byId(id)!;
    const [knew, knows] = [mayKnowKey(before, bot), after.is_active && mayKnowKey(after, bot)];
    if (knew && !knows && bot.role < ROLES.member) replaceKey(app, bot);
    else if (knows && !knew && before.role <= ROLES.administrator) publishKey(app, bot, [after.id]);
  }
}
