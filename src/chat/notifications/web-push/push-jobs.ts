import type { App } from '../../../app.ts';
import { unreachable } from '../../../kernel/http/failure-reason.ts';
import { type Answer, ForbiddenAddress, post } from '../../../kernel/http/outgoing.ts';
import { isOutage } from '../../../kernel/http/outside-services.ts';
import type { Outcome } from '../missed-messages/delivery-jobs.ts';
import { keysOf } from './keys.ts';
import type { Notice, Subscription } from './types.ts';

/** The timeout of a push service (ms), and how long it keeps undelivered notifications (seconds). */
const TIMEOUT = 10_000;
const KEPT = 86_400;

interface Delivery {
  /** Also push services at private addresses. */
  allowPrivate: boolean;
  /** Seconds for which the push service keeps what it cannot deliver. */
  keepFor?: number;
}

/** Encrypts a notification for one browser and sends it to the browser's push service. */
export async function deliverToBrowser(
  app: App,
  { endpoint, p256dh, auth }: Subscription,
  notice: Notice,
  { allowPrivate, keepFor = KEPT }: Delivery,
): Promise<Outcome> {
  // Loaded when first used: few servers need it.
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(notice),
    {
      vapidDetails: { subject: subjectOf(app), ...keysOf(app) },
      TTL: keepFor,
      urgency: 'high',
    },
  );
  const { 'Content-Type': type, 'Content-Length': _, ...rest } = headers as Record<string, string>;
  let answer: Answer;
  try {
    answer = await post(endpoint, type!, body as Buffer, {
      allowPrivate,
      timeout: TIMEOUT,
      headers: { ...texts(rest), 'User-Agent': 'Klatch/1.0' },
    });
  } catch (error) {
    app.log.warn({ reason: unreachable(endpoint, error) }, 'a browser’s push service could not be reached');
    return error instanceof ForbiddenAddress ? 'gone' : 'again';
  }
  return outcomeOf(app, answer);
}

function outcomeOf(app: App, { status, text }: Answer): Outcome {
  if (status >= 200 && status < 300) return 'done';
  if (status === 404 || status === 410) return 'gone';
  app.log.warn({ status, answer: text.slice(0, 200) }, 'a browser’s push service rejected a notification');
  return isOutage(status) ? 'again' : 'refused';
}

const texts = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** The contact that push services require: this server's web address. */
const subjectOf = ({ config }: App): string =>
  config.url.startsWith('https:') ? config.url : `mailto:klatch@${config.realmHost}`;
