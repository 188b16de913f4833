import type { IncomingMessage } from 'node:http';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { sendMail } from '../../notifications/mail/actions.ts';
import { sendsMail } from '../../notifications/mail/rules.ts';
import { translationsFor, translationsIn } from '../../notifications/mail/translations/find.ts';
import { unsubscribeLinks } from '../../notifications/mail/unsubscribe-tokens.ts';
import { isOfDirectory } from '../identities/directory-actions.ts';
import type { User } from '../users/types.ts';

/** A user who has just created their account gets no notice. */
const NEW = 60;

/** Mails a user that somebody signed in to their account. */
export function sendSignInNotice(app: App, user: User, { raw, ip }: { raw: IncomingMessage; ip: string }): void {
  const now = seconds(app.clock);
  if (!sendsMail(app) || !user.settings.enable_login_emails || user.date_joined > now - NEW) return;
  const words = translationsFor(app, user);
  const hasPassword = app.config.choices.passwordLogin && user.password_hash !== null && !isOfDirectory(app, user.id);
  const values = {
    name: user.full_name,
    organization: app.realm.get('name'),
    device: deviceName(raw.headers['user-agent'] ?? ''),
    ip,
    time: momentFor(user, now),
    hasPassword,
    url: app.config.url + (hasPassword ? '/accounts/password/reset/' : '/#settings/security'),
  };
  app.db.write(() => {
    const unsubscribe = unsubscribeLinks(app, user, 'login', words.unsubscribeSignIn);
    sendMail(app, { to: user, kind: 'sign_in' }, { ...words.signIn(values), unsubscribe });
  });
}

function momentFor({ timezone, settings }: User, now: number): string {
  const timeZone = timezone === '' ? 'UTC' : timezone;
  return new Intl.DateTimeFormat(translationsIn(settings.default_language).language, {
    dateStyle: 'full',
    timeStyle: 'long',
    ...(settings.twenty_four_hour_time && { hourCycle: 'h23' }),
    timeZone,
  }).format(now * 1000);
}

const BROWSERS: readonly [RegExp, string][] = [
  [/ZulipMobile|ZulipFlutter/, 'Zulip for phones'],
  [/ZulipElectron/, 'Zulip for desktops'],
  [/ZulipTerminal/, 'Zulip for terminals'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad|iOS/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** In the form `Firefox on Linux`. Unknown clients are called by the name they send. */
export function deviceName(agent: string): string {
  const browser =
    BROWSERS.find(([pattern]) => pattern.test(agent))?.[1] ?? /^[\w.-]{1,40}/.exec(agent)?.[0] ?? 'a program';
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  return system ? `${browser} on ${system}` : browser;
}
