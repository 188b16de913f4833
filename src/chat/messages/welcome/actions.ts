import type { App } from '../../../app.ts';
import { plainText } from '../../../markdown/generated.ts';
import { sendMail } from '../../notifications/mail/actions.ts';
import { sendsMail } from '../../notifications/mail/rules.ts';
import { translationsFor } from '../../notifications/mail/translations/find.ts';
import { WELCOME_BOT } from '../../organization/realm/prepare.ts';
import { providersOf } from '../../people/identities/providers.ts';
import type { User } from '../../people/users/types.ts';
import { sendDirectMessage } from '../send/actions.ts';

/** Sends the welcome message to a new user, with the organization's own text if there is one. */
export function welcome(app: App, user: User, ownWords = app.realm.get('welcome_message_custom_text')): void {
  const names = { name: plainText(user.full_name), organization: plainText(app.realm.get('name')) };
  say(app, user, translationsFor(app, user).welcomeMessage(names).join('\n'));
  sendCustomWelcome(app, user, ownWords);
}

/** Says where the user can find the organization again, however the account was created. */
export function welcomeByMail(app: App, user: User): void {
  if (!app.realm.get('send_welcome_emails') || !sendsMail(app)) return;
  const { url } = app.config;
  const passwordUrl = needsPassword(app, user) ? `${url}/accounts/password/reset/` : undefined;
  const values = { name: user.full_name, organization: app.realm.get('name'), email: user.email, url, passwordUrl };
  sendMail(app, { to: user, kind: 'welcome' }, translationsFor(app, user).welcome(values));
}

/** Whether the user cannot sign in before choosing a password: somebody else created the account, without one. */
function needsPassword({ config }: App, user: User): boolean {
  const { passwordLogin, ldap, jwtSecret } = config.choices;
  return user.password_hash === null && passwordLogin && !ldap && !jwtSecret && providersOf(config).length === 0;
}

/** Sends the organization's own welcome text to a user. Returns the message's id, or undefined if there is no text. */
export function sendCustomWelcome(app: App, user: User, text: string): number | undefined {
  return text.trim() === '' ? undefined : say(app, user, text);
}

const say = (app: App, user: User, text: string): number =>
  sendDirectMessage(app, app.users.byEmail(WELCOME_BOT)!, [user.id], text, { client: 'Internal' }).id;
