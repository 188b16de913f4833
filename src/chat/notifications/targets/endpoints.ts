import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import { SESSION_COOKIE } from '../../../kernel/http/auth.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { hashText } from '../../people/sign-in/rules.ts';
import type { User } from '../../people/users/types.ts';
import { testMail } from '../mail/jobs.ts';
import { FAILURES } from '../missed-messages/delivery-batches.ts';
import { publish } from '../ntfy/jobs.ts';
import { unsealAddress } from '../ntfy/rules.ts';
import { testNotice as ntfyTestNotice } from '../ntfy/views.ts';
import { testPhone } from '../push/test-jobs.ts';
import { deliverToBrowser } from '../web-push/jobs.ts';
import { testNotice } from '../web-push/views.ts';
import { DeliveryFailure, NotificationTarget } from './types.ts';
import { listTargets, phoneId } from './views.ts';

export const getNotificationTargets = endpoint({
  method: 'GET',
  path: '/notification_targets',
  summary: 'Get the browsers, phones, ntfy topics and the mailbox to which your notifications are sent',
  auth: 'human',
  returns: { targets: Type.Array(NotificationTarget) },
  handle({ app, user, caller }) {
    const session = caller.isBrowser ? hashText(caller.cookie(SESSION_COOKIE) ?? '') : undefined;
    return { targets: listTargets(app, user, session) };
  },
});

interface TestResult {
  failure: DeliveryFailure | null;
  tag?: string;
}

export const testNotificationTarget = endpoint({
  method: 'POST',
  path: '/notification_targets/{id}/test',
  summary: 'Send a test notification to one of your browsers, phones, ntfy topics, or to your mailbox',
  auth: 'human',
  params: { id: Type.String({ maxLength: 100 }) },
  returns: {
    /** Why it failed; null: the service that delivers it accepted it. */
    failure: Nullable(DeliveryFailure),
    /** The tag of the notification, by which a browser recognizes it. */
    tag: Maybe(Type.String()),
  },
  async prepare({ app, user, params }) {
    const send = prepareTest(app, user, params.id, false);
    app.limits.take('test_notification_by_user', String(user.id));
    return send();
  },
  handle: ({ prepared }) => prepared,
});

/**
 * Returns what tests a target of the user. Throws for an unknown one. `allowPrivate`: also push services in private
 * networks.
 */
export function prepareTest(app: App, user: User, id: string, allowPrivate: boolean): () => Promise<TestResult> {
  const browser = app.webPush.ofUser(user.id).find((each) => `browser-${each.id}` === id);
  if (browser)
    return async () => {
      const tag = `test-${randomUUID()}`;
      const notice = testNotice(app, user, { tag, time: seconds(app.clock) });
      return { tag, failure: FAILURES[await deliverToBrowser(app, browser, notice, { allowPrivate })] };
    };
  const phone = app.devices.listTokens(user.id).find((each) => phoneId(each) === id);
  if (phone) return async () => ({ failure: await testPhone(app, user, phone) });
  const address = app.ntfy.ofUser(user.id).find((each) => `ntfy-${each.id}` === id);
  if (address)
    return async () => ({
      failure: (await publish(app, unsealAddress(app, address), ntfyTestNotice(app, user))) ?? null,
    });
  if (id !== 'mail') throw notFound('Unknown notification target');
  return async () => ({ failure: await testMailbox(app, user) });
}

async function testMailbox(app: App, user: User): Promise<DeliveryFailure | null> {
  await testMail(app, user);
  return app.mail.result(user.id)?.failure ?? null;
}
