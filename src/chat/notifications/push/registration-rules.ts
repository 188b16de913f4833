import type { App } from '../../../app.ts';
import { unsealText } from '../../organization/realm/key-rules.ts';
import type { PushAccount, PushRegistration } from './types.ts';

/** Where the registration is stored, and the key that seals it. */
export const REGISTRATION = 'push_registration';
export const REGISTRATION_KEY = 'push_registration_key';

/** The push service that the operator's settings name. */
export function configuredAccount({ config }: App): PushAccount | undefined {
  const { pushServiceUrl: url, pushServiceId: id, pushServiceKey: key } = config.choices;
  return url === undefined || id === undefined || key === undefined ? undefined : { url, id, key };
}

/** The registration that `klatch push register` made or began. */
export function readRegistration(app: App): PushRegistration | undefined {
  const sealed = app.realm.secret(REGISTRATION);
  return sealed === undefined ? undefined : JSON.parse(unsealText(app, REGISTRATION_KEY, sealed));
}

/** The push service that notifies phones: that of the settings, or else the one where the server is registered. */
export function findPushAccount(app: App): PushAccount | undefined {
  const configured = configuredAccount(app);
  if (configured) return configured;
  const registration = readRegistration(app);
  return registration?.registered == null ? undefined : registration;
}

/** Whether there is a push service. */
export const hasPushService = (app: App): boolean => findPushAccount(app) !== undefined;
