import type { App } from '../../../app.ts';
import { ROLES } from '../../../shared/roles.ts';
import { REALM_ID } from '../../organization/realm/views.ts';
import { realmMethods } from '../../people/identities/rules.ts';

/** The facts about the organization that a push service requires. */
export const organizationFacts = (app: App) => ({
  id: REALM_ID,
  uuid: app.realm.get('uuid'),
  host: app.config.realmHost,
  url: app.config.url,
  name: app.realm.get('name'),
  org_type: app.realm.get('org_type'),
  date_created: app.realm.get('date_created'),
  deactivated: app.realm.get('deactivated'),
  authentication_methods: Object.fromEntries(
    Object.entries(realmMethods(app.config)).map(([name, { enabled }]) => [name, enabled]),
  ),
});

/** The number of active people in each role, and of active bots. */
export function countAccounts(app: App): { people: Record<string, number>; bots: number } {
  const people = Object.fromEntries(Object.values(ROLES).map((role) => [String(role), 0]));
  let bots = 0;
  for (const { role, is_bot, is_system } of app.users.active()) {
    if (is_system) continue;
    if (is_bot) bots++;
    else people[role] = people[role]! + 1;
  }
  return { people, bots };
}
