import { Type } from 'typebox';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { addToken, noPushService, removeToken, unknownKey } from './actions.ts';
import { hasPushService } from './bouncer-client.ts';

const token = Type.String();

export const addApnsToken = endpoint({
  method: 'POST',
  path: '/users/me/apns_device_token',
  summary: 'Register an Apple device for notifications',
  auth: 'human',
  params: { token, appid: Type.String() },
  handle: ({ app, user, params }) => addToken(app, user, 'apns', params.token, params.appid),
});

export const removeApnsToken = endpoint({
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  summary: 'Unregister an Apple device',
  auth: 'human',
  params: { token },
  handle: ({ app, user, params }) => removeToken(app, user, 'apns', params.token),
});

export const addFcmToken = endpoint({
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  summary: 'Register an Android device for notifications',
  auth: 'human',
  params: { token },
  handle: ({ app, user, params }) => addToken(app, user, 'fcm', params.token, null),
});

export const removeFcmToken = endpoint({
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  summary: 'Unregister an Android device',
  auth: 'human',
  params: { token },
  handle: ({ app, user, params }) => removeToken(app, user, 'fcm', params.token),
});

export const registerPushDevice = endpoint({
  method: 'POST',
  path: '/mobile_push/register',
  summary: 'Register a device for encrypted notifications',
  params: {
    push_account_id: Maybe(Type.Integer()),
    token_kind: Maybe(OneOf('fcm', 'apns')),
    push_public_key: Maybe(Type.String()),
    bouncer_public_key: Maybe(Type.String()),
    encrypted_push_registration: Maybe(Type.String()),
  },
  handle({ app }) {
    // Encrypted registrations name the push service whose key they use. This server has no such key.
    throw hasPushService(app.config) ? unknownKey() : noPushService();
  },
});

export const registerRemotePushDevice = endpoint({
  method: 'POST',
  path: '/remotes/push/e2ee/register',
  summary: "Register another server's device with this push service",
  auth: 'public',
  params: {
    realm_uuid: Type.String(),
    push_account_id: Maybe(Type.Integer()),
    encrypted_push_registration: Type.String(),
    bouncer_public_key: Type.String(),
  },
  handle() {
    throw unknownKey();
  },
});
