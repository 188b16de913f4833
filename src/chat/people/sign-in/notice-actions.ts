import type { IncomingMessage } from 'node:http';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { sendMail } from '../../notifications/mail/actions.ts';
import { sendsMail, unsubscribeLinks } from '../../notifications/mail/rules.ts';
import { mailLanguage, mailTexts } from '../../notifications/mail/texts.ts';
import type { SecurityChange } from '../../notifications/mail/types.ts';
import { isOfDirectory } from '../identities/directory-rules.ts';
import type { User } from '../users/types.ts';
import { deviceName } from './session-views.ts';

/**
 * Mails a user that somebody changed how their account is signed in to. Users cannot turn this off: it may be the only
 * sign of an intruder. `detail`: the name of the passkey or of the provider.
 */
export function sendSecurityNotice(app: App, user: User, change: SecurityChange, detail = ''): void {
  if (!sendsMail(app) || user.is_bot || !user.is_active) return;
  const values = { name: user.full_name, organization: app.realm.get('name'), detail };
  app.db.write(() =>
    sendMail(app, { to: user, kind: 'security_change' }, mailTexts(app, user).securityChange(change, values)),
  );
}

/** A user who has just created their account gets no notice. */
const NEW = 60;

/** Mails a user that somebody signed in to their account. */
export function sendSignInNotice(app: App, user: User, { raw, ip }: { raw: IncomingMessage; ip: string }): void {
  const now = seconds(app.clock);
  if (!sendsMail(app) || !user.settings.enable_login_emails || user.date_joined > now - NEW) return;
  const words = mailTexts(app, user);
  const hasPassword = app.config.choices.passwordLogin && user.password_hash !== null && !isOfDirectory(app, user.id);
  const values = {
    name: user.full_name,
    organization: app.realm.get('name'),
    device: deviceName(raw.headers['user-agent'] ?? ''),
    ip,
    time: momentFor(app, user, now),
    hasPassword,
    url: app.config.url + (hasPassword ? '/accounts/password/reset/' : '/#settings/security'),
  };
  app.db.write(() => {
    const unsubscribe = unsubscribeLinks(app, user, 'login', words.unsubscribeSignIn());
    sendMail(app, { to: user, kind: 'sign_in' }, { ...words.signIn(values), unsubscribe });
  });
}

function momentFor(app: App, user: User, now: number): string {
  const { timezone, settings } = user;
  const timeZone = timezone === '' ? 'UTC' : timezone;
  return new Intl.DateTimeFormat(mailLanguage(app, user), {
    dateStyle: 'full',
    timeStyle: 'long',
    ...(settings.twenty_four_hour_time && { hourCycle: 'h23' }),
    timeZone,
  }).format(now * 1000);
}
