import { randomUUID } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ROLES } from '../../../shared/roles.ts';
import { GROUP_PERMISSION_RULES, type GroupPermission, SYSTEM_GROUPS } from '../../people/groups/types.ts';
import { insertUser } from '../../people/users/actions.ts';
import { NOTIFICATION_BOT, WELCOME_BOT } from '../../people/users/types.ts';
import { NEW_REALM_USER_SETTINGS } from '../../personal/settings/settings.ts';

/** Initializes an organization in an empty database: its system groups and the server's own bots. */
export function prepareRealm(app: App): void {
  if (app.realm.get('date_created') > 0) return;
  app.db.write(() => {
    app.realm.set('date_created', seconds(app.clock));
    app.realm.set('uuid', randomUUID());
    app.realm.setUserDefaults(NEW_REALM_USER_SETTINGS);
    const ids = SYSTEM_GROUPS.map(
      (name) =>
        app.groups.add({ name, description: DESCRIPTIONS[name], is_system: 1, creator_id: null, date_created: null })
          .id,
    );
    for (let at = 2; at < ids.length; at++) app.groups.addSubgroup(ids[at]!, ids[at - 1]!);
    for (const id of ids)
      for (const name of Object.keys(GROUP_PERMISSION_RULES) as GroupPermission[])
        app.groups.setPermission(id, name, ids[0]!);
    for (const [email, full_name] of SYSTEM_BOTS)
      insertUser(app, { email, full_name, role: ROLES.member, bot_type: 1, is_system: true });
  });
  app.db.commit();
}

const DESCRIPTIONS = {
  'role:nobody': 'Nobody',
  'role:owners': 'Owners of this organization',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:members': 'Members of this organization, not including guests',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:internet': 'Everyone on the Internet',
};

const SYSTEM_BOTS = [
  [NOTIFICATION_BOT, 'Notification Bot'],
  [WELCOME_BOT, 'Welcome Bot'],
] as const;
