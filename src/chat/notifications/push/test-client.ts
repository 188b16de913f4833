import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { requestPushService } from './bouncer-client.ts';
import { KINDS } from './push-service.ts';
import type { Token } from './repository.ts';

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
