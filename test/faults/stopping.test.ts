import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { createAccount, folder, type Login } from '../support/process.ts';
import { serve } from './senders.ts';

/** KLATCH_POLLS=10000 where as many files may be open. */
const POLLS = Number(process.env.KLATCH_POLLS ?? 1000);
const AT_ONCE = 100;

test('told to stop, a server lets all who wait for news go and ends within five seconds', async (t) => {
  const data = folder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serve(data);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const polls: Promise<{ events: unknown[] }>[] = [];
  for (let count = 0; count < POLLS; count += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const { queue_id } = await ask(agent, server.url, ada, 'POST', '/register', 'event_types=["message"]&fetch_event_types=[]');
        polls.push(ask(agent, server.url, ada, 'GET', `/events?queue_id=${queue_id}&last_event_id=-1`));
      }),
    );
  const begun = performance.now();
  assert.equal((await server.stop()).code, 0);
  const took = performance.now() - begun;
  assert.ok(took < 5000, `it took ${took} ms`);
  for (const poll of polls) assert.deepEqual((await poll).events, []);
  t.diagnostic(`${POLLS} polls let go in ${Math.round(took)} ms`);
  agent.destroy();
});

/** fetch would keep most of them waiting for a connection. */
function ask(agent: Agent, url: string, { email, api_key }: Login, method: string, path: string, body?: string): Promise<any> {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
    ...(body && { 'Content-Type': 'application/x-www-form-urlencoded' }),
  };
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/api/v1${path}`, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => resolve(JSON.parse(text)));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}
