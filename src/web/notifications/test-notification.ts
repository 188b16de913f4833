import { t } from '../i18n/text.ts';
import { pause, request } from '../server/request.ts';
import { permission } from '../store/local/notifications.ts';
import { serviceWorkers } from '../store/local/optional.ts';
import { store } from '../store/store.ts';
import { subscribe } from './service-worker.ts';
import { showNotification } from './show.ts';

/** How long a push service may take to bring a notification, ms. */
const TIMEOUT = 20_000;

/** How long a browser may take to subscribe, ms. Firefox waits forever for a push service that it cannot reach. */
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
  | 'rejected'
  | 'blocked'
  | 'unsupported'
  | 'page';

/** Sends a test notification to this browser. */
export async function testBrowser(): Promise<BrowserResult> {
  if (permission.peek() === 'denied') return 'blocked';
  if (permission.peek() !== 'granted') return 'unsupported';
  await Promise.race([subscribe(), pause(SUBSCRIPTION_TIMEOUT)]);
  const { targets } = await request('GET /notification_targets');
  const target = targets.find(({ is_current }) => is_current);
  if (!target) return showHere(`test-${crypto.randomUUID()}`);
  const received = receivedTags();
  try {
    const { failure, tag } = await request('POST /notification_targets/{id}/test', { id: target.id });
    if (failure !== null) return failure === 'unreachable' || failure === 'unregistered' ? failure : 'rejected';
    return (await received.wait(tag!)) ? 'delivered' : 'accepted';
  } finally {
    received.stop();
  }
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
