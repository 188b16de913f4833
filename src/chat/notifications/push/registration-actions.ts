import { randomBytes, randomUUID } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { realmUpdated } from '../../organization/realm/events.ts';
import { sealText } from '../../organization/realm/key-rules.ts';
import { hasPushService, REGISTRATION, REGISTRATION_KEY, readRegistration, TRANSFER } from './registration-rules.ts';
import type { PushAccount, PushRegistration, PushTransfer } from './types.ts';

/** How long the secret of a transfer is shown, s. The service asks for it at once. */
const TRANSFER_LIFESPAN = 60;

/** Where and as what a server asks to be registered. */
export type AskedRegistration = Pick<PushRegistration, 'url' | 'hostname' | 'email'>;

/** Stores what a registration will be, before the service knows of it. Returns it. */
export function beginRegistration(app: App, asked: AskedRegistration): PushRegistration {
  const before = readRegistration(app);
  // Another service must not learn the key.
  const registration = { ...(before?.url === asked.url ? before : newRegistration()), ...asked };
  keepRegistration(app, registration);
  return registration;
}

/** Shows the push service its secret, for a minute. Returns the token with which it asks. */
export function beginTransfer(app: App, secret: string): string {
  const token = randomBytes(32).toString('base64url');
  const transfer: PushTransfer = { token, secret, expires: seconds(app.clock) + TRANSFER_LIFESPAN };
  const sealed = sealText(app, REGISTRATION_KEY, JSON.stringify(transfer));
  app.db.write(() => app.realm.keepSecret(TRANSFER, sealed));
  return token;
}

/** No longer shows the secret. */
export const endTransfer = (app: App): void => app.db.write(() => void app.realm.removeSecret(TRANSFER));

/** Stores the ID and the key of a registration that was another server's. `registerServer` completes it. */
export function takeRegistration(app: App, asked: AskedRegistration, { id, key }: PushAccount): void {
  keepRegistration(app, { ...newRegistration(), ...asked, id, key });
}

/** The service accepted a registration. It must register the phones, too, if it is a new one. */
export function finishRegistration(app: App, registration: PushRegistration): void {
  app.db.write(() => {
    if (registration.registered === null) app.devices.unregisterAll();
    keepRegistration(app, { ...registration, registered: registration.registered ?? seconds(app.clock) });
    publishAvailability(app);
  });
}

/** Removes the registration here. */
export function removeRegistration(app: App): void {
  app.db.write(() => {
    app.realm.removeSecret(REGISTRATION);
    publishAvailability(app);
  });
}

/** Stores the outcome of an upload, if this is still the registration. */
export function recordUpload(app: App, { id }: PushRegistration, outcome: Partial<PushRegistration>): void {
  const now = readRegistration(app);
  if (now?.id === id) keepRegistration(app, { ...now, ...outcome, tried: seconds(app.clock) });
}

/** An ID and a key of the lengths that the protocol prescribes. */
const newRegistration = () => ({
  id: randomUUID(),
  key: randomBytes(32).toString('hex'),
  ownerSecret: randomBytes(32).toString('hex'),
  registered: null,
  tried: null,
  uploaded: null,
  failure: null,
  delivers: null,
});

function keepRegistration(app: App, registration: PushRegistration): void {
  const sealed = sealText(app, REGISTRATION_KEY, JSON.stringify(registration));
  app.db.write(() => app.realm.keepSecret(REGISTRATION, sealed));
}

/** Tells clients whether phones can be notified. */
const publishAvailability = (app: App): void =>
  app.events.publish(
    realmUpdated({ property: 'push_notifications_enabled', value: hasPushService(app) }),
    app.users.activeIds(),
  );
