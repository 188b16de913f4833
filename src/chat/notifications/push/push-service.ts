import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { hasPushService, requestPushService } from './bouncer-client.ts';
import type { Kind } from './repository.ts';

/** The push service's names for Apple's phones and Google's. */
export const KINDS = { apns: 1, fcm: 2 } as const;

/**
 * Removes a phone from the push service. If the request fails, the service removes it with the next message, which does
 * not name it.
 */
export function unregister(app: App, user: User, kind: Kind, token: string): void {
  if (!hasPushService(app.config)) return;
  const body = { realm_uuid: app.realm.get('uuid'), user_id: user.id, token, token_kind: KINDS[kind] };
  requestPushService(app.config, 'unregister', body).catch((error: Error) =>
    app.log.warn({ reason: error.message }, 'the push service did not unregister'),
  );
}
