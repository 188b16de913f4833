import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { LIMITS } from '../../src/limits.ts';
import { createAccount, type Login, temporaryFolder } from '../support/process.ts';
import { serveOptions } from './senders.ts';

/** KLATCH_POLLS=10000 works where a process may open as many files. */
const POLLS = Number(process.env.KLATCH_POLLS ?? 1000);
/** The maximum number of event queues of an account. */
const AT_ONCE = LIMITS.queues_of_user;

test('a stopping server answers all pending polls and streams', async (t) => {
  const data = temporaryFolder();
  const people: Login[] = [];
  for (let count = 0; count < POLLS; count += AT_ONCE) people.push(await createAccount(data, `Ada${people.length}`));
  const server = await serveOptions(data);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const polls: Promise<{ events: unknown[] }>[] = [];
  for (const person of people)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, at) => {
        const isStream = at % 2 === 0;
        const { queue_id } = await ask(
          agent,
          server.url,
          person,
          'POST',
          '/register',
          'event_types=["message"]&fetch_event_types=[]',
        );
        polls.push(
          ask(agent, server.url, person, 'GET', `/events?queue_id=${queue_id}&last_event_id=-1&stream=${isStream}`),
        );
      }),
    );
  const begun = performance.now();
  assert.equal((await server.stop()).code, 0);
  t.diagnostic(`${POLLS} polls let go in ${Math.round(performance.now() - begun)} ms`);
  for (const poll of polls) assert.deepEqual((await poll).events, []);
  agent.destroy();
});

test('a stopping server answers requests sent before the signal, even those not read yet', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serveOptions(data);
  const { queue_id } = (await ask(new Agent(), server.url, ada, 'POST', '/register', 'fetch_event_types=[]')) as {
    queue_id: string;
  };
  const key = Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64');
  const request = (path: string) =>
    `GET /api/v1${path} HTTP/1.1\r\nHost: klatch\r\nAuthorization: Basic ${key}\r\n\r\n`;
  const known = await connected(server.url);
  known.socket.write(request('/users/me'));
  await known.came(/ada@example\.com/);

  // The server is paused while requests arrive: two on an old connection, others on one that is not accepted yet.
  process.kill(server.pid, 'SIGSTOP');
  known.socket.write(request(`/events?queue_id=${queue_id}&last_event_id=-1`));
  const late = await Promise.all(Array.from({ length: 20 }, () => connected(server.url)));
  for (const { socket } of late) socket.write(request('/users/me'));
  const stopped = server.stop();
  process.kill(server.pid, 'SIGCONT');

  await known.came(/Connection: close[\s\S]*"events":\[\]/);
  for (const each of late) await each.came(/ada@example\.com/);
  assert.equal((await stopped).code, 0);
});

/** A connection, and everything it receives. */
async function connected(url: string): Promise<{ socket: Socket; came(what: RegExp): Promise<void> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => (text += part));
  await once(socket, 'connect');
  return {
    socket,
    async came(what) {
      while (!what.test(text)) {
        assert.ok(!socket.closed, `closed after: ${text}`);
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      }
    },
  };
}

/** fetch would queue most of the requests for a connection. */
function ask(
  agent: Agent,
  url: string,
  { email, api_key }: Login,
  method: string,
  path: string,
  body?: string,
): Promise<any> {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
    ...(body && { 'Content-Type': 'application/x-www-form-urlencoded' }),
  };
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/api/v1${path}`, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      // A stream has several answers.
      response.on('end', () => resolve(JSON.parse(text.split('data: ').at(-1)!)));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}
