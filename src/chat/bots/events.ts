import { Type } from 'typebox';
import { event } from '../../kernel/events/event.ts';
import { state } from '../../kernel/events/state.ts';
import { OwnBot } from './types.ts';
import { ownBot } from './views.ts';

/** The bots someone owns; for administrators all. */
export const realmBots = state('realm_bot', { realm_bots: Type.Array(OwnBot) }, ({ app, user }) => {
  if (!user) return { realm_bots: [] };
  const ids = user.role <= 200 ? app.users.allBots() : app.users.botsOf(user.id);
  return { realm_bots: ids.map((id) => ownBot(app, app.users.byId(id)!)) };
});

/** A bot was made, or given to someone: for its owner and administrators. */
export const botAdded = event('realm_bot', 'add', { bot: OwnBot });

/** A bot is somebody else's now: for its former owner. */
export const botGone = event('realm_bot', 'delete', { bot: Type.Object({ user_id: Type.Integer() }) });
