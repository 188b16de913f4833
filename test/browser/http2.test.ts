import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selfSigned } from '../support/acme.ts';
import { openTab } from '../support/browser.ts';
import { createAccount, startServer, temporaryFolder } from '../support/process.ts';
import { waitUntil } from '../support/until.ts';

const TABS = 7;

test('seven tabs that cannot share a poll wait for events at once over HTTP/2', async () => {
  const data = temporaryFolder();
  const { cert, key } = selfSigned(temporaryFolder(), 'own', ['localhost', '127.0.0.1']);
  const ada = await createAccount(data, 'Ada', '--owner', '--password', 'engine no 1');
  const tls = ['--tls-cert', cert, '--tls-key', key];
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0', '--metrics-token', 'm', ...tls]);
  const first = await openTab({ ignoreHTTPSErrors: true });
  const { page, context } = first;
  // Tabs that reach each other share one poll.
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));
  await page.goto(`${server.url}/login/`);
  await page.fill('[name=username]', ada.email);
  await page.fill('[name=password]', 'engine no 1');
  await page.click('main button[type=submit]');
  await page.waitForURL((url) => url.pathname === '/');
  assert.deepEqual((await context.cookies()).map(({ name, secure }) => [name, secure]).sort(), [
    ['__Host-csrftoken', true],
    ['__Host-known_browser', true],
    ['__Host-sessionid', true],
  ]);
  for (let more = 1; more < TABS; more++) await (await context.newPage()).goto(`${server.url}/`);
  const protocol = await page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
  );
  assert.equal(protocol, 'h2');
  const waiting = async () => {
    const answer = await context.request.get(`${server.url}/metrics`, { headers: { Authorization: 'Bearer m' } });
    return /^klatch_polls_waiting (\d+)$/m.exec(await answer.text())?.[1];
  };
  await waitUntil(async () => (await waiting()) === String(TABS), waiting);
  await first.close();
  await server.stop();
});
