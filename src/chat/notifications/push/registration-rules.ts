import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { isSameSecret } from '../../../kernel/sealing.ts';
import { unsealText } from '../../organization/realm/key-rules.ts';
import type { PushAccount, PushRegistration, PushTransfer } from './types.ts';

/** Where the registration is stored, and the key that seals it. */
export const REGISTRATION = 'push_registration';
export const REGISTRATION_KEY = 'push_registration_key';

/** The push service that the operator's settings name. */
export function configuredAccount({ config }: App): PushAccount | undefined {
  const { pushServiceUrl: url, pushServiceId: id, pushServiceKey: key } = config.choices;
  return url === undefined || id === undefined || key === undefined ? undefined : { url, id, key };
}

/**
 * The registration that `klatch push register` made or began. Each delivery and each client that registers asks for it,
 * so it is decrypted only when the stored one changed, also by another process.
 */
export function readRegistration(app: App): Readonly<PushRegistration> | undefined {
  const sealed = app.realm.secret(REGISTRATION);
  if (sealed === undefined) return undefined;
  const opened = app.memory.pushRegistration;
  if (opened.sealed !== sealed)
    Object.assign(opened, { sealed, registration: JSON.parse(unsealText(app, REGISTRATION_KEY, sealed)) });
  return opened.registration;
}

/** Where the secret of a transfer is stored while the push service verifies it. */
export const TRANSFER = 'push_transfer';

/**
 * The secret with which this server proves to a push service that it has its host name. `token`: what the service was
 * told to ask with. Returns undefined if it is another one, or if no transfer is under way.
 */
export function findTransferSecret(app: App, token: string): string | undefined {
  const sealed = app.realm.secret(TRANSFER);
  if (sealed === undefined) return undefined;
  const transfer: PushTransfer = JSON.parse(unsealText(app, REGISTRATION_KEY, sealed));
  return isSameSecret(transfer.token, token) && seconds(app.clock) < transfer.expires ? transfer.secret : undefined;
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
