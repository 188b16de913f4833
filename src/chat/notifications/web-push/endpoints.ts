import { Type } from 'typebox';
import { SESSION_COOKIE } from '../../../kernel/http/auth.ts';
import { endpoint } from '../../declare.ts';
import { getKeys, subscribeBrowser, unsubscribeBrowser } from './actions.ts';

export const getWebPushKey = endpoint({
  method: 'GET',
  path: '/web_push/key',
  summary: 'Get the key with which a browser subscribes to notifications of this server',
  auth: 'human',
  returns: { public_key: Type.String() },
  handle: ({ app }) => ({ public_key: getKeys(app).publicKey }),
});

export const addWebPushSubscription = endpoint({
  method: 'POST',
  path: '/web_push/subscriptions',
  summary: 'Register a browser for push notifications',
  auth: 'human',
  params: {
    /** As in the browser's PushSubscription; both keys in base64url. */
    endpoint: Type.String(),
    p256dh: Type.String(),
    auth: Type.String(),
  },
  handle({ app, user, params, caller }) {
    subscribeBrowser(app, user, params, caller.isBrowser ? caller.cookie(SESSION_COOKIE) : undefined);
  },
});

export const removeWebPushSubscription = endpoint({
  method: 'DELETE',
  path: '/web_push/subscriptions',
  summary: 'Unregister a browser from push notifications',
  auth: 'human',
  params: { endpoint: Type.String() },
  handle: ({ app, user, params }) => unsubscribeBrowser(app, user, params.endpoint),
});
