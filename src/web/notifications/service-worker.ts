import { RequestError } from '../errors/request-error.ts';
import { onEvent } from '../server/connection.ts';
import { request } from '../server/request.ts';
import { SERVICE_WORKER, trustedScriptUrl } from '../server/trusted-scripts.ts';
import { serviceWorkers } from '../store/local/optional.ts';
import { isUpdateAvailable } from '../store/page.ts';
import { registrations, store } from '../store/store.ts';

/** Opens the target of a notification that was clicked. */
export function openClickedNotifications(): void {
  serviceWorkers()?.addEventListener('message', ({ data }: MessageEvent<{ go?: string }>) => {
    if (data.go?.startsWith('/#')) location.hash = data.go.slice(1);
  });
}

/** Registers the service worker that keeps the client available offline. */
export async function registerServiceWorker(): Promise<void> {
  onEvent((event) => {
    if (event.type !== 'web_reload_client') return;
    if (event.immediate) location.reload();
    else isUpdateAvailable.value = true;
  });
  const workers = serviceWorkers();
  if (!workers) return;
  const hadOne = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    if (hadOne) void isOfBuild(workers.controller).then((same) => (isUpdateAvailable.value = !same));
  });
  const registration = await workers.register(trustedScriptUrl(SERVICE_WORKER)).catch(() => undefined);
  // A server that was unreachable may have been upgraded.
  const checkForUpdate = () => void registration?.update().catch(() => {});
  registrations.subscribe((times) => times > 1 && checkForUpdate());
  onEvent(({ type }) => type === 'restart' && checkForUpdate());
}

/** Whether the service worker that took over is of the same build as the page. */
function isOfBuild(worker: ServiceWorker | null): Promise<boolean> {
  const script = document
    .querySelector<HTMLScriptElement>('script[type=module][src^="/static/client/"]')
    ?.src.split('/')
    .at(-1);
  if (!worker || !script) return Promise.resolve(true);
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data);
    worker.postMessage({ script }, [port2]);
  });
}

/** Subscribes this browser to Web Push if the user allows it, so that notifications arrive while no page is open. */
export async function subscribe(): Promise<void> {
  const registration = await serviceWorkers()?.ready;
  if (!registration?.pushManager) return;
  try {
    const { public_key } = await request('GET /web_push/key');
    const key = decodeBytes(public_key);
    let subscription = await registration.pushManager.getSubscription();
    // A subscription with another key, for example from a server that was set up again, is useless.
    if (subscription && !isSameKey(subscription.options.applicationServerKey, key)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    if (!store.settings.peek().enable_offline_push_notifications) return;
    subscription ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = subscription.toJSON();
    await request('POST /web_push/subscriptions', { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! });
  } catch (error) {
    // Browsers without a push service throw here. Then notifications arrive only while a page is open.
    if (!(error instanceof RequestError || error instanceof DOMException)) throw error;
  }
}

const decodeBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const isSameKey = (current: ArrayBuffer | null, expected: Uint8Array): boolean =>
  current !== null &&
  new Uint8Array(current).every((byte, at) => byte === expected[at]) &&
  current.byteLength === expected.length;
