import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, WITH_WORKER, type Window, windowOf } from './client.ts';

async function kitchen() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  const channel = ada.team.app.channels.named('kitchen')!.id;
  await max.say('kitchen', 'lunch', 'Soup today');
  return { ...team, lunch: `#narrow/channel/${channel}/topic/lunch` };
}

const worker = ({ page }: Window) => page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');

test('while the server is away the page opens all the same, says so, and comes back by itself', async () => {
  const { mia, lunch } = await kitchen();
  const { page, context, message, troubles, close } = await windowOf(mia, lunch, WITH_WORKER);
  await message('Soup today').waitFor();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  // The second time it comes through the worker, which keeps it.
  await page.reload();
  await message('Soup today').waitFor();
  await page.waitForFunction(async () => (await (await caches.open('shell')).match('/')) !== undefined);
  await context.setOffline(true);
  await page.reload();
  await page.getByText('You are offline').waitFor();
  await assertAccessible(page, 'offline');
  await context.setOffline(false);
  await message('Soup today').waitFor();
  await page.getByText('You are offline').waitFor({ state: 'detached' });
  // What could not be reached for a moment, the console says.
  troubles.splice(0, 99, ...troubles.filter((text) => !/net::ERR|Failed to (fetch|load)/.test(text)));
  await close();
});

test('a browser that may be woken is made known to the server', async () => {
  const { mia, app } = await kitchen();
  const window = await windowOf(mia, '#inbox', WITH_WORKER);
  const { page, close } = window;
  await worker(window);
  // Browsers for tests let nobody be notified and have no push service; this one pretends to.
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

test('the client speaks the person’s language, also another one from now on, and reads from the right where that is so', async () => {
  const { mia, lunch } = await kitchen();
  await mia.patch('/settings', { default_language: 'de', twenty_four_hour_time: true });
  const { page, message, go, close } = await windowOf(mia, lunch, { locale: 'en-US' });
  await message('Soup today').waitFor();
  await page.getByRole('navigation', { name: 'Unterhaltungen' }).getByText('Posteingang').waitFor();
  await eventually(() => page.locator('html').getAttribute('lang'), 'de');
  await eventually(() => message('Soup today').locator('time').first().textContent(), /^\d\d:\d\d$/);
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
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing hangs over');
  const side = await page.evaluate(() => document.querySelector('.sidebar')!.getBoundingClientRect().left > innerWidth / 2);
  assert.ok(side, 'the list is where one begins to read');
  await assertAccessible(page, 'from the right');
  await close();
});
