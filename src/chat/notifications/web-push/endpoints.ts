import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { SESSION_COOKIE } from '../../../kernel/http/auth.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import type { Outcome } from '../missed-messages/delivery-jobs.ts';
import { hasPushService, PushFailed, sendTests } from '../push/bouncer-client.ts';
import { keysOf, subscribeBrowser, unsubscribeBrowser } from './actions.ts';
import { deliverToBrowser } from './jobs.ts';
import { testNotice } from './views.ts';

export const getWebPushKey = endpoint({
  method: 'GET',
  path: '/web_push/key',
  summary: 'Get the key with which a browser subscribes to notifications of this server',
  auth: 'human',
  returns: { public_key: Type.String() },
  handle: ({ app }) => ({ public_key: keysOf(app).publicKey }),
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

/** What the push service of a browser did with a test notification. `unregistered`: the browser is gone. */
const TestOutcome = Type.Enum(['accepted', 'unreachable', 'unregistered', 'refused']);
type TestOutcome = Type.Static<typeof TestOutcome>;

const OUTCOMES: Record<Outcome, TestOutcome> = {
  done: 'accepted',
  again: 'unreachable',
  gone: 'unregistered',
  refused: 'refused',
};

/** What became of the test on phones. `unavailable`: this server has no push service for phones. */
const PhoneOutcome = Type.Enum(['sent', 'none', 'unavailable', 'failed']);
type PhoneOutcome = Type.Static<typeof PhoneOutcome>;

interface TestResult {
  tag: string;
  this_browser?: TestOutcome;
  other_browsers: TestOutcome[];
}

export const testWebPush = endpoint({
  method: 'POST',
  path: '/web_push/test_notification',
  summary: 'Send a test notification to your browsers and phones',
  auth: 'human',
  params: {
    /** That of the browser which asks, if it is registered. */
    endpoint: Maybe(Type.String({ maxLength: 2000 })),
  },
  returns: {
    /** The tag of the notification, by which the browser recognizes it. */
    tag: Type.String(),
    this_browser: Maybe(TestOutcome),
    other_browsers: Type.Array(TestOutcome),
    phones: PhoneOutcome,
  },
  async prepare({ app, user, params }) {
    app.limits.take('test_notification_by_user', String(user.id));
    const [browsers, phones] = await Promise.all([
      testBrowsers(app, user, { asking: params.endpoint, allowPrivate: false }),
      phonesOutcome(app, user),
    ]);
    const outcomes = [browsers.this_browser, ...browsers.other_browsers, phones];
    if (outcomes.some((outcome) => outcome === 'unreachable' || outcome === 'failed'))
      app.limits.giveBack('test_notification_by_user', String(user.id));
    return { ...browsers, phones };
  },
  handle: ({ prepared }) => prepared,
});

/**
 * Sends a test to all browsers of a user, and forgets those that are gone. `asking`: the endpoint of the browser that
 * asks. `allowPrivate`: also to push services at private addresses.
 */
export async function testBrowsers(
  app: App,
  user: User,
  { asking, allowPrivate }: { asking: string | undefined; allowPrivate: boolean },
): Promise<TestResult> {
  const tag = `test-${randomUUID()}`;
  const notice = testNotice(app, user, { tag, time: seconds(app.clock) });
  const tested = await Promise.all(
    app.webPush.ofUser(user.id).map(async (browser) => {
      const outcome = await deliverToBrowser(app, browser, notice, { allowPrivate });
      if (outcome === 'gone') app.db.write(() => app.webPush.remove(browser.id));
      return { isAsking: browser.endpoint === asking, outcome: OUTCOMES[outcome] };
    }),
  );
  const own = tested.find(({ isAsking }) => isAsking);
  const other_browsers = tested.filter(({ isAsking }) => !isAsking).map(({ outcome }) => outcome);
  return { tag, ...(own && { this_browser: own.outcome }), other_browsers };
}

async function phonesOutcome(app: App, user: User): Promise<PhoneOutcome> {
  const phones = app.devices.tokensOf(user.id);
  if (phones.length === 0) return 'none';
  if (!hasPushService(app.config)) return 'unavailable';
  try {
    await sendTests(app, user, phones);
    return 'sent';
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error;
    app.log.error({ reason: error.message }, 'the push service did not send a test');
    return 'failed';
  }
}
