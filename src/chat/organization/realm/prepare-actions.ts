import { randomUUID } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ROLES } from '../../../shared/roles.ts';
import { createSystemGroups } from '../../people/groups/actions.ts';
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
    createSystemGroups(app);
    for (const [email, full_name] of SYSTEM_BOTS)
      insertUser(app, { email, full_name, role: ROLES.member, bot_type: 1, is_system: true });
  });
  app.db.commit();
}

const SYSTEM_BOTS = [
  [NOTIFICATION_BOT, 'Notification Bot'],
  [WELCOME_BOT, 'Welcome Bot'],
] as const;
