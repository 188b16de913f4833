import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { ask, createAccount, folder, startServer } from '../support/process.ts';
import { windowAt } from './client.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

async function signIn(url: string, username: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/accounts/login/`, { method: 'POST', body: new URLSearchParams({ username, password: PASSWORD }) });
  return Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      return [name!, decodeURIComponent(value!)];
    }),
  );
}

const PASSWORD = 'correct horse battery';

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`the server restarts (${signal}): the window goes on by itself, and misses nothing`, async () => {
    const data = folder();
    const ada = await createAccount(data, 'Ada', '--role', 'owner', '--password', PASSWORD);
    const mia = await createAccount(data, 'Mia', '--password', PASSWORD);
    const port = await freePort();
    const args = ['serve', '--data', data, '--listen', `127.0.0.1:${port}`];
    const before = await startServer(args);
    await ask(before.url, ada, 'POST', '/channels/create', { name: 'kitchen', subscribers: [ada.user_id, mia.user_id] });
    const say = (content: string) => ask(before.url, ada, 'POST', '/messages', { type: 'channel', to: 'kitchen', topic: 'lunch', content });
    await say('Before');
    const { reply } = await ask(before.url, mia, 'GET', '/users/me/subscriptions');
    const channel = reply.subscriptions.find(({ name }: { name: string }) => name === 'kitchen').stream_id;
    const { page, message, troubles, close } = await windowAt(
      before.url,
      await signIn(before.url, 'mia@example.com'),
      `#narrow/channel/${channel}/topic/lunch`,
    );
    await message('Before').waitFor();
    const shell = await page.locator('.shell').elementHandle();
    await before.stop(signal);
    const after = await startServer(args);
    await say('Meanwhile');
    await message('Meanwhile').waitFor({ timeout: 30_000 });
    await say('Afterwards');
    await message('Afterwards').waitFor();
    assert.equal(await message('Before').count(), 1);
    assert.ok(await shell!.evaluate((element) => element.isConnected), 'the page is the same');
    // What could not be reached for a moment, the console says.
    troubles.splice(0, 99, ...troubles.filter((text) => !/net::ERR|Failed to load resource/.test(text)));
    await close();
    await after.stop();
  });
