import { createHash } from 'node:crypto';
import type { App } from '../../../app.ts';
import { deviceName } from '../../people/sign-in/session-views.ts';
import type { User } from '../../people/users/types.ts';
import { sendsMail } from '../mail/rules.ts';
import { type DeliveryMethod, MAIL, PUSH } from '../missed-messages/types.ts';
import { unsealAddress } from '../ntfy/rules.ts';
import { hasPushService } from '../push/registration-rules.ts';
import type { Token } from '../push/repository.ts';
import type { Subscription } from '../web-push/types.ts';
import type { DeliveryResult, NotificationTarget } from './types.ts';

type Result = Pick<NotificationTarget, keyof DeliveryResult>;
type State = NotificationTarget['state'];

const SYSTEMS = { apns: 'iOS', fcm: 'Android' } as const;

/** The public ID of a phone. It reveals nothing about the token. */
export const phoneId = ({ kind, token }: Token): string =>
  `phone-${createHash('sha256').update(`${kind} ${token}`).digest('hex').slice(0, 20)}`;

/** Where a user's notifications arrive. `session`: the hash of the session that asks. */
export function listTargets(app: App, user: User, session: string | undefined): NotificationTarget[] {
  const pushes = settingState(user, PUSH);
  const phones = hasPushService(app) ? pushes : 'unavailable';
  return [
    ...browserTargets(app, user, session).map((each) => ({ ...each, state: pushes })),
    ...app.devices.listTokens(user.id).map((phone) => ({
      ...{ id: phoneId(phone), kind: 'phone' as const, name: SYSTEMS[phone.kind], is_current: false, state: phones },
      ...pickResult(phone),
    })),
    ...app.ntfy.ofUser(user.id).map((address) => ({
      ...{ id: `ntfy-${address.id}`, kind: 'ntfy' as const, is_current: false, state: pushes },
      name: unsealAddress(app, address).url.replace(/^https?:\/\//, ''),
      ...pickResult(address),
    })),
    {
      ...{ id: 'mail', kind: 'mail', name: user.email, is_current: false },
      state: sendsMail(app) ? settingState(user, MAIL) : 'unavailable',
      ...(app.mail.result(user.id) ?? { last_success: null, last_failure: null, failure: null }),
    },
  ];
}

function browserTargets(app: App, user: User, session: string | undefined): Omit<NotificationTarget, 'state'>[] {
  const browsers = app.webPush.ofUser(user.id);
  // A browser that subscribed again keeps its earlier subscription until its push service forgets it.
  const current = session && browsers.find((browser) => browser.session_hash === session);
  return browsers.map((browser) => ({
    id: `browser-${browser.id}`,
    kind: 'browser',
    name: browserName(app, browser),
    is_current: browser === current,
    ...pickResult(browser),
  }));
}

/** An app that subscribed with an API key has no session: it is called by its push service. */
function browserName(app: App, { session_hash, endpoint }: Subscription): string {
  const agent = session_hash === null ? undefined : app.sessions.byHash(session_hash)?.device;
  return agent ? deviceName(agent) : new URL(endpoint).host;
}

const settingState = ({ settings }: User, { mentions, followed, channels }: DeliveryMethod): State =>
  settings[mentions] || settings[followed] || settings[channels] ? 'on' : 'off';

const pickResult = ({ last_success, last_failure, failure }: DeliveryResult): Result => ({
  last_success,
  last_failure,
  failure,
});
