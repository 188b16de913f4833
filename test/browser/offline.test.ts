import assert from 'node:assert/strict';
import { createServer, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/kernel/http/auth.ts';
import { Wire } from '../support/connection.ts';
import { newTeam } from '../support/team.ts';
import {
  assertAccessible,
  eventually,
  forgiveUnreachable,
  outOfReach,
  unreadIn,
  WITH_WORKER,
  type Window,
  windowAt,
  windowOf,
  written,
} from './client.ts';

async function kitchen() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  const channel = ada.team.app.channels.named('kitchen')!.id;
  await max.say('kitchen', 'lunch', 'Soup today');
  return { ...team, lunch: `#narrow/channel/${channel}/topic/lunch` };
}

const worker = ({ page }: Window) =>
  page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');

test('while the server is unreachable the page still opens, shows a notice, and reconnects by itself', async () => {
  const { mia, lunch } = await kitchen();
  const wire = await Wire.to(await mia.team.url);
  const { page, message, troubles, close } = await windowOf(mia, lunch, { ...WITH_WORKER, wire });
  await message('Soup today').waitFor();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  // The second load comes from the service worker's cache.
  await page.reload();
  await message('Soup today').waitFor();
  await page.waitForFunction(async () => (await (await caches.open('shell')).match('/')) !== undefined);
  wire.cut();
  await page.reload();
  await outOfReach(page).waitFor();
  await assertAccessible(page, 'offline');
  wire.mend();
  await message('Soup today').waitFor();
  await outOfReach(page).waitFor({ state: 'detached' });
  forgiveUnreachable(troubles);
  await close();
});

test('while something else answers for the server, nothing is lost or wrongly shown as sent', async () => {
  const { mia, max, lunch } = await kitchen();
  let answer: ((response: ServerResponse) => void) | undefined;
  const target = await mia.team.url;
  const proxy = createServer((request, response) => {
    if (answer) return answer(response);
    const passed = forward(target + request.url, { method: request.method!, headers: request.headers }, (reply) => {
      response.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  after(() => proxy.close().closeAllConnections());
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { token, csrf } = openSession(mia.team.app, mia.team.app.users.byId(mia.id)!);
  mia.team.app.db.commit();
  const { page, message, say, go, troubles, close } = await windowAt(
    url,
    { [SESSION_COOKIE]: token, [CSRF_COOKIE]: csrf },
    lunch,
  );
  await message('Soup today').waitFor();
  const insteads: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
    (response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>'),
    (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome to our hotel</h1>'),
    (response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 })
        .write('{"result":"succ', () => response.destroy()),
  ];
  for (const [at, one] of insteads.entries()) {
    answer = one;
    proxy.closeAllConnections();
    await say(`Hello ${at}`);
    const row = page.locator('.message-failed', { hasText: `Hello ${at}` });
    await row.getByText('Can’t reach the server. Check your connection.').waitFor();
    await outOfReach(page).waitFor();
    if (at === 0) {
      await go('#narrow/is/starred');
      await page.getByText('Couldn’t load messages').waitFor();
    }
    answer = undefined;
    await outOfReach(page).waitFor({ state: 'detached' });
    if (at === 0) {
      await page.getByText('No messages yet').waitFor();
      await go(lunch);
    }
    await row.getByRole('button', { name: 'Try again' }).click();
    await message(`Hello ${at}`).waitFor();
    await row.waitFor({ state: 'detached' });
  }
  await page.reload();
  await message('Hello 3').waitFor();
  await max.say('kitchen', 'lunch', 'All of them?');
  await message('All of them?').waitFor();
  await eventually(() => page.locator('article[data-id]', { hasText: 'Hello' }).count(), insteads.length);
  forgiveUnreachable(troubles);
  await close();
});

test('reading offline is reported after reconnecting; failed actions show an error and are reverted', async () => {
  const { mia, max, lunch } = await kitchen();
  await mia.patch('/settings', { timezone: 'Asia/Tokyo' });
  const wire = await Wire.to(await mia.team.url);
  const { page, message, go, troubles, close } = await windowOf(mia, lunch, { timezoneId: 'Europe/Paris', wire });
  await message('Soup today').waitFor();
  const zone = page.getByRole('region', { name: 'Time zone' });
  await zone.waitFor();
  await go('#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  const more = await max.say('kitchen', 'lunch', 'More soup');
  await page.locator('.view').getByText('lunch').waitFor();
  wire.cut();
  await outOfReach(page).waitFor();
  // At most one notice is shown at a time.
  await zone.waitFor({ state: 'hidden' });
  const before = await unreadIn(page);
  await go(lunch);
  await message('More soup').waitFor();
  await eventually(() => unreadIn(page), before - 1);
  const given = page.waitForRequest((request) => request.url().endsWith('/json/drafts'));
  await page.locator('#compose-text').fill('Half a sentence');
  await given;
  await message('More soup').focus();
  await page.keyboard.press('Control+s');
  await page.locator('.toast', { hasText: 'Can’t reach the server. Check your connection.' }).waitFor();
  wire.mend();
  await outOfReach(page).waitFor({ state: 'detached' });
  await zone.waitFor();
  await eventually(async () => (await mia.get(`/messages/${more}`)).message.flags, ['read']);
  await eventually(
    async () => (await mia.get('/drafts')).drafts.map(({ content }: { content: string }) => content),
    ['Half a sentence'],
  );
  await eventually(() => unreadIn(page), before - 1);
  forgiveUnreachable(troubles);
  await close();
});

test('a message is sent if the server is reachable, even when the browser reports no network', async () => {
  const { mia, lunch } = await kitchen();
  const wire = await Wire.to(await mia.team.url);
  const { page, message, say, troubles, close } = await windowOf(mia, lunch, { wire });
  await message('Soup today').waitFor();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    dispatchEvent(new Event('offline'));
  });
  await outOfReach(page).waitFor({ state: 'detached' });
  await say('On this machine alone');
  await message('On this machine alone').waitFor();
  await eventually(() => page.locator('.message-waits, .message-sending').count(), 0);
  wire.cut();
  await page.getByText('You’re offline. What you write is saved.').waitFor();
  wire.mend();
  await outOfReach(page).waitFor({ state: 'detached' });
  forgiveUnreachable(troubles);
  await close();
});

test('a user removed from a channel while writing keeps the draft, and misses nothing when added again', async () => {
  const { ada, mia, max, app } = await kitchen();
  await ada.post('/channels/create', {
    name: 'secret',
    subscribers: [ada.id, mia.id, max.id],
    invite_only: true,
    history_public_to_subscribers: true,
  });
  await max.say('secret', 'plans', 'First');
  const place = `#narrow/channel/${app.channels.named('secret')!.id}/topic/plans`;
  const { page, message, go, close } = await windowOf(mia, place);
  await message('First').waitFor();
  await page.locator('#compose-text').fill('Half a sentence');
  await ada.delete('/users/me/subscriptions', { subscriptions: ['secret'], principals: [mia.id] });
  await page.getByText('Conversation not found').waitFor();
  await page.getByText('Your message was saved to drafts.').waitFor();
  await max.say('secret', 'plans', 'Second');
  await go('#drafts');
  await page.getByText('Half a sentence').waitFor();
  await go(place);
  await page.getByText('Conversation not found').waitFor();
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], principals: [mia.id] });
  for (const text of ['First', 'Second']) await message(text).waitFor();
  await written(page, 'Half a sentence');
  await ada.delete(`/streams/${app.channels.named('secret')!.id}`);
  await page.getByText('This channel is archived. You can’t send messages here.').waitFor();
  await ada.delete(`/users/${mia.id}`);
  await page.getByText('Your account or the organization was deactivated.').waitFor();
  await written(page, 'Half a sentence');
  await close();
});

test('a browser with a push subscription is registered with the server', async () => {
  const { mia, app } = await kitchen();
  const window = await windowOf(mia, '#inbox', WITH_WORKER);
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

test('the client uses the user’s language, can change it while running, and supports right-to-left', async () => {
  const { mia, lunch } = await kitchen();
  await mia.patch('/settings', { default_language: 'de', twenty_four_hour_time: true });
  const { page, message, go, close } = await windowOf(mia, lunch, {
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  });
  await message('Soup today').waitFor();
  await page.getByRole('navigation', { name: 'Unterhaltungen' }).getByText('Posteingang').waitFor();
  await eventually(() => page.locator('html').getAttribute('lang'), 'de');
  // Noon in London, and never 4:00.
  await eventually(() => message('Soup today').locator('time').first().textContent(), /^0\d:\d\d$/);
  await assertAccessible(page, 'German');
  await go('#narrow/sender/nobody@example.com');
  await page.getByText(/^So lässt sich nicht suchen \(/).waitFor();
  await go(lunch);
  await message('Soup today').waitFor();
  await mia.patch('/settings', { default_language: 'fr' });
  await page.getByText('Boîte de réception').first().waitFor();
  await mia.patch('/settings', { default_language: 'en' });
  await page.getByText('Inbox').first().waitFor();
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await eventually(
    () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    0,
    'nothing hangs over',
  );
  const side = () =>
    page.evaluate(() => document.querySelector('.sidebar')!.getBoundingClientRect().left > innerWidth / 2);
  await eventually(side, true, 'the list is where one begins to read');
  await assertAccessible(page, 'from the right');
  await close();
});
