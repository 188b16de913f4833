import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { pushCalls } from '../../src/chat/integrations/calls/jobs.ts';
import { deliverMissedMessages } from '../../src/chat/notifications/missed-messages/delivery-batches.ts';
import { prepareTest } from '../../src/chat/notifications/targets/endpoints.ts';
import { browsersWith } from '../../src/chat/notifications/web-push/jobs.ts';
import { NO_PUSH_SERVICE } from '../support/browser.ts';
import { PushBrowser } from '../support/push-browser.ts';
import { newTeam } from '../support/team.ts';
import { waitUntil } from '../support/until.ts';
import {
  assertAccessible,
  endSession,
  eventually,
  goTo,
  openWindow,
  WITH_WORKER,
  type Window,
  waitForRender,
} from './client.ts';
import { kitchenTeam } from './teams.ts';

/**
 * Minimal Chromium builds show no notifications. Both the page and its worker record them in a shared place instead.
 */
function recordNotifications(): void {
  const list = () => caches.open('shown');
  Object.assign(ServiceWorkerRegistration.prototype, {
    async showNotification(title: string, options: NotificationOptions) {
      await (await list()).put(`/${options.tag}`, new Response(JSON.stringify({ title, ...options })));
    },
    async getNotifications() {
      const shownNotifications = await list();
      const noted = await Promise.all(
        (await shownNotifications.keys()).map((request) => shownNotifications.match(request)),
      );
      const all = await Promise.all(noted.flatMap((response) => response?.json() ?? []));
      return all.map((one) => ({ ...one, close: () => shownNotifications.delete(`/${one.tag}`) }));
    },
  });
  if ('Notification' in globalThis) Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
}

const shown = async (page: Page): Promise<string[]> => {
  const all = await page.evaluate(async () =>
    ((await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []).map(
      ({ title, body }) => `${title}: ${body}`,
    ),
  );
  return all.sort();
};

const worker = ({ page }: Window) =>
  page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');

/** Returns a function that lets the browser's service worker receive a push message. */
async function pushesTo(origin: string, page: Page, context: BrowserContext) {
  const cdp = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => one && resolve(one.registrationId));
  });
  await cdp.send('ServiceWorker.enable');
  return async (notice: object) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: await registration,
      data: JSON.stringify(notice),
    });
}

test('a closed browser shows notifications, removes those read elsewhere, and reports a new push address', async () => {
  const { ada, mia, app } = newTeam();
  const { page, context, close } = await openWindow(mia, '#inbox', {
    ...WITH_WORKER,
    permissions: ['notifications'],
  });
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  const worker = context.serviceWorkers()[0]!;
  if (!(await page.evaluate(() => Notification.permission === 'granted'))) {
    await worker.evaluate(recordNotifications);
    await page.addInitScript(recordNotifications);
  }
  // Nobody really clicks, so browsers would open no window and focus none.
  await worker.evaluate(() => {
    const opened: string[] = [];
    const scope = globalThis as any;
    scope.opened = opened;
    Object.assign(scope.Clients.prototype, { openWindow: async (url: string) => void opened.push(url) });
    Object.assign(scope.WindowClient.prototype, { focus: async () => void opened.push('in front') });
  });
  const click = (body: string, action = '') =>
    worker.evaluate(
      async ([text, action]) => {
        const scope = globalThis as any;
        const shown: Notification[] = await scope.registration.getNotifications();
        const notification = shown.find((one) => one.body === text);
        scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification, action }));
      },
      [body, action] as const,
    );
  const opened = () => worker.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);

  const browser = new PushBrowser('hers');
  const origin = await mia.team.url;
  const bring = await pushesTo(origin, page, context);
  const service = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    await bring(browser.decrypt(Buffer.concat(pieces)));
    response.writeHead(201).end();
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  after(() => service.close());
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  app.db.write(() => app.webPush.add(mia.id, null, endpoint, browser.keys.p256dh, browser.keys.auth, 0));
  const deliver = async () => {
    app.db.commit();
    await deliverMissedMessages(app, [browsersWith({ allowPrivate: true })]);
  };
  await deliver();

  // An open page notifies by itself.
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  // Notifications are set up after the first render.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/client/start-')),
  );
  await waitForRender(page);
  const first = await ada.sendDirectMessage([mia], 'First');
  await eventually(() => shown(page), ['Ada: First']);
  // No page of the client is open.
  await page.goto(`${origin}/api/v1/server_settings`);
  await deliver();
  const mistake = await ada.sendDirectMessage([mia], 'Mistake');
  await deliver();
  await eventually(() => shown(page), ['Ada: First', 'Ada: Mistake'], 'each once, who told it first');
  await ada.delete(`/messages/${mistake}`);
  const second = await ada.sendDirectMessage([mia], 'Second');
  await deliver();
  await eventually(() => shown(page), ['Ada: First', 'Ada: Second'], 'with the next goes what is no more');
  await click('Second');
  const there = `/#narrow/dm/${ada.id}-Ada/near/${second}`;
  await eventually(opened, [there]);
  await eventually(() => shown(page), ['Ada: First']);
  // A call is answered with the button of its notification.
  const { call } = await ada.post('/calls', { to: [mia.id] });
  await pushCalls(app, true);
  await eventually(() => shown(page), ['Ada: First', 'Ada: 📞 is calling you']);
  await click('📞 is calling you', 'accepted');
  await eventually(opened, [there, call.url]);
  await eventually(() => app.memory.ringingCalls.byMessage(call.message_id), undefined, 'the call has been answered');
  // Read elsewhere: the next page removes the notification.
  await mia.post('/messages/flags', { op: 'add', flag: 'read', messages: [first, second] });
  await page.goto(`${origin}/#inbox`);
  await eventually(() => shown(page), []);
  const third = await ada.sendDirectMessage([mia], 'Third');
  await eventually(() => shown(page), ['Ada: Third']);
  await click('Third');
  await page.locator(`#m${third}`).waitFor();
  await eventually(opened, [there, call.url, 'in front']);
  await eventually(() => shown(page), []);
  // Notifications of deleted messages disappear, and those of messages that the user can no longer read.
  await goTo(page, '#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  const fourth = await ada.sendDirectMessage([mia], 'Fourth');
  await ada.post('/channels/create', {
    name: 'attic',
    subscribers: [mia.id, ada.id],
    invite_only: true,
    send_new_subscription_messages: false,
  });
  await ada.sendMessage('attic', 'boxes', 'Secret for @**Mia**');
  await eventually(() => shown(page), ['Ada (#attic › boxes): Secret for @Mia', 'Ada: Fourth']);
  await ada.delete(`/messages/${fourth}`);
  await eventually(() => shown(page), ['Ada (#attic › boxes): Secret for @Mia']);
  await ada.delete('/users/me/subscriptions', { subscriptions: ['attic'], principals: [mia.id] });
  await eventually(() => shown(page), []);
  // A user with a focused window is notified by that window.
  await bring({ title: 'Ada', body: 'Known', icon: '', tag: `message-${third + 1}`, url: '/', time: 0, lang: 'en' });
  const renewed = 'https://push.example.com/renewed';
  await worker.evaluate(
    ([address, keys]) => {
      const scope = globalThis as any;
      const newSubscription = { toJSON: () => ({ endpoint: address, keys }) };
      scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('pushsubscriptionchange'), { newSubscription }));
    },
    [renewed, browser.keys] as const,
  );
  await waitUntil(() => app.webPush.byEndpoint(renewed)?.user_id === mia.id);
  assert.deepEqual(await shown(page), []);
  // The next user of this browser sees nothing of it.
  await ada.sendDirectMessage([mia], 'Between us');
  await eventually(() => shown(page), ['Ada: Between us']);
  await endSession(mia, context);
  await page.getByRole('textbox', { name: /mail/i }).waitFor();
  await eventually(() => shown(page), []);
  await close(NO_PUSH_SERVICE);
});

test('a browser with a push subscription is registered with the server', async () => {
  const { mia, app } = await kitchenTeam();
  const window = await openWindow(mia, '#inbox', WITH_WORKER);
  const { page, close } = window;
  await worker(window);
  // Test browsers deny notifications and have no push service, so this one fakes both.
  await page.addInitScript(() => {
    const text = (bytes: Uint8Array) =>
      btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');
    Object.assign(globalThis, { Notification: { permission: 'granted' } });
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async (options) => {
      const key = new Uint8Array(options!.applicationServerKey as ArrayBuffer);
      if (key.length !== 65 || !options!.userVisibleOnly) throw new Error('not a key');
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
      const keys = { p256dh: text(point), auth: text(new Uint8Array(16)) };
      return { toJSON: () => ({ endpoint: 'https://push.example.com/mia', keys }) } as unknown as PushSubscription;
    };
  });
  const known = page.waitForResponse((response) => response.url().endsWith('/json/web_push/subscriptions'));
  await page.reload();
  assert.equal((await known).status(), 200);
  assert.equal(app.webPush.byEndpoint('https://push.example.com/mia')?.user_id, mia.id);
  await close();
});

test('without a push service, a test notification is shown by the page', async () => {
  const { mia } = newTeam();
  const { page, context, close } = await openWindow(mia, '#settings/notifications', {
    ...WITH_WORKER,
    permissions: ['notifications'],
  });
  const opened = { page, context } as Window;
  await worker(opened);
  await context.serviceWorkers()[0]!.evaluate(recordNotifications);
  await page.addInitScript(recordNotifications);
  await page.reload();
  const button = page.getByRole('button', { name: 'Send test notification', exact: true });
  // This Chromium has no push service, so the page shows it.
  await button.click();
  await page.getByText('This browser: shown while a page is open.').waitFor();
  assert.deepEqual(
    await shown(page),
    [': This is a test notification.'].map((text) => `${mia.team.app.realm.get('name')}${text}`),
  );

  await close(NO_PUSH_SERVICE);
});

test('a test notification travels from the server through a push service to the service worker', async () => {
  const { mia, app } = newTeam();
  const { page, context, close } = await openWindow(mia, '#settings/notifications', {
    ...WITH_WORKER,
    permissions: ['notifications'],
  });
  await worker({ page, context } as Window);
  await context.serviceWorkers()[0]!.evaluate(recordNotifications);
  await page.addInitScript(recordNotifications);

  // The push service: it passes on what the server has encrypted, and the browser decrypts it.
  const bring = await pushesTo(await mia.team.url, page, context);
  const browser = new PushBrowser('hers');
  const service = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    await bring(browser.decrypt(Buffer.concat(pieces)));
    response.writeHead(201).end();
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  after(() => service.close());
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const { token_hash } = app.sessions.ofUser(mia.id)[0]!;
  app.db.write(() => app.webPush.add(mia.id, token_hash, endpoint, browser.keys.p256dh, browser.keys.auth, 0));
  await page.addInitScript((address) => {
    PushManager.prototype.getSubscription = async () => {
      const { public_key } = await (await fetch('/json/web_push/key')).json();
      const base64 = public_key.replaceAll('-', '+').replaceAll('_', '/');
      const applicationServerKey = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer;
      const keys = { p256dh: '', auth: '' };
      return {
        endpoint: address,
        options: { applicationServerKey },
        toJSON: () => ({ endpoint: address, keys }),
      } as any;
    };
  }, endpoint);
  // The server does not send to its own network, except in this test.
  await page.route('**/json/notification_targets/*/test', async (route) => {
    const id = route.request().url().split('/').at(-2)!;
    const result = await prepareTest(app, app.users.byId(mia.id)!, id, true)();
    await route.fulfill({ json: { result: 'success', msg: '', ...result } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Send test notification', exact: true }).click();
  await page.getByText('This browser: delivered.').waitFor();
  const name = app.realm.get('name');
  await eventually(
    async () => (await shown(page)).every((one) => one === `${name}: This is a test notification.`),
    true,
  );
  await assertAccessible(page, 'a tested notification');
  await close(NO_PUSH_SERVICE);
});

test('a test notification says that the browser blocks notifications', async () => {
  const { mia } = newTeam();
  const { page, close } = await openWindow(mia, '#settings/notifications', {
    before: (page) =>
      page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' })),
  });
  await page.getByText('Your browser blocks notifications.').waitFor();
  await page.getByRole('button', { name: 'Send test notification', exact: true }).click();
  await page.getByText('This browser: blocked.').waitFor();
  await close();
});
