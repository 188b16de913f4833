import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { askService, ServiceFailed } from '../../../kernel/http/outside-services.ts';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { addToken, noActiveDevice, noPushService, removeToken, secretNotPrepared, unknownKey } from './actions.ts';
import { PushFailed, sendTests } from './bouncer-client.ts';
import { findTransferSecret, hasPushService } from './registration-rules.ts';

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
    throw hasPushService(app) ? unknownKey() : noPushService();
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

export const getTransferSecret = endpoint({
  method: 'GET',
  path: '/zulip-services/verify/{access_token}/',
  summary: 'Prove to a push service that this server has its host name',
  auth: 'public',
  params: { access_token: Type.String({ maxLength: 200 }) },
  returns: { verification_secret: Type.String() },
  handle({ app, params }) {
    const verification_secret = findTransferSecret(app, params.access_token);
    if (verification_secret === undefined) throw secretNotPrepared();
    return { verification_secret };
  },
});

export const testNotification = endpoint({
  method: 'POST',
  path: '/mobile_push/test_notification',
  summary: 'Send a test notification to your devices, or to one of them',
  auth: 'human',
  params: { token: Maybe(Type.String()) },
  prepare: ({ app, user, params }) => askService(app, { user }, () => testPhones(app, user, params.token)),
  handle() {},
});

export const testEncryptedNotification = endpoint({
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  summary: 'Send an encrypted test notification to your devices',
  handle() {
    throw noActiveDevice();
  },
});

/**
 * Has the push service send a test to a user's phones, or to one of them. Throws INVALID_PUSH_DEVICE_TOKEN for unknown
 * phones, PUSH_SERVICE_NOT_CONFIGURED without a service, and passes on the service's errors.
 */
async function testPhones(app: App, user: User, token: string | undefined): Promise<void> {
  const phones = app.devices.listTokens(user.id).filter((phone) => token === undefined || phone.token === token);
  if (phones.length === 0) throw new ApiError(400, 'INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized');
  if (!hasPushService(app)) throw noPushService();
  try {
    await sendTests(app, user, phones);
  } catch (error) {
    throw error instanceof PushFailed ? refusal(error) : error;
  }
}

/** The API's errors for a push service that failed. */
function refusal({ again, code, message }: PushFailed): ApiError {
  if (code === 'INVALID_REMOTE_PUSH_DEVICE_TOKEN')
    return new ApiError(400, code, 'Device not recognized by the push bouncer');
  if (again)
    return new ServiceFailed(
      'The push notification service does not answer. Try again in a minute.',
      message,
      'FAILED_TO_CONNECT_BOUNCER',
    );
  return new ServiceFailed(
    'The push notification service refused the request.',
    message,
    'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  );
}
