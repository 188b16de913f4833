import assert from 'node:assert/strict';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/kernel/http/auth.ts';
import { UNREACHABLE } from '../support/browser.ts';
import { CuttableConnection } from '../support/connection.ts';
import { newTeam, type TestUser } from '../support/team.ts';
import {
  assertAccessible,
  eventually,
  intercept,
  openWindow,
  openWindowAt,
  unreachableNotice,
  unreadCount,
  WITH_WORKER,
} from './client.ts';
import { kitchenTeam } from './teams.ts';

type Answer = (response: ServerResponse) => void;

/** A proxy before the server of a user. It answers itself what `answerTo` returns an answer for. */
async function startProxy(mia: TestUser, answerTo: (request: IncomingMessage) => Answer | undefined) {
  const target = await mia.team.url;
  const proxy = createServer((request, response) => {
    const instead = answerTo(request);
    if (instead) return instead(response);
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
  return { proxy, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

/** The cookies of a new session of a user. */
function getSession({ id, team: { app } }: TestUser): Record<string, string> {
  const { token, csrf } = openSession(app, app.users.byId(id)!);
  app.db.commit();
  return { [SESSION_COOKIE]: token, [CSRF_COOKIE]: csrf };
}

test('while the server is unreachable the page still opens, shows a notice, and reconnects by itself', async () => {
  const { mia, lunch } = await kitchenTeam();
  const connection = await CuttableConnection.to(await mia.team.url);
  const { page, message, close } = await openWindow(mia, lunch, { ...WITH_WORKER, connection });
  await message('Soup today').waitFor();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  // The second load comes from the service worker's cache.
  await page.reload();
  await message('Soup today').waitFor();
  await page.waitForFunction(async () => (await (await caches.open('shell')).match('/')) !== undefined);
  connection.cut();
  await page.reload();
  await unreachableNotice(page).waitFor();
  await assertAccessible(page, 'offline');
  connection.restore();
  await message('Soup today').waitFor();
  await unreachableNotice(page).waitFor({ state: 'detached' });
  await close(UNREACHABLE);
});

test('while something else answers for the server, nothing is lost or wrongly shown as sent', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  let answer: Answer | undefined;
  let answerToSend: Answer | undefined;
  const { proxy, url } = await startProxy(mia, ({ method, url }) =>
    method === 'POST' && url === '/json/messages' ? answerToSend : answer,
  );
  const { page, message, send, go, close } = await openWindowAt(url, getSession(mia), lunch);
  await message('Soup today').waitFor();
  const insteads: Answer[] = [
    (response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
    (response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>'),
    (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome to our hotel</h1>'),
    (response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 })
        .write('{"result":"succ', () => response.destroy()),
  ];
  for (const [at, one] of insteads.entries()) {
    // The message is sent before the page notices, and repeated by itself.
    answerToSend = one;
    await send(`Hello ${at}`);
    const row = page.locator('.message-waits', { hasText: `Hello ${at}` });
    await row.getByText('Will be sent automatically.').waitFor();
    answer = one;
    proxy.closeAllConnections();
    await unreachableNotice(page).waitFor();
    if (at === 0) {
      await go('#narrow/is/starred');
      await page.getByText('Couldn’t load messages').waitFor();
    }
    answer = answerToSend = undefined;
    await unreachableNotice(page).waitFor({ state: 'detached' });
    if (at === 0) {
      await page.getByText('No messages yet').waitFor();
      await go(lunch);
    }
    await message(`Hello ${at}`).waitFor();
    await row.waitFor({ state: 'detached' });
  }
  await page.reload();
  await message('Hello 3').waitFor();
  await max.sendMessage('kitchen', 'lunch', 'All of them?');
  await message('All of them?').waitFor();
  await eventually(() => page.locator('article[data-id]', { hasText: 'Hello' }).count(), insteads.length);
  await close(UNREACHABLE);
});

const html = (status: number): Answer => {
  const page = `<!doctype html><title>Portal</title><h1>Portal</h1>`;
  return (response) => response.writeHead(status, { 'Content-Type': 'text/html' }).end(page);
};
const leadTo =
  (address: string): Answer =>
  (response) =>
    response.writeHead(302, { Location: address }).end();

test('a portal whose session ended asks again without losing what was typed', async () => {
  const { mia, lunch } = await kitchenTeam();
  let isOpen = true;
  let answer: Answer;
  const { proxy, url } = await startProxy(mia, ({ url }) => {
    if (isOpen) return undefined;
    // Portals send pages to where people sign in, and answer everything else in several ways.
    return url!.startsWith('/json/') ? answer : html(url === '/portal' ? 200 : 401);
  });
  const elsewhere = createServer((_, response) => html(200)(response));
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  after(() => elsewhere.close().closeAllConnections());
  const otherOrigin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  const { page, message, send, close } = await openWindowAt(url, getSession(mia), lunch);
  const again = page.getByRole('button', { name: 'Sign in again' });
  const answers: Answer[] = [leadTo(otherOrigin), leadTo('/portal'), html(200), html(401), html(403), html(511)];
  for (const [at, one] of answers.entries()) {
    await message('Soup today').waitFor();
    answer = one;
    isOpen = false;
    // The open poll does not end: the client notices the portal by what the user does.
    await send(`Hello ${at}`);
    await page.locator('#compose-text').fill(`Half a sentence ${at}`);
    await again.waitFor();
    await page.locator('.message-waits', { hasText: `Hello ${at}` }).waitFor();
    if (at === 0) await assertAccessible(page, 'portal');
    await again.click();
    await page.getByRole('heading', { name: 'Portal' }).waitFor();
    isOpen = true;
    await page.reload();
    await message(`Hello ${at}`).waitFor();
    await eventually(() => page.locator('#compose-text').inputValue(), `Half a sentence ${at}`);
    await page.locator('.message-waits').waitFor({ state: 'detached' });
  }
  // An error page of a proxy is no portal.
  answer = html(502);
  isOpen = false;
  await send('Hello 6');
  proxy.closeAllConnections();
  await unreachableNotice(page).waitFor();
  assert.equal(await again.count(), 0);
  // Somebody may sign in at the portal in another window.
  answer = html(401);
  await again.waitFor();
  isOpen = true;
  await again.waitFor({ state: 'detached' });
  await message('Hello 6').waitFor();
  await close(UNREACHABLE);
});

test('reading offline is reported after reconnecting; failed actions show an error and are reverted', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  await mia.patch('/settings', { timezone: 'Asia/Tokyo' });
  const connection = await CuttableConnection.to(await mia.team.url);
  const { page, message, go, close } = await openWindow(mia, lunch, { timezoneId: 'Europe/Paris', connection });
  await message('Soup today').waitFor();
  const zone = page.getByRole('region', { name: 'Time zone' });
  await zone.waitFor();
  await go('#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  const more = await max.sendMessage('kitchen', 'lunch', 'More soup');
  await page.locator('.view').getByText('lunch').waitFor();
  connection.cut();
  await unreachableNotice(page).waitFor();
  // At most one notice is shown at a time.
  await zone.waitFor({ state: 'hidden' });
  const before = await unreadCount(page);
  await go(lunch);
  await message('More soup').waitFor();
  await eventually(() => unreadCount(page), before - 1);
  const given = page.waitForRequest((request) => request.url().endsWith('/json/drafts'));
  await page.locator('#compose-text').fill('Half a sentence');
  await given;
  await message('More soup').focus();
  await page.keyboard.press('Control+s');
  await page.locator('.toast', { hasText: 'Can’t reach the server. Check your connection.' }).waitFor();
  connection.restore();
  await unreachableNotice(page).waitFor({ state: 'detached' });
  await zone.waitFor();
  await eventually(async () => (await mia.get(`/messages/${more}`)).message.flags, ['read']);
  await eventually(
    async () => (await mia.get('/drafts')).drafts.map(({ content }: { content: string }) => content),
    ['Half a sentence'],
  );
  await eventually(() => unreadCount(page), before - 1);
  await close(UNREACHABLE);
});

test('a message is sent if the server is reachable, even when the browser reports no network', async () => {
  const { mia, lunch } = await kitchenTeam();
  const connection = await CuttableConnection.to(await mia.team.url);
  const { page, message, send, close } = await openWindow(mia, lunch, { connection });
  await message('Soup today').waitFor();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    dispatchEvent(new Event('offline'));
  });
  await unreachableNotice(page).waitFor({ state: 'detached' });
  await send('On this machine alone');
  await message('On this machine alone').waitFor();
  await eventually(() => page.locator('.message-waits, .message-sending').count(), 0);
  connection.cut();
  await page.getByText('You’re offline. What you write is saved.').waitFor();
  connection.restore();
  await unreachableNotice(page).waitFor({ state: 'detached' });
  await close(UNREACHABLE);
});

test('a page whose script fails to load says so, and loads it when the user retries', async () => {
  const { ada } = newTeam();
  const connection = await CuttableConnection.to(await ada.team.url);
  const { page, context, errors, go } = await openWindow(ada, '#inbox', { connection });
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  const failing = await intercept(page, '**/static/client/**', (route) => route.abort());
  await go('#groups');
  await page.getByRole('heading', { name: 'This page couldn’t be loaded' }).waitFor();
  failing.stop();
  // Without a connection, the page stays: reloading it would show the browser's error.
  connection.cut();
  await unreachableNotice(page).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  connection.restore();
  await unreachableNotice(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Create group' }).waitFor();
  await context.close();
  assert.deepEqual(
    errors.filter((text) => !text.includes('/static/client/') && !UNREACHABLE.test(text)),
    [],
  );
});
