import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNREACHABLE } from '../support/browser.ts';
import { freePort } from '../support/port.ts';
import { createAccount, sendRequest, signIn, startServer, temporaryFolder } from '../support/process.ts';
import { eventually, openWindowAt } from './client.ts';

const PASSWORD = 'correct horse battery';

test('after a planned restart and after a crash of the server, the window continues and misses nothing', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--role', 'owner', '--password', PASSWORD);
  const args = ['serve', '--data', data, '--listen', `127.0.0.1:${await freePort()}`];
  let server = await startServer(args);
  const { url } = server;
  const say = (content: string) =>
    sendRequest(url, ada, 'POST', '/messages', { type: 'channel', to: 'kitchen', topic: 'lunch', content });
  await sendRequest(url, ada, 'POST', '/channels/create', { name: 'kitchen', subscribers: [ada.user_id] });
  await say('Before');
  const { reply } = await sendRequest(url, ada, 'GET', '/users/me/subscriptions');
  const channel = reply.subscriptions.find(({ name }: { name: string }) => name === 'kitchen').stream_id;
  const window = await openWindowAt(
    url,
    await signIn(url, 'ada@example.com', PASSWORD),
    `#narrow/channel/${channel}/topic/lunch`,
  );
  const { page, message, close } = window;
  await message('Before').waitFor();
  const shell = await page.locator('.shell').elementHandle();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await server.stop(signal);
    server = await startServer(args);
    await say(`Meanwhile, ${signal}`);
    await message(`Meanwhile, ${signal}`).waitFor();
    await say(`Afterwards, ${signal}`);
    await message(`Afterwards, ${signal}`).waitFor();
  }
  await eventually(() => page.locator('article[data-id]').count(), 5, 'each once');
  assert.ok(await shell!.evaluate((element) => element.isConnected), 'the page is the same');
  // The console reports requests that failed for a moment.
  await close(UNREACHABLE);
  await server.stop();
});
