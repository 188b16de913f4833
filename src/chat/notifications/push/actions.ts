import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { User } from '../../people/users/types.ts';
import type { DeliveryFailure } from '../targets/types.ts';
import { unregister } from './bouncer-client.ts';
import type { Kind, Token } from './repository.ts';

const LONGEST_TOKEN = 5000;

/** Registers a phone, in place of the oldest one if there are too many. `appId`: the app on it, for Apple's. */
export function addToken(app: App, user: User, kind: Kind, token: string, appId: string | null): void {
  requireToken(token);
  if (kind === 'apns' && !/^[\da-f]+$/i.test(token)) throw badRequest('Invalid APNS token');
  if (appId !== null && !/^[.\w-]{1,200}$/.test(appId)) throw badRequest('Invalid app ID');
  app.db.write(() => {
    app.devices.add(user.id, kind, token, appId, seconds(app.clock));
    for (const oldest of app.devices.listTokens(user.id).slice(0, -LIMITS.phones_of_user))
      removeToken(app, user, oldest.kind, oldest.token);
  });
}

/** Removes a phone here and at the push service. Throws for an unknown one. */
export function removeToken(app: App, user: User, kind: Kind, token: string): void {
  requireToken(token);
  app.db.write(() => {
    if (app.devices.remove(user.id, kind, token).changes === 0) throw badRequest('Token does not exist');
    app.db.afterCommit(() => unregister(app, user, kind, token));
  });
}

/** Stores what became of a notification that was sent to these phones. */
export function recordDelivery(app: App, phones: readonly Token[], failure: DeliveryFailure | null): void {
  const now = seconds(app.clock);
  app.db.write(() => {
    for (const { user_id, kind, token } of phones)
      if (failure) app.devices.setFailure(now, failure, user_id, kind, token);
      else app.devices.setSuccess(now, user_id, kind, token);
  });
}

/** Phones are notified through a push service, and none is configured. */
export const noPushService = (): ApiError =>
  new ApiError(400, 'PUSH_SERVICE_NOT_CONFIGURED', 'Server is not configured to use push notification service.');

/** Registrations are encrypted with a push service's key. This server is no push service and has no such key. */
export const unknownKey = (): ApiError => new ApiError(400, 'INVALID_BOUNCER_PUBLIC_KEY', 'Invalid bouncer_public_key');

/** No transfer of a registration is under way, or it was asked for with a wrong token. */
export const secretNotPrepared = (): ApiError =>
  new ApiError(400, 'REMOTE_SERVER_VERIFICATION_SECRET_NOT_PREPARED', 'Verification secret not prepared');

/** No phone is registered for encrypted notifications: that needs a push service. */
export const noActiveDevice = (): ApiError =>
  new ApiError(400, 'NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');

function requireToken(token: string): void {
  if (token === '' || token.length > LONGEST_TOKEN) throw badRequest('Empty or invalid length token');
}

/** Removes all phones of a user. Call it inside `db.write`. */
export function removeDevices(app: App, user: User): void {
  app.devices.removeOf(user.id);
}
