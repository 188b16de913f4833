import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sendRequest } from '../../support/http-request.ts';
import { assertFollowsRules, metricValue } from '../../support/metrics.ts';
import {
  ask,
  createOrganization,
  getAuthorization,
  run,
  serve,
  states,
  waitUntilClosed,
} from '../../support/organizations.ts';
import { type RunningServer, runKlatch, temporaryFolder } from '../../support/process.ts';
import { ambiguousRequests, assertAsksForBodies, assertOthersIntact } from '../../support/raw-requests.ts';
import { waitUntil } from '../../support/until.ts';

/** Two organizations with a process each. */
async function serveApart(...flags: string[]) {
  const folder = temporaryFolder();
  const ada = await createOrganization(folder, 'bakery', 'Ada');
  const max = await createOrganization(folder, 'brewery', 'Max');
  const size = flags.includes('--organization-process-mib') ? [] : ['--organization-process-mib', '0'];
  const server = await serve(folder, ...size, ...flags);
  return { folder, server, ada, max };
}

/** The process that has an organization open. */
const getProcess = (folder: string, organization: string): number =>
  JSON.parse(readFileSync(join(folder, organization, 'klatch.lock'), 'utf8')).pid;

test('a large organization has a process of its own, whose work holds up no other organization', async () => {
  const { folder, server, ada, max } = await serveApart();
  assert.equal((await ask(server, ada, 'GET', '/users/me')).full_name, 'Ada');
  assert.equal((await ask(server, max, 'GET', '/users/me')).full_name, 'Max');
  const bakery = getProcess(folder, 'bakery');
  assert.ok(bakery !== server.pid && bakery !== getProcess(folder, 'brewery'));
  // An answer that takes forever.
  process.kill(bakery, 'SIGSTOP');
  const slow = ask(server, ada, 'GET', '/users/me');
  for (let request = 0; request < 20; request++)
    assert.equal((await ask(server, max, 'POST', '/register')).result, 'success');
  process.kill(bakery, 'SIGCONT');
  assert.equal((await slow).full_name, 'Ada');
  await server.stop();
  assert.equal(existsSync(join(folder, 'bakery', 'klatch.lock')), false);
});

test('commands, suspension and backups reach an organization with a process of its own', async () => {
  const { folder, server, ada } = await serveApart('--requests-per-minute', '9');
  for (let request = 0; request < 9; request++) assert.equal((await ask(server, ada, 'GET', '/users/me')).status, 200);
  assert.equal((await ask(server, ada, 'GET', '/users/me')).status, 429);
  const command = ['group', 'create', 'bakers', '--organizations', folder, '--organization', 'bakery'];
  assert.match((await runKlatch(command)).stderr, /through the server running on it/);
  process.kill(server.pid, 'SIGUSR2');
  await waitUntil(
    () => existsSync(join(folder, 'bakery', 'backups')) && existsSync(join(folder, 'brewery', 'backups')),
  );
  assert.deepEqual(await states(folder), { bakery: 'open', brewery: 'open' });
  await run(folder, 'organization', 'suspend', 'bakery');
  assert.equal((await ask(server, ada, 'GET', '/users/me')).code, 'REALM_DEACTIVATED');
  await waitUntil(() => !existsSync(join(folder, 'bakery', 'klatch.lock')));
  await server.stop();
});

test('each organization has its metrics, in whichever process it is, and the server has its own', async () => {
  for (const mib of ['0', '100000']) {
    const { server, ada } = await serveApart('--metrics', 'on', '--organization-process-mib', mib);
    const read = (host: string, more = {}) => sendRequest(`${server.url}/metrics`, 'GET', { host, ...more });
    await ask(server, ada, 'POST', '/register');
    const ofBakery = await read('bakery.example.com');
    assert.equal(ofBakery.response.status, 200, ofBakery.text);
    assertFollowsRules(ofBakery.text);
    assert.equal(metricValue(ofBakery.text, 'klatch_event_queues'), 1);
    assert.equal(metricValue(ofBakery.text, 'klatch_http_request_seconds_count{kind="register"}'), 1);
    const ofServer = await read('nobody.example.com');
    assert.equal(ofServer.response.status, 200, ofServer.text);
    assertFollowsRules(ofServer.text);
    assert.equal(metricValue(ofServer.text, 'klatch_organizations'), 2);
    assert.equal(metricValue(ofServer.text, 'klatch_organizations_open'), 1);
    for (const host of ['bakery.example.com', 'nobody.example.com'])
      assert.equal((await read(host, { 'x-forwarded-for': '192.0.2.7' })).response.status, 403, host);
    await server.stop();
  }
});

test('a client keeps its events while its large organization is closed and opened again', async () => {
  const { folder, server, ada } = await serveApart('--organization-idle', '1s');
  const { queue_id } = await ask(server, ada, 'POST', '/register', { event_types: '["message"]' });
  await waitUntilClosed(folder, 'bakery');
  assert.ok(await receives(server, ada, queue_id));
  await server.stop();
});

test('an organization whose process was killed is opened again, with its event queues', async () => {
  const { folder, server, ada } = await serveApart();
  const { queue_id } = await ask(server, ada, 'POST', '/register');
  const polling = ask(server, ada, 'GET', '/events', { queue_id, last_event_id: '-1' }).catch(() => undefined);
  const killed = getProcess(folder, 'bakery');
  process.kill(killed, 'SIGKILL');
  await polling;
  await waitUntil(async () => (await ask(server, ada, 'GET', '/users/me')).status === 200);
  assert.notEqual(getProcess(folder, 'bakery'), killed);
  assert.match(server.said.stderr, /the process of the organization ended/);
  const { result } = await ask(server, ada, 'GET', '/events', { queue_id, last_event_id: '-1', dont_block: 'true' });
  assert.equal(result, 'success');
  await server.stop();
});

test('an organization that has grown moves to a process of its own, and its clients miss no event', async () => {
  const folder = temporaryFolder();
  const ada = await createOrganization(folder, 'bakery', 'Ada');
  const server = await serve(
    folder,
    ...['--organization-process-mib', '2', '--organization-idle', '3s', '--rate-limits', 'off'],
  );
  const { queue_id } = await ask(server, ada, 'POST', '/register', { event_types: '["message"]' });
  assert.equal(getProcess(folder, 'bakery'), server.pid);
  const text = 'Bread and butter. '.repeat(500);
  for (let count = 0; count < 200; count++) {
    const reply = await ask(server, ada, 'POST', '/messages', {
      type: 'direct',
      to: `[${ada.user_id}]`,
      content: text,
    });
    assert.equal(reply.result, 'success', JSON.stringify(reply));
  }
  await waitUntil(async () => {
    await ask(server, ada, 'GET', '/users/me');
    return getProcess(folder, 'bakery') !== server.pid;
  });
  const { events } = await ask(server, ada, 'GET', '/events', { queue_id, last_event_id: '-1', dont_block: 'true' });
  assert.equal(events.filter(({ type }: { type: string }) => type === 'message').length, 200);
  await server.stop();
});

test('no request of an outsider changes or reveals those of others on the way to an organization', async () => {
  const { server, ada, max } = await serveApart('--rate-limits', 'off');
  const key = getAuthorization(ada);
  await ask(server, max, 'GET', '/users/me');
  await assertOthersIntact(server.url, ambiguousRequests(ada.host, key), {
    async send(content) {
      const { id, msg } = await ask(server, ada, 'POST', '/messages', {
        ...{ type: 'direct', to: `[${ada.user_id}]`, content },
      });
      assert.ok(id, msg);
      return (await ask(server, ada, 'GET', `/messages/${id}`, { apply_markdown: 'false' })).message.content;
    },
  });
  await server.stop();
});

test('an organization with a process of its own asks for a body only if it wants to read it', async () => {
  const { server, ada } = await serveApart();
  await ask(server, ada, 'GET', '/users/me');
  await assertAsksForBodies(server.url, ada.host, getAuthorization(ada));
  await server.stop();
});

/** Whether a queue gets the event of a new message. */
async function receives(server: RunningServer, user: Parameters<typeof ask>[1], queue_id: string): Promise<boolean> {
  const { id } = await ask(server, user, 'POST', '/messages', {
    ...{ type: 'direct', to: `[${user.user_id}]`, content: 'Still here?' },
  });
  const { events } = await ask(server, user, 'GET', '/events', { queue_id, last_event_id: '-1', dont_block: 'true' });
  return events.some(({ type, message }: any) => type === 'message' && message.id === id);
}
