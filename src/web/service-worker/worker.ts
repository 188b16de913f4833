/// <reference lib="webworker" />
import type { CallNotice, Notice } from '../../chat/notifications/web-push/types.ts';
import { clientLanguage, getDirection } from '../../shared/languages.ts';
import type { WorkerText } from '../../texts/keys.ts';
import { TEXTS } from './texts.ts';

declare const self: ServiceWorkerGlobalScope;

/** The scripts of this build by name, inserted by scripts/web.mjs. A new build is therefore a new worker. */
declare const KLATCH_FILES: readonly string[];

/** The cache of scripts. A script never changes under its name, so a cached one is always current. */
const FILES = 'files';
/** The cache of the client's HTML page, as last received. */
const SHELL = 'shell';
/** The cache of state that the worker needs while no page is open. */
const STATE = 'state';
const SCRIPTS = '/static/client/';
/** Milliseconds to wait for the page before the cached copy is used. */
const PAGE_TIMEOUT = 4000;

const address = (name: string): string => SCRIPTS + name;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(FILES);
      const missing: string[] = [];
      for (const name of KLATCH_FILES) if (!(await cache.match(address(name)))) missing.push(name);
      await Promise.all(missing.map((name) => cache.add(address(name)).catch(() => {})));
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await deleteOldScripts();
      await self.clients.claim();
    })(),
  );
});

const BUILDS = '/builds';

/** Open windows may need the scripts of the previous build, so only older ones are deleted. */
async function deleteOldScripts(): Promise<void> {
  const state = await caches.open(STATE);
  const before = ((await (await state.match(BUILDS))?.json()) as string[][] | undefined) ?? [];
  const builds = [[...KLATCH_FILES], ...before.filter((files) => files.join() !== KLATCH_FILES.join())].slice(0, 2);
  await state.put(BUILDS, new Response(JSON.stringify(builds)));
  const kept = new Set(builds.flat().map(address));
  const cache = await caches.open(FILES);
  for (const request of await cache.keys()) if (!kept.has(new URL(request.url).pathname)) await cache.delete(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === 'POST' && request.mode === 'navigate' && url.pathname === '/share')
    event.respondWith(receiveShared(request));
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith(SCRIPTS)) event.respondWith(script(request));
  else if (request.mode === 'navigate' && url.pathname === '/') event.respondWith(shell(request));
});

async function script(request: Request): Promise<Response> {
  const cache = await caches.open(FILES);
  const known = await cache.match(request.url);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

/**
 * The page from the server, or the cached copy if the server is unreachable. A redirect to the sign-in page deletes the
 * copy.
 */
async function shell(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  const known = await cache.match('/');
  const fetched = fetch(request).then(async (response) => {
    if (response.ok && !response.redirected) {
      // The page of a portal before the server is not the client.
      if ((await response.clone().text()).includes(SCRIPTS)) await cache.put('/', response.clone());
    } else if (response.type === 'opaqueredirect' || response.status === 403) await cache.delete('/');
    return response;
  });
  if (!known) return fetched.catch(() => offline());
  fetched.catch(() => {});
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(known.clone()), PAGE_TIMEOUT));
  return Promise.race([fetched.then((response) => (response.status >= 500 ? known.clone() : response)), late]).catch(
    () => known.clone(),
  );
}

/** The cache of what another app has shared, until the page has read it (`store/local/shared-cache.ts`). */
const SHARED = 'shared';
const MOST_FILES = 20;

/**
 * Keeps what another app has shared, and asks the server to open the view in which the user chooses a conversation.
 * Only the server receives which page sent the form. It opens the view for other apps, and not for pages of other
 * sites, which cannot know the ID.
 */
async function receiveShared(request: Request): Promise<Response> {
  const form = await request.formData();
  const texts = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim());
  // Many apps repeat the address in the text.
  const isRepeated = (one: string, at: number) =>
    texts.some((other, n) => n !== at && other.length > one.length && other.includes(one));
  const text = [...new Set(texts.filter((one, at) => one && !isRepeated(one, at)))].join('\n');
  await caches.delete(SHARED);
  const cache = await caches.open(SHARED);
  const id = crypto.randomUUID();
  await cache.put(`/shared/${id}/text`, new Response(text));
  const files = form.getAll('files').filter((one) => one instanceof File);
  for (const [at, file] of files.slice(0, MOST_FILES).entries())
    await cache.put(
      `/shared/${id}/${at}`,
      new Response(file, { headers: { 'Content-Type': file.type, 'X-File-Name': encodeURIComponent(file.name) } }),
    );
  return Response.redirect(`/share/${id}`, 303);
}

function offline(): Response {
  const language = clientLanguage(self.navigator.language) ?? 'en';
  const t = (text: WorkerText) => TEXTS[language]?.[text] ?? text;
  const title = t('You are offline');
  const html = `<!doctype html><html lang="${language}" dir="${getDirection(language)}"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body{display:grid;place-content:center;justify-items:center;gap:1rem;min-height:100dvh;margin:0;padding:1rem;box-sizing:border-box;text-align:center;
font:1rem/1.55 system-ui,sans-serif;background:light-dark(#f1eee8,#151413);color:light-dark(#26221c,#ece8e1)}h1,p{margin:0}h1{font-size:1.6rem}
a{padding:.5rem 1rem;border-radius:.5rem;background:light-dark(#0b6468,#6cc5c3);color:light-dark(#fff,#0c2324);text-decoration:none}</style>
<h1>${title}</h1><p>${t('The server cannot be reached just now.')}</p><a href="/">${t('Try again')}</a></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}

self.addEventListener('push', (event) => {
  event.waitUntil(
    (async () => {
      const notice = event.data?.json() as Notice | undefined;
      if (!notice) return;
      const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const { title, body, icon, tag, lang, time, url, call } = notice;
      const isTest = tag.startsWith('test-');
      // A visible page notifies by itself or already displays the message.
      if (!isTest && windows.some((one) => isOurs(one) && one.visibilityState === 'visible')) return;
      const options = {
        body,
        icon,
        tag,
        lang,
        dir: 'auto' as const,
        timestamp: time * 1000,
        data: { url, call },
        ...(call && callOptions(call)),
      };
      await self.registration.showNotification(title, options);
      // The page that asked for a test waits for it.
      if (isTest) for (const one of windows) one.postMessage({ received: tag });
      await closeOutdated(tag);
    })(),
  );
});

/** A call rings until it is answered. Browsers without buttons open its conversation, where it also rings. */
const callOptions = ({ join, decline }: CallNotice): object => ({
  requireInteraction: true,
  renotify: true,
  vibrate: [400, 200, 400, 1000, 400, 200, 400],
  actions: [
    { action: 'accepted', title: join },
    { action: 'declined', title: decline },
  ],
});

const TAG = 'message-';

/**
 * Closes notifications of messages that were read, deleted or became inaccessible. Browsers wake a worker only to show
 * something, so this happens with the next push.
 */
async function closeOutdated(newest: string): Promise<void> {
  const shown = (await self.registration.getNotifications()).filter(({ tag }) => tag.startsWith(TAG) && tag !== newest);
  if (shown.length === 0) return;
  const readId = ({ tag }: Notification): number => Number(tag.slice(TAG.length));
  const response = await fetch(`/json/messages?message_ids=${JSON.stringify(shown.map(readId))}`).catch(
    () => undefined,
  );
  if (!response?.ok) return;
  const { messages } = (await response.json()) as { messages: { id: number; flags: string[] }[] };
  const unread = new Set(messages.filter(({ flags }) => !flags.includes('read')).map(({ id }) => id));
  for (const notification of shown) if (!unread.has(readId(notification))) notification.close();
}

/**
 * Push services occasionally change a browser's subscription. The server must receive the new one even while no page is
 * open.
 */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));

async function renewSubscription({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  // If the browser does not report the old key, the next page subscribes again.
  if (!newSubscription && !applicationServerKey) return;
  const subscription =
    newSubscription ??
    (await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: applicationServerKey!,
    }));
  const { endpoint, keys } = subscription.toJSON();
  await post('/json/web_push/subscriptions', { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! });
}

async function post(path: string, fields: Record<string, string>): Promise<void> {
  const { cookieStore } = self;
  // Over HTTPS the cookie's name has a prefix.
  const { value } = (await cookieStore.get('__Host-csrftoken')) ?? (await cookieStore.get('csrftoken')) ?? {};
  await fetch(path, {
    method: 'POST',
    headers: { 'X-CSRFToken': decodeURIComponent(value ?? '') },
    body: new URLSearchParams(fields),
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url = '/', call } = (event.notification.data as { url?: string; call?: CallNotice } | null) ?? {};
  event.waitUntil(event.action && call ? answerCall(call, event.action) : openUrl(url));
});

async function answerCall({ message_id, url }: CallNotice, answer: string): Promise<void> {
  const answered = post(`/json/calls/${message_id}/answer`, { answer });
  if (answer === 'accepted') await self.clients.openWindow(url);
  await answered;
}

const isOurs = ({ url }: WindowClient): boolean => new URL(url).pathname === '/';

/** Opens the URL in an existing window or in a new one. */
async function openUrl(url: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const ours = windows.find(isOurs);
  if (!ours) return void (await self.clients.openWindow(url));
  ours.postMessage({ go: url });
  await ours.focus().catch(() => {});
}

/** A page asks whether the worker is of its build. */
self.addEventListener('message', (event) => {
  const { script } = event.data as { script?: string };
  if (script !== undefined) event.ports[0]?.postMessage(KLATCH_FILES.includes(script));
});
