import type { App } from '../../../app.ts';
import { sendMail } from '../../notifications/mail/actions.ts';
import { sendsMail } from '../../notifications/mail/rules.ts';
import { translationsFor } from '../../notifications/mail/translations/find.ts';
import type { SecurityChange } from '../../notifications/mail/types.ts';
import type { User } from '../users/types.ts';

/**
 * Mails a user that somebody changed how their account is signed in to. Users cannot turn this off: it may be the only
 * sign of an intruder. `detail`: the name of the passkey or of the provider.
 */
export function sendSecurityNotice(app: App, user: User, change: SecurityChange, detail = ''): void {
  if (!sendsMail(app) || user.is_bot || !user.is_active) return;
  const values = { name: user.full_name, organization: app.realm.get('name'), detail };
  app.db.write(() =>
    sendMail(app, { to: user, kind: 'security_change' }, translationsFor(app, user).securityChange[change](values)),
  );
}
