import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../support/port.ts';
import {
  createAccount,
  type Login,
  runKlatch,
  sendRequest,
  startServer,
  temporaryFolder,
} from '../../support/process.ts';

const PASSWORD = 'correct horse';

/** A web client with a queue. Returns a function that fetches its events. */
async function browser(
  url: string,
  email: string,
  options: Record<string, string> = {},
): Promise<() => Promise<any[]>> {
  const signedIn = await fetch(`${url}/accounts/login/`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  });
  assert.equal(signedIn.status, 200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const headers = { cookie, 'x-csrftoken': /csrftoken=([^;]+)/.exec(cookie)![1]! };
  const json = async (path: string, init: RequestInit) =>
    (await (await fetch(`${url}/json${path}`, { headers, ...init })).json()) as any;
  const { queue_id } = await json('/register', {
    method: 'POST',
    body: new URLSearchParams({ fetch_event_types: '[]', ...options }),
  });
  let last = -1;
  return async () => {
    const { events } = await json(
      `/events?${new URLSearchParams({ queue_id, last_event_id: String(last), dont_block: 'true' })}`,
      {},
    );
    last = events.at(-1)?.id ?? last;
    return events.map(({ id: _id, ...event }: { id: number }) => event);
  };
}

/** The same for a program with an API key. */
async function program(url: string, login: Login): Promise<() => Promise<any[]>> {
  const { queue_id } = (await sendRequest(url, login, 'POST', '/register', { fetch_event_types: [] })).reply;
  return async () =>
    (await sendRequest(url, login, 'GET', '/events', { queue_id, last_event_id: -1, dont_block: true })).reply.events;
}

async function reload(data: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runKlatch(['reload-clients', ...args, '--data', data]);
  assert.deepEqual([code, stdout], [0, ''], stderr);
  return stderr.trim().split('\n').at(-1)!;
}

test('reload-clients makes web clients reload, and programs with an API key receive nothing', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner', '--password', PASSWORD);
  const gus = await createAccount(data, 'Gus', '--role', 'guest', '--password', PASSWORD);
  assert.equal(await reload(data), 'Asked 0 web clients to reload.', 'nobody is there');

  const listen = ['--listen', `127.0.0.1:${await freePort()}`];
  const server = await startServer(['--data', data, ...listen]);
  const [hers, hersToo, his] = [
    await browser(server.url, ada.email),
    await browser(server.url, ada.email),
    await browser(server.url, gus.email),
  ];
  const choosy = await browser(server.url, gus.email, { event_types: '["message"]' });
  const programs = [await program(server.url, ada), await program(server.url, gus)];

  assert.equal(await reload(data), 'Asked 3 web clients to reload.');
  for (const heard of [hers, hersToo, his])
    assert.deepEqual(await heard(), [{ type: 'web_reload_client', immediate: false }]);
  await reload(data, '--immediate');
  for (const heard of [hers, his]) assert.deepEqual(await heard(), [{ type: 'web_reload_client', immediate: true }]);
  for (const heard of [choosy, ...programs]) assert.deepEqual(await heard(), []);
  await server.stop();

  const again = await startServer(['--data', data, ...listen]);
  assert.deepEqual(
    (await his()).map(({ type }) => type),
    ['restart'],
  );
  await reload(data);
  assert.deepEqual(
    await his(),
    [{ type: 'web_reload_client', immediate: false }],
    'a queue stays a web client’s over a restart',
  );
  await again.stop();
});
