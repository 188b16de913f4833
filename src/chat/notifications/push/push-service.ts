import type { App } from '../../../app.ts';
import { hasPushService, requestPushService } from '../../../kernel/push.ts';
import type { User } from '../../people/users/types.ts';
import type { Kind, Token } from './repository.ts';

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

/** Has the push service send a test to these phones of a user. Throws PushFailed at the first that it refuses. */
export async function sendTests(app: App, user: User, phones: readonly Token[]): Promise<void> {
  const { url, realmHost } = app.config;
  const base_payload = {
    server: realmHost,
    realm_id: 1,
    realm_name: app.realm.get('name'),
    realm_uri: url,
    realm_url: url,
    user_id: user.id,
  };
  for (const { token, kind } of phones) {
    const body = { realm_uuid: app.realm.get('uuid'), user_id: user.id, token, token_kind: KINDS[kind], base_payload };
    await requestPushService(app.config, 'test_notification', body);
  }
}
