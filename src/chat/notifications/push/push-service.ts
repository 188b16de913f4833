import type { App } from '../../../app.ts';
import { hasPushService, requestPushService } from '../../../kernel/push.ts';
import type { User } from '../../people/users/types.ts';
import type { Kind } from './repository.ts';

/** How the push service calls Apple's phones, and Google's. */
export const KINDS = { apns: 1, fcm: 2 } as const;

/** Lets the push service forget a phone. If it does not hear so, it forgets it with the next message, which does not name it. */
export function unregister(app: App, user: User, kind: Kind, token: string): void {
  if (!hasPushService(app.config)) return;
  const asked = { realm_uuid: app.realm.get('uuid'), user_id: user.id, token, token_kind: KINDS[kind] };
  requestPushService(app.config, 'unregister', asked).catch((error: Error) =>
    app.log.warn({ reason: error.message }, 'the push service did not unregister'),
  );
}
