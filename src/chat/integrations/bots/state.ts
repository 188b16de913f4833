import { Type } from 'typebox';
import { state } from '../../declare.ts';
import { isAdministrator } from '../../people/users/roles.ts';
import { OwnBot } from './types.ts';
import { ownBot } from './views.ts';

/** The bots of a user; for administrators all. Keys that the viewer may not see are empty. */
export const realmBots = state('realm_bot', { realm_bots: Type.Array(OwnBot) }, ({ app, user }) => {
  if (!user) return { realm_bots: [] };
  const ids = isAdministrator(user) ? app.users.allBots() : app.users.botsOf(user.id);
  return { realm_bots: ids.map((id) => ownBot(app, user, app.users.byId(id)!)) };
});
