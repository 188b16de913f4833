import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sendRequest } from '../../support/http-request.ts';
import {
  ask,
  getAuthorization,
  type Member,
  member,
  rejected,
  run,
  serve,
  states,
} from '../../support/organizations.ts';
import { type RunningServer, runKlatch, temporaryFolder } from '../../support/process.ts';
import { assertAsksForBodies } from '../../support/raw-requests.ts';

const create = (folder: string, name: string) =>
  run(folder, 'organization', 'create', name, '--host', `${name}.example.com`);

/** Uploads a file, and returns its path. */
async function upload({ url }: RunningServer, { email, api_key, host }: Member, name: string, content: string) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const encoded = new Response(form);
  const outgoing = request(`${url}/api/v1/user_uploads`, {
    method: 'POST',
    auth: `${email}:${api_key}`,
    headers: { host, 'content-type': encoded.headers.get('content-type')! },
  });
  outgoing.end(Buffer.from(await encoded.arrayBuffer()));
  const [response] = await once(outgoing, 'response');
  return ((await json(response)) as { url: string }).url;
}

test('an organization moves to another server while people write, and nobody misses or repeats anything', async () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  const [old, other] = [await serve(from), await serve(to, '--behind-proxy', '127.0.0.0/8')];
  await create(from, 'bakery');
  const ada = await member(from, 'bakery', 'Ada', '--owner');
  const mia = await member(from, 'bakery', 'Mia');
  const { queue_id, last_event_id } = await ask(old, mia, 'POST', '/register', { event_types: '["message"]' });
  let isMoving = true;
  const sent: number[] = [];
  const writing = (async () => {
    for (let at = 0; isMoving || at < 20; at++) {
      const { id, result, msg } = await ask(old, ada, 'POST', '/messages', {
        type: 'direct',
        to: JSON.stringify([mia.user_id]),
        content: `bread ${at}`,
      });
      assert.equal(result, 'success', msg);
      sent.push(id);
      // As many as fast machines could send would exceed the rate limit.
      await setTimeout(20);
    }
  })();
  const moved = await run(from, 'organization', 'move', 'bakery', '--to', to, '--forward', other.url);
  isMoving = false;
  await writing;
  assert.equal(typeof moved.silence_ms, 'number');
  assert.doesNotMatch(other.said.stdout + other.said.stderr, /preparing the database|did not stop cleanly/);
  assert.deepEqual([await states(from), await states(to)], [{ bakery: 'moved' }, { bakery: 'open' }]);
  // The queue has moved, too, and the old server still answers for the new one.
  const { events } = await ask(old, mia, 'GET', '/events', { queue_id, last_event_id, dont_block: 'true' });
  const received = events.filter(({ type }: any) => type === 'message').map(({ message }: any) => message.id);
  assert.deepEqual(received, sent);
  const { messages } = await ask(other, mia, 'GET', '/messages', {
    anchor: 'newest',
    num_before: '5000',
    num_after: '0',
    narrow: JSON.stringify([{ operator: 'dm', operand: [ada.user_id] }]),
  });
  assert.deepEqual(
    messages.map(({ id }: any) => id),
    sent,
  );
  await run(from, 'organization', 'remove', 'bakery', '--yes');
  assert.equal((await ask(old, mia, 'GET', '/users/me')).status, 404);
  assert.equal((await ask(other, mia, 'GET', '/users/me')).status, 200);
});

test('a server that forwards to another asks for a body only if that one wants to read it', async () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  const [old, other] = [await serve(from), await serve(to, '--behind-proxy', '127.0.0.0/8')];
  await create(from, 'bakery');
  const ada = await member(from, 'bakery', 'Ada', '--owner');
  await run(from, 'organization', 'move', 'bakery', '--to', to, '--forward', other.url);
  await assertAsksForBodies(old.url, ada.host, getAuthorization(ada));
});

test('uploaded files move, and nothing of the move is left in either folder', async () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  const server = await serve(from);
  await create(from, 'bakery');
  const ada = await member(from, 'bakery', 'Ada', '--owner');
  const path = await upload(server, ada, 'dough.txt', 'flour, water, salt');
  await run(from, 'organization', 'move', 'bakery', '--to', to);
  assert.deepEqual(
    readdirSync(to).filter((name) => name.startsWith('.')),
    [],
  );
  // Without --forward, clients must try again until the host leads to the new server.
  const refused = await ask(server, ada, 'GET', '/users/me');
  assert.deepEqual([refused.status, refused.code], [503, 'ORGANIZATION_UNAVAILABLE']);
  const other = await serve(to);
  const { url } = await ask(other, ada, 'GET', path);
  const { text } = await sendRequest(other.url + url, 'GET', { host: ada.host });
  assert.equal(text, 'flour, water, salt');
  assert.equal((await runKlatch(['check', '--organizations', to, '--organization', 'bakery'])).code, 0);
});

test('an organization that the other side refuses stays where it is', async () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  const server = await serve(from);
  await create(from, 'bakery');
  const ada = await member(from, 'bakery', 'Ada', '--owner');
  await run(to, 'organization', 'create', 'mill', '--host', 'bakery.example.com');
  assert.match(
    await rejected(from, 'organization', 'move', 'bakery', '--to', to),
    /^1 .*the host bakery\.example\.com belongs to the organization 'mill' there/,
  );
  assert.match(
    await rejected(from, 'organization', 'move', 'bakery', '--to', 'two:/srv', '--ssh', join(to, 'no-such-program')),
    /^1 .*was not moved: /,
  );
  assert.match(await rejected(from, 'organization', 'move', 'mill', '--to', to), /^5 .*no organization 'mill'/);
  assert.match(await rejected(from, 'organization', 'move', 'bakery', '--to', to, '--forward', 'two/x'), /^2 /);
  assert.deepEqual(await states(from), { bakery: 'open' });
  assert.equal((await ask(server, ada, 'GET', '/users/me')).full_name, 'Ada');
  assert.ok(!existsSync(join(to, 'bakery')));
});
