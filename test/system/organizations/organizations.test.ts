import assert from 'node:assert/strict';
import { chownSync, cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import Database from 'better-sqlite3';
import { startAuthority } from '../../support/acme.ts';
import { sendRequest } from '../../support/http-request.ts';
import {
  ask,
  createOrganization,
  type Member,
  member,
  rejected,
  run,
  serve,
  settingsOf,
  states,
  waitUntilClosed,
} from '../../support/organizations.ts';
import { freePort } from '../../support/port.ts';
import { type Login, runKlatch, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

test('several organizations are served by one process, each at its host and with its own accounts', async () => {
  const folder = temporaryFolder();
  const server = await serve(folder);
  assert.match(server.said.stderr, /0 organizations in .*\n +Create one: .* organization create NAME --host/);
  const bakery = await run(
    folder,
    ...['organization', 'create', 'bakery', '--host', 'bakery.example.com', '--owner', 'ada@example.com'],
  );
  assert.match(bakery.link, /^https:\/\/bakery\.example\.com\/login\/link\//);
  // A name has two characters at least, but this address is enough.
  const create = 'organization create brewery --host brewery.example.com --owner m@example.com'.split(' ');
  const { stderr } = await runKlatch([...create, '--organizations', folder]);
  assert.match(stderr, /\nCreated brewery at https:\/\/brewery\.example\.com\. This link signs m@example\.com in once/);
  assert.equal(stderr.split('Data folder').length, 2, stderr);
  assert.equal(readFileSync(join(folder, 'brewery', 'klatch.toml'), 'utf8'), settingsOf('brewery'));
  const mia = await member(folder, 'bakery', 'Mia');
  const max = await member(folder, 'brewery', 'Max', '--owner');
  assert.equal((await ask(server, mia, 'GET', '/users/me')).full_name, 'Mia');
  assert.equal((await ask(server, max, 'GET', '/users/me')).full_name, 'Max');
  // The account of one organization is none in another, and another host is nobody's.
  assert.equal((await ask(server, { ...mia, host: max.host }, 'GET', '/users/me')).status, 401);
  const lost = await ask(server, { ...mia, host: 'winery.example.com' }, 'GET', '/users/me');
  assert.deepEqual([lost.status, lost.msg], [404, 'No organization has this address']);
  const settings = await ask(server, mia, 'GET', '/server_settings');
  assert.equal(settings.realm_url, 'https://bakery.example.com');
  const status = await ask(server, max, 'GET', '/server/status');
  assert.deepEqual([status.status, status.disk], [200, null], 'the disk is the operator’s');
  const health = await (await fetch(`${server.url}/health`)).json();
  assert.deepEqual([health.status, health.organizations, health.open], ['ok', 2, 2]);
  assert.deepEqual(await states(folder), { bakery: 'open', brewery: 'open' });
  await server.stop();
  // Without the server, commands work on the folders.
  const users = await run(folder, 'user', 'list', '--organization', 'bakery');
  assert.deepEqual(
    users.map(({ email }: Login) => email),
    ['ada@example.com', 'mia@example.com'],
  );
});

test('a temporary address opens a file of its own organization only, even if another one is a copy of it', async () => {
  const folder = temporaryFolder();
  const ada = await createOrganization(folder, 'bakery', 'Ada');
  const max = await createOrganization(folder, 'brewery', 'Max');
  let server = await serve(folder);
  const addressFor = async (account: Member, content: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([content]), 'plan.txt');
    const answer = new Response(form);
    const headers = {
      authorization: `Basic ${Buffer.from(`${account.email}:${account.api_key}`).toString('base64')}`,
      host: account.host,
      'content-type': answer.headers.get('content-type')!,
    };
    const body = await answer.text();
    const { text } = await sendRequest(`${server.url}/api/v1/user_uploads`, 'POST', headers, body as never);
    return (await ask(server, account, 'GET', JSON.parse(text).url)).url;
  };
  const open = async (path: string, host: string) =>
    (await sendRequest(server.url + path, 'GET', { host })).text.slice(0, 20);
  const [bread, beer] = [await addressFor(ada, 'Bread'), await addressFor(max, 'Beer')];
  assert.equal(await open(bread, ada.host), 'Bread');
  assert.equal(await open(beer, max.host), 'Beer');
  assert.match(await open(bread, max.host), /"result":"error"/);
  assert.match(await open(beer, ada.host), /"result":"error"/);
  await server.stop();
  // It has the same key and the same files.
  for (const name of ['klatch.db', 'uploads'])
    cpSync(join(folder, 'bakery', name), join(folder, 'brewery', name), { recursive: true });
  server = await serve(folder);
  assert.equal(await open(bread, ada.host), 'Bread', 'also after a restart');
  assert.match(await open(bread, max.host), /"result":"error"/);
  await server.stop();
});

test('an unused organization is closed, and a request opens it again without a gap in its events', async () => {
  const folder = temporaryFolder();
  const ada = await createOrganization(folder, 'bakery', 'Ada');
  const server = await serve(folder, '--organization-idle', '1s');
  const { queue_id } = await ask(server, ada, 'POST', '/register', { event_types: '["message"]' });
  await waitUntilClosed(folder, 'bakery');
  assert.equal(existsSync(join(folder, 'bakery', 'klatch.lock')), false);
  // A command is run by the server, too.
  const command = ['group', 'create', 'bakers', '--organizations', folder, '--organization', 'bakery'];
  assert.match((await runKlatch(command)).stderr, /through the server running on it/);
  const { id } = await ask(server, ada, 'POST', '/messages', {
    ...{ type: 'direct', to: `[${ada.user_id}]`, content: 'Still here?' },
  });
  const { events } = await ask(server, ada, 'GET', '/events', { queue_id, last_event_id: '-1', dont_block: 'true' });
  assert.deepEqual(
    events.map((event: any) => event.message.id),
    [id],
  );
  await server.stop();
});

test('to open another organization, the one that was not used for the longest time is closed', async () => {
  const folder = temporaryFolder();
  const names = ['bakery', 'brewery', 'winery', 'dairy'];
  const [ada, max, mia, zoe] = (await Promise.all(
    names.map((name, at) => createOrganization(folder, name, ['Ada', 'Max', 'Mia', 'Zoe'][at]!)),
  )) as [Member, Member, Member, Member];
  const server = await serve(folder, '--organizations-open', '2');
  const { queue_id } = await ask(server, ada, 'POST', '/register', { event_types: '["message"]' });
  const polling = ask(server, ada, 'GET', '/events', { queue_id, last_event_id: '-1' });
  for (const user of [max, mia]) await ask(server, user, 'GET', '/users/me');
  // A client waits in the bakery.
  const closed = { bakery: 'open', brewery: 'closed', dairy: 'closed', winery: 'open' };
  assert.deepEqual(await waitUntilClosed(folder, 'brewery'), closed);
  // Of more that are used, none is closed.
  const other = await ask(server, mia, 'POST', '/register', { event_types: '["message"]' });
  const alsoPolling = ask(server, mia, 'GET', '/events', { queue_id: other.queue_id, last_event_id: '-1' });
  assert.equal((await ask(server, zoe, 'GET', '/users/me')).full_name, 'Zoe');
  assert.equal((await ask(server, max, 'GET', '/users/me')).full_name, 'Max');
  await waitUntilClosed(folder, 'dairy');
  const { id } = await ask(server, ada, 'POST', '/messages', {
    ...{ type: 'direct', to: `[${ada.user_id}]`, content: 'Still here?' },
  });
  assert.deepEqual(
    (await polling).events.map((event: any) => event.message.id),
    [id],
  );
  // Its client is about to ask for the next events.
  for (const user of [max, zoe]) await ask(server, user, 'GET', '/users/me');
  const last = await waitUntilClosed(folder, 'brewery');
  // The dairy is the next one that is closed.
  assert.deepEqual([last.bakery, last.winery], ['open', 'open']);
  await server.stop();
  await alsoPolling;
});

test('a closed organization is opened when a scheduled message is due', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'bakery');
  const ada = await createOrganization(folder, 'bakery', 'Ada');
  const server = await serve(folder, '--organization-idle', '1s');
  const due = Math.floor(Date.now() / 1000) + 3600;
  await ask(server, ada, 'POST', '/scheduled_messages', {
    ...{ type: 'direct', to: `[${ada.user_id}]`, content: 'Bread', scheduled_delivery_timestamp: String(due) },
  });
  await waitUntilClosed(folder, 'bakery');
  await server.stop();
  assert.equal(Number(readFileSync(join(data, 'next-run'), 'utf8')), due);
  // An hour later.
  const db = new Database(join(data, 'klatch.db'));
  db.prepare('UPDATE scheduled_message SET deliver_at = deliver_at - 3600').run();
  db.close();
  writeFileSync(join(data, 'next-run'), String(due - 3600));
  const next = await serve(folder, '--organization-idle', '1s');
  // No request opens it.
  await waitUntil(() => existsSync(join(data, 'klatch.lock')));
  await waitUntil(async () => (await ask(next, ada, 'GET', '/scheduled_messages')).scheduled_messages.length === 0);
  const { messages } = await ask(next, ada, 'GET', '/messages', { anchor: 'newest', num_before: '1', num_after: '0' });
  assert.match(messages[0].content, /Bread/);
  await next.stop();
});

test('a suspended organization answers nobody, keeps its data, and only then can be removed', async () => {
  const folder = temporaryFolder();
  const ada = await createOrganization(folder, 'bakery', 'Ada');
  const server = await serve(folder);
  const { queue_id } = await ask(server, ada, 'POST', '/register');
  const polling = ask(server, ada, 'GET', '/events', { queue_id, last_event_id: '-1' });
  assert.match(
    await rejected(folder, 'organization', 'remove', 'bakery', '--yes'),
    /^1 .*Only a suspended organization/,
  );
  // A command that needs the folder for itself does not ask to stop the server of all.
  assert.match(
    await rejected(folder, 'check', '--repair', '--organization', 'bakery'),
    /^3 .*in use by process \d+.* First: .*organization suspend bakery/,
  );
  assert.equal((await run(folder, 'healthcheck')).organizations, 1);
  assert.deepEqual(await run(folder, 'organization', 'suspend', 'bakery'), { name: 'bakery', changed: true });
  await polling;
  const reply = await ask(server, ada, 'GET', '/users/me');
  assert.deepEqual([reply.status, reply.code], [401, 'REALM_DEACTIVATED']);
  const page = await sendRequest(server.url, 'GET', { host: ada.host, accept: 'text/html', 'accept-language': 'de' });
  assert.match(page.text, / gesperrt<\/h1>/);
  assert.deepEqual(await states(folder), { bakery: 'suspended' });
  await run(folder, 'organization', 'resume', 'bakery');
  assert.equal((await ask(server, ada, 'GET', '/users/me')).full_name, 'Ada');
  await run(folder, 'organization', 'suspend', 'bakery', '--moving');
  const away = await ask(server, ada, 'GET', '/users/me');
  assert.deepEqual([away.status, away.code], [503, 'ORGANIZATION_UNAVAILABLE']);
  await waitUntil(() => !existsSync(join(folder, 'bakery', 'klatch.lock')));
  assert.match(await rejected(folder, 'organization', 'remove', 'bakery'), /^2 .*Nothing was deleted/);
  await run(folder, 'organization', 'remove', 'bakery', '--yes');
  assert.equal(existsSync(join(folder, 'bakery')), false);
  assert.equal((await ask(server, ada, 'GET', '/users/me')).status, 404);
  await server.stop();
});

test('what root does in the folder of another user can be read by the server, which runs as that user', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can give files away');
  const folder = temporaryFolder();
  const user = 54321;
  chownSync(folder, user, user);
  await run(folder, 'organization', 'create', 'bakery', '--host', 'bakery.example.com', '--owner', 'ada@example.com');
  await run(folder, 'organization', 'suspend', 'bakery');
  const target = temporaryFolder();
  chownSync(target, user, user);
  await run(folder, 'organization', 'resume', 'bakery');
  await run(folder, 'organization', 'move', 'bakery', '--to', target);
  for (const place of [folder, target]) {
    const found = ['bakery', ...readdirSync(join(place, 'bakery')).map((name) => join('bakery', name))];
    assert.deepEqual(
      found.filter((path) => statSync(join(place, path)).uid !== user),
      [],
    );
  }
});

test('an organization has limits of its own for users, storage and requests', async () => {
  const folder = temporaryFolder();
  await run(
    folder,
    ...['organization', 'create', 'bakery', '--host', 'bakery.example.com', '--max-users', '2'],
    ...['--requests-per-minute', '5', '--upload-quota-mib', '3'],
  );
  const ada = await member(folder, 'bakery', 'Ada', '--owner');
  const max = await createOrganization(folder, 'brewery', 'Max');
  const server = await serve(folder);
  await member(folder, 'bakery', 'Mia');
  assert.match(
    await rejected(folder, 'user', 'create', 'moe@example.com', '--organization', 'bakery'),
    /This organization has reached its limit of 2 users\.$/,
  );
  await run(folder, 'user', 'deactivate', 'mia@example.com', '--organization', 'bakery');
  await member(folder, 'bakery', 'Moe');
  assert.match(
    await rejected(folder, 'user', 'reactivate', 'mia@example.com', '--organization', 'bakery'),
    /limit of 2/,
  );
  const { max_file_upload_size_mib, realm_upload_quota_mib } = await ask(server, ada, 'POST', '/register');
  assert.deepEqual([max_file_upload_size_mib, realm_upload_quota_mib], [100, 3]);
  for (let request = 2; request <= 5; request++) assert.equal((await ask(server, ada, 'GET', '/users/me')).status, 200);
  const refused = await ask(server, ada, 'GET', '/users/me');
  assert.deepEqual([refused.status, refused.code], [429, 'RATE_LIMIT_HIT']);
  assert.equal((await ask(server, max, 'GET', '/users/me')).status, 200, 'others are not affected');
  await server.stop();
});

test('wrong names, hosts, folders and settings are explained, and one wrong organization hinders no other', async () => {
  const folder = temporaryFolder();
  const create = (name: string, host: string) => rejected(folder, 'organization', 'create', name, '--host', host);
  assert.match(await create('Bakery!', 'bakery.example.com'), /^2 .*cannot be the name of an organization/);
  assert.match(await create('certs', 'bakery.example.com'), /^2 .*cannot be the name/);
  assert.match(await create('bakery', 'no host'), /^2 .*is no host name/);
  assert.match(await create('bakery', 'bakery.example.com'), /^0 /);
  assert.match(await create('bakery', 'other.example.com'), /^1 .*already an organization 'bakery'/);
  assert.match(await create('brewery', 'bakery.example.com'), /^1 .*belongs to the organization 'bakery'/);
  assert.match(await rejected(folder, 'user', 'list'), /^2 .*Choose one of the organizations/);
  assert.match(await rejected(folder, 'user', 'list', '--organization', 'winery'), /^\d .*no organization 'winery'/);
  assert.match(await rejected(folder, 'user', 'list', '--data', folder), /^2 .*cannot be used together/);
  const { code, stderr } = await runKlatch(['user', 'list', '--organization', 'bakery']);
  assert.deepEqual([code, /--organizations must name the folder/.test(stderr)], [2, true]);
  assert.match(await rejected(folder, 'serve', 'chat.example.com'), /^2 .*Each organization has its own URL/);
  const ada = await member(folder, 'bakery', 'Ada', '--owner');
  await run(folder, 'organization', 'create', 'brewery', '--host', 'brewery.example.com');
  writeFileSync(join(folder, 'brewery', 'klatch.toml'), 'public-url = "https://brewery.example.com"\nlisten = ":80"\n');
  const server = await serve(folder, '--log-format', 'json');
  assert.equal((await ask(server, ada, 'GET', '/users/me')).status, 200);
  assert.equal((await ask(server, { ...ada, host: 'brewery.example.com' }, 'GET', '/users/me')).status, 404);
  assert.match(server.said.stderr, /listen is a setting of the server/);
  assert.deepEqual(await states(folder), { bakery: 'open', brewery: 'invalid' });
  await server.stop();
});

test('each host gets a certificate of its own, also one that is added while the server runs', async () => {
  const folder = temporaryFolder();
  const httpPort = await freePort();
  const acme = await startAuthority(() => `http://127.0.0.1:${httpPort}`);
  await run(folder, 'organization', 'create', 'bakery', '--host', 'bakery.example.com');
  const server = await serve(
    folder,
    ...['--organization-certificates', 'on', '--http-listen', `127.0.0.1:${httpPort}`],
    ...['--acme-directory', acme.directory],
  );
  await waitUntil(async () => (await getName(server.url, 'bakery.example.com', acme.root)) === 'bakery.example.com');
  assert.equal(await getName(server.url, 'brewery.example.com', acme.root), undefined);
  await run(folder, 'organization', 'create', 'brewery', '--host', 'brewery.example.com');
  await waitUntil(async () => (await getName(server.url, 'brewery.example.com', acme.root)) === 'brewery.example.com');
  assert.equal(acme.issued, 2);
  const { response } = await sendOverHttp(httpPort, 'brewery.example.com');
  assert.equal(response.headers.get('location'), `https://brewery.example.com:${new URL(server.url).port}/api/v1/x`);
  await server.stop();
});

/** A request that is not redirected. */
async function sendOverHttp(port: number, host: string) {
  const { request } = await import('node:http');
  const headers = await new Promise<Headers>((resolve, reject) =>
    request({ port, host: '127.0.0.1', path: '/api/v1/x', headers: { host } }, (response) => {
      response.resume();
      resolve(new Headers(response.headers as Record<string, string>));
    })
      .on('error', reject)
      .end(),
  );
  return { response: { headers } };
}

/** The name in the certificate that a server shows for a host; undefined: it rejects the handshake. */
function getName(url: string, servername: string, ca: string): Promise<string | undefined> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connectTls({ port: Number(port), host: '127.0.0.1', servername, ca }, () => {
      resolve(socket.getPeerCertificate().subjectaltname?.replace('DNS:', ''));
      socket.destroy();
    });
    socket.on('error', () => resolve(undefined));
  });
}
