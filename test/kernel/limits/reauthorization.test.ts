import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { deactivateUser } from '../../../src/chat/people/users/management-actions.ts';
import { getDeadline, isSlowRequestAllowed } from '../../../src/kernel/http/request-timeouts.ts';
import { png } from '../../support/images.ts';
import { assertRejected, newTeam, type Reply, type Team, type TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const deactivate = ({ team: { app }, id }: TestUser) => deactivateUser(app, undefined, app.users.byId(id)!);
const authorization = ({ email, apiKey }: TestUser) => `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;

/** The uploads in progress. */
const incoming = ({ app }: Team) => readdirSync(app.files.incoming);

/** A form whose last part has begun: the server authenticated its sender and waits for the rest. */
class SlowForm {
  readonly #socket: Socket;
  readonly #answer: Promise<Reply>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#answer = new Promise((resolve, reject) => {
      let text = '';
      socket.setEncoding('utf8');
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject);
      socket.on('end', () => {
        const [head, body] = text.split('\r\n\r\n') as [string, string];
        resolve({ ...JSON.parse(body), status: Number(head.split(' ')[1]) });
      });
    });
  }

  static async begin(person: TestUser, request: string, fields: Record<string, string>, host = 'x'): Promise<SlowForm> {
    const { hostname, port } = new URL(await person.team.url);
    const socket = connect(Number(port), hostname);
    const form = new SlowForm(socket);
    // The file of an earlier form may still be there, and disappear meanwhile.
    const before = new Set(incoming(person.team));
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    socket.write(
      `${request} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nAuthorization: ${authorization(person)}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\n\r\n',
    );
    form.#chunk(Buffer.from(parts.join('') + file));
    form.#chunk(await png());
    await waitUntil(() => incoming(person.team).some((file) => !before.has(file)));
    return form;
  }

  finish(): Promise<Reply> {
    this.#chunk(Buffer.from('\r\n--x--\r\n'));
    this.#socket.write('0\r\n\r\n');
    return this.#answer;
  }

  #chunk(bytes: Buffer): void {
    this.#socket.write(`${bytes.length.toString(16)}\r\n`);
    this.#socket.write(bytes);
    this.#socket.write('\r\n');
  }
}

const BOT = { full_name: 'Robo', short_name: 'robo' };

test('a member who is deactivated while their form is being received gets no new bot key', async () => {
  const { team, app, mia } = newTeam();
  const form = await SlowForm.begin(mia, 'POST /api/v1/bots', BOT);
  deactivate(mia);
  const reply = await form.finish();
  assert.deepEqual([reply.status, reply.code, reply.api_key], [401, 'USER_DEACTIVATED', undefined]);
  assert.deepEqual(app.users.listBots(mia.id), []);
  await waitUntil(() => incoming(team).length === 0);
});

test('a member who regenerates their API key while their form is being received gets no new bot key', async () => {
  const { mia } = newTeam();
  const form = await SlowForm.begin(mia, 'POST /api/v1/bots', BOT);
  await mia.post('/users/me/api_key/regenerate');
  const reply = await form.finish();
  assert.deepEqual([reply.status, reply.msg], [401, 'Invalid API key']);
});

test('an administrator who is demoted or deactivated while their form is received changes no role', async () => {
  const { app, ada, abe, mia } = newTeam();
  const { user_id } = await mia.post('/bots', BOT);
  for (const [lose, code] of [
    [() => ada.patch(`/users/${abe.id}`, { role: 400 }), 'BAD_REQUEST'],
    [() => deactivate(abe), 'USER_DEACTIVATED'],
  ] as const) {
    await ada.patch(`/users/${abe.id}`, { role: 200 });
    const form = await SlowForm.begin(abe, `PATCH /api/v1/bots/${user_id}`, { role: '300' });
    await lose();
    assert.equal((await form.finish()).code, code);
    assert.equal(app.users.byId(user_id)!.role, 400);
  }
});

test('an administrator who is demoted while an image is processed changes nothing and leaves no file', async (t) => {
  const { app, ada, abe } = newTeam();
  const squares = app.imageWorker.squares.bind(app.imageWorker);
  t.mock.method(app.imageWorker, 'squares', async (...given: Parameters<typeof squares>) => {
    const drawn = await squares(...given);
    await ada.patch(`/users/${abe.id}`, { role: 400 });
    return drawn;
  });
  await assertRejected(
    abe.upload('/realm/icon', { 'icon.png': await png() }),
    'Must be an organization administrator',
    'UNAUTHORIZED_PRINCIPAL',
  );
  assert.equal(app.pictures.at('icon'), undefined);
  const kept = () =>
    readdirSync(join(app.config.dataDir, 'uploads'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
  await waitUntil(() => kept().length === 0);
});

/** Runs a function as soon as a password is hashed. */
async function whileHashing<T>(action: () => Promise<T>, meanwhile: () => void): Promise<T> {
  const hook = createHook({
    init(_, type) {
      if (!type.startsWith('argon2')) return;
      hook.disable();
      meanwhile();
    },
  }).enable();
  try {
    return await action();
  } finally {
    hook.disable();
  }
}

test('an administrator who is deactivated while a password is hashed creates no account', async () => {
  const { app, abe } = newTeam();
  const account = { email: 'kim@example.com', full_name: 'Kim', password: 'correct horse battery' };
  const reply = await whileHashing(
    () => abe.request('POST', '/users', account),
    () => deactivate(abe),
  );
  assert.equal(reply.code, 'USER_DEACTIVATED');
  assert.equal(app.users.byEmail('kim@example.com'), undefined);
});

test('a member who is deactivated during a resumable upload stores no file', async () => {
  const { app, team, mia } = newTeam();
  const headers = { Authorization: authorization(mia), 'Tus-Resumable': '1.0.0' };
  const address = `${await team.url}/api/v1/tus`;
  const made = await fetch(address, { method: 'POST', headers: { ...headers, 'Upload-Length': '10' } });
  // The response contains the public URL, which is not the test server's.
  const place = new URL(new URL(made.headers.get('location')!, address).pathname, address);
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = controller;
      controller.enqueue(Buffer.from('half '));
    },
  });
  const appending = fetch(place, {
    method: 'PATCH',
    headers: { ...headers, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body,
    duplex: 'half',
  } as RequestInit);
  await waitUntil(() => incoming(team).length > 0);
  deactivate(mia);
  send!.enqueue(Buffer.from('whole'));
  send!.close();
  const reply = (await (await appending).json()) as Reply;
  assert.equal(reply.code, 'USER_DEACTIVATED');
  assert.equal(app.attachments.ofUser(mia.id).length, 0);
});

test('a form with a small file has a deadline of five minutes, even if data keeps arriving', async () => {
  const { team, mia } = newTeam();
  const coming = new Promise<IncomingMessage>((resolve) => {
    const take = (message: unknown) => {
      const { request } = message as { request: IncomingMessage };
      if (request.headers.host !== 'slow') return;
      unsubscribe('http.server.request.start', take);
      resolve(request);
    };
    subscribe('http.server.request.start', take);
  });
  const form = await SlowForm.begin(mia, 'POST /api/v1/bots', BOT, 'slow');
  const request = await coming;
  assert.equal(isSlowRequestAllowed(request), false);
  assert.equal(getDeadline(request), 300_000);
  assert.equal((await form.finish()).status, 200);
  await waitUntil(() => incoming(team).length === 0);
});

test('when a member is deactivated while subscribing thousands of users, the rest is not subscribed', async (t) => {
  const { app, ada, abe } = newTeam();
  const people = Array.from({ length: 120 }, (_, at) => ada.team.addUser(`Person${at}`, 400).id);
  const names = Array.from({ length: 100 }, (_, at) => ({ name: `channel ${at}` }));
  const settled = app.db.committed.bind(app.db);
  t.mock.method(app.db, 'committed', async () => {
    await settled();
    if (app.users.byId(abe.id)!.is_active && app.channels.named('channel 0')) deactivate(abe);
  });
  const reply = await abe.request('POST', '/users/me/subscriptions', { subscriptions: names, principals: people });
  assert.equal(reply.code, 'USER_DEACTIVATED');
  const channel = app.channels.named('channel 0')!;
  assert.ok([...app.subscriptions.listSubscribers(channel.id)].length < 120);
});
