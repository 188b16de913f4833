import { watch } from '../server/connection.ts';
import { ask, Refusal } from '../server/request.ts';
import { beginnings, store } from '../store/store.ts';
import { newer } from './update-check.ts';

const ADDRESS = '/service-worker.js';

/** The only script of which the policy of the page lets a text say where it is. */
const trusted = (): string => {
  const policies = (
    globalThis as {
      trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
    }
  ).trustedTypes;
  if (!policies) return ADDRESS;
  return policies
    .createPolicy('klatch', { createScriptURL: (url: string) => (url === ADDRESS ? url : '') })
    .createScriptURL(ADDRESS);
};

/** Goes where a notification leads that was clicked. */
export function followNotices(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ go?: string }>) => {
    if (data.go?.startsWith('/#')) location.hash = data.go.slice(1);
  });
}

/** Has a worker keep the client for when the server is away. */
export async function openWorker(): Promise<void> {
  watch(({ type, immediate }) => {
    if (type !== 'web_reload_client') return;
    if (immediate) location.reload();
    else newer.value = true;
  });
  // Browsers have workers only where the connection is safe, or it is this machine.
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const hadOne = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    if (hadOne) void isOfBuild(workers.controller).then((same) => (newer.value = !same));
  });
  const registration = await workers.register(trusted()).catch(() => undefined);
  // A server that was away may have come back as a newer one.
  const look = () => void registration?.update().catch(() => {});
  beginnings.subscribe((times) => times > 1 && look());
  watch(({ type }) => type === 'restart' && look());
}

/** Whether the worker that took over is of the same build as the page. */
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

/** Has the server tell this browser also while no page is open in it, if the person wants that. */
export async function subscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready;
  if (!registration?.pushManager) return;
  try {
    const { public_key } = await ask('GET /web_push/key');
    const key = bytesOf(public_key);
    let subscription = await registration.pushManager.getSubscription();
    // One for another key, as after the server was set up anew, is of no use.
    if (subscription && !same(subscription.options.applicationServerKey, key)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    if (!store.settings.peek().enable_offline_push_notifications) return;
    subscription ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = subscription.toJSON();
    await ask('POST /web_push/subscriptions', { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! });
  } catch (error) {
    // Browsers without a push service of their own refuse: then notifications come while a page is open.
    if (!(error instanceof Refusal || error instanceof DOMException)) throw error;
  }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const same = (held: ArrayBuffer | null, wanted: Uint8Array): boolean =>
  held !== null && new Uint8Array(held).every((byte, at) => byte === wanted[at]) && held.byteLength === wanted.length;
