import { t } from '../i18n/text.ts';
import { pause, request } from '../server/request.ts';
import { permission } from '../store/local/notifications.ts';
import { serviceWorkers } from '../store/local/optional.ts';
import { store } from '../store/store.ts';
import { subscribe } from './service-worker.ts';
import { showNotification } from './show.ts';

/** How long a push service may take to bring a notification, ms. */
const TIMEOUT = 20_000;

/** How long a browser may take to subscribe at its push service, ms. */
const SUBSCRIPTION_TIMEOUT = 10_000;

/**
 * What became of a test in this browser. `accepted`: sent, but not shown. `page`: shown by the page, since the browser
 * has no push service.
 */
export type BrowserResult =
  | 'delivered'
  | 'accepted'
  | 'unreachable'
  | 'unregistered'
  | 'refused'
  | 'blocked'
  | 'unsupported'
  | 'page';

/** What became of a test on the user's phones. */
export type PhoneResult = 'sent' | 'none' | 'unavailable' | 'failed';

export interface TestResult {
  here: BrowserResult;
  /** The number of other browsers that it was sent to. */
  elsewhere: number;
  phones: PhoneResult;
}

/** Sends a test notification to all browsers and phones of the user. */
export async function sendTestNotification(): Promise<TestResult> {
  const subscription = await ownSubscription();
  const received = receivedTags();
  try {
    const { tag, this_browser, other_browsers, phones } = await request('POST /web_push/test_notification', {
      ...(subscription && { endpoint: subscription.endpoint }),
    });
    const elsewhere = other_browsers.filter((outcome) => outcome === 'accepted').length;
    const arrived = async (): Promise<BrowserResult> => {
      if (permission.peek() === 'denied') return 'blocked';
      if (permission.peek() !== 'granted') return 'unsupported';
      if (this_browser === undefined) return showHere(tag);
      if (this_browser !== 'accepted') return this_browser;
      return (await received.wait(tag)) ? 'delivered' : 'accepted';
    };
    return { here: await arrived(), elsewhere, phones };
  } finally {
    received.stop();
  }
}

/**
 * This browser's subscription. Without one, it subscribes now if the browser and the settings allow it. Firefox waits
 * forever for a push service that it cannot reach, so this gives up.
 */
async function ownSubscription(): Promise<PushSubscription | null> {
  if (permission.peek() !== 'granted') return null;
  return Promise.race([subscribeNow(), pause(SUBSCRIPTION_TIMEOUT).then(() => null)]);
}

async function subscribeNow(): Promise<PushSubscription | null> {
  await subscribe();
  const registration = await serviceWorkers()?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

async function showHere(tag: string): Promise<BrowserResult> {
  const title = store.realm.peek().realm_name ?? '';
  const content = { title, body: t('This is a test notification.'), tag, address: '#settings/notifications' };
  // Browsers reject it on a computer that shows no notifications.
  return showNotification(content).then(
    () => 'page',
    () => 'accepted',
  );
}

/** Collects the tags of notifications that the service worker reports. */
function receivedTags() {
  const tags = new Set<string>();
  let found: (() => void) | undefined;
  const listen = ({ data }: MessageEvent<{ received?: string }>) => {
    if (data.received === undefined) return;
    tags.add(data.received);
    found?.();
  };
  serviceWorkers()?.addEventListener('message', listen);
  return {
    wait: (tag: string) =>
      new Promise<boolean>((resolve) => {
        const check = () => tags.has(tag) && resolve(true);
        found = check;
        check();
        setTimeout(resolve, TIMEOUT, false);
      }),
    stop: () => serviceWorkers()?.removeEventListener('message', listen),
  };
}
