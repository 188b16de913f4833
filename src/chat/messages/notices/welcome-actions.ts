import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { plainText } from '../../../markdown/generated.ts';
import { grantHistory } from '../../channels/subscriptions/peer-actions.ts';
import { sendMail } from '../../notifications/mail/actions.ts';
import { sendsMail } from '../../notifications/mail/rules.ts';
import { mailTexts } from '../../notifications/mail/texts.ts';
import { listProviders } from '../../people/identities/rules.ts';
import { type User, WELCOME_BOT } from '../../people/users/types.ts';
import { setRead } from '../flags/read-actions.ts';
import type { Unread } from '../flags/rules.ts';
import { lastSentBefore } from '../narrow/spans.ts';
import { sendDirectMessage } from '../send/actions.ts';
import { announceNewUser } from './actions.ts';

/** Sends the welcome message to a new user, with the organization's own text if there is one. */
function welcome(app: App, user: User, ownWords = app.realm.get('welcome_message_custom_text')): void {
  const names = { name: plainText(user.full_name), organization: plainText(app.realm.get('name')) };
  say(app, user, mailTexts(app, user).welcomeMessage(names));
  sendCustomWelcome(app, user, ownWords);
}

/** Says where the user can find the organization again, however the account was created. */
function welcomeByMail(app: App, user: User): void {
  if (!app.realm.get('send_welcome_emails') || !sendsMail(app)) return;
  const { url } = app.config;
  const passwordUrl = needsPassword(app, user) ? `${url}/accounts/password/reset/` : undefined;
  const values = { name: user.full_name, organization: app.realm.get('name'), email: user.email, url, passwordUrl };
  sendMail(app, { to: user, kind: 'welcome' }, mailTexts(app, user).welcome(values));
}

/** Whether the user cannot sign in before choosing a password: somebody else created the account, without one. */
function needsPassword({ config }: App, user: User): boolean {
  const { passwordLogin, ldap, jwtSecret } = config.choices;
  return user.password_hash === null && passwordLogin && !ldap && !jwtSecret && listProviders(config).length === 0;
}

/** Sends the organization's own welcome text to a user. Returns the message's id, or undefined if there is no text. */
export function sendCustomWelcome(app: App, user: User, text: string): number | undefined {
  return text.trim() === '' ? undefined : say(app, user, text);
}

const say = (app: App, user: User, text: string): number =>
  sendDirectMessage(app, app.users.byEmail(WELCOME_BOT)!, [user.id], text, { client: 'Internal' }).id;

/** New users receive this many recent messages of the public channels they join, and the newest of them are unread. */
const RECENT = 1000;
const UNREAD = 20;
const LATELY = 7 * 86_400;

/**
 * Onboards a user who just joined their first channels: they receive recent messages, the welcome message and mail, and
 * the organization gets a notice if it wants one. `ownWords` replaces the organization's own welcome text. Call it
 * inside `db.write`.
 */
export function onboardUser(app: App, user: User, ownWords?: string): void {
  if (user.is_bot) return;
  findRecent(app, user);
  welcomeNewUser(app, user, ownWords);
}

/** Sends the welcome message and mail, and the organization's notice. Call it inside `db.write`. */
export function welcomeNewUser(app: App, user: User, ownWords?: string): void {
  welcome(app, user, ownWords);
  welcomeByMail(app, user);
  announceNewUser(app, user);
}

/** As if the user had been subscribed then. */
function findRecent(app: App, user: User): void {
  const after = lastSentBefore(app, seconds(app.clock) - LATELY);
  const channels = app.subscriptions.ofUser(user.id).map(({ channel_id }) => app.channels.byId(channel_id)!);
  const recent = channels
    .filter(({ invite_only }) => !invite_only)
    .flatMap(({ recipient_id }) => findNewest(app, recipient_id, after))
    .sort((a, b) => b.id - a.id)
    .slice(0, RECENT);
  for (const [recipient, found] of Map.groupBy(recent, ({ recipient_id }) => recipient_id))
    grantHistory(app, user, recipient, found.at(-1)!.id - 1);
  setRead(app, user, recent.slice(UNREAD), true);
}

function findNewest(app: App, recipient_id: number, after: number): Unread[] {
  const found: Unread[] = [];
  for (const [id, sender_id, topic_id, facts] of app.messages.listBetween(
    recipient_id,
    after,
    Number.MAX_SAFE_INTEGER,
  )) {
    found.push({ id, recipient_id, origin_id: null, sender_id, topic_id, facts });
    if (found.length >= RECENT) break;
  }
  return found;
}
