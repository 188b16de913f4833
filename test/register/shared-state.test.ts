import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { states } from '../../src/declarations.ts';
import { type ClientKind, clientKind } from '../../src/kernel/events/client.ts';
import type { StateRequest } from '../../src/kernel/events/state.ts';
import { ROLES } from '../../src/shared/roles.ts';
import { CAPABILITIES, newTeam, type Reply, type Team, type TestUser } from '../support/team.ts';

const EVERYTHING = [...new Set(states.flatMap(({ types }) => types))];
const OLD = { notification_settings_null: false };
const CLIENTS = [
  { client_capabilities: CAPABILITIES, client_gravatar: false },
  { client_capabilities: CAPABILITIES, client_gravatar: true, slim_presence: true },
  { client_capabilities: OLD },
  { client_capabilities: { ...OLD, user_list_incomplete: true }, client_gravatar: false },
];
const SUBSETS = [
  undefined,
  ['realm_user'],
  ['realm_user_groups', 'user_status'],
  ['realm_emoji', 'presence', 'message'],
];

/** A registration as it would be if nothing was shared. Leaves out what differs from one registration to the next. */
function unshared(team: Team, who: TestUser | undefined, client: (typeof CLIENTS)[number], types: readonly string[]) {
  const { app } = team;
  const { client_capabilities, ...rest } = client;
  const kind: ClientKind = clientKind({
    ...client_capabilities,
    apply_markdown: false,
    client_gravatar: !!who,
    ...rest,
  });
  const asked: StateRequest = {
    app,
    user: who && app.users.byId(who.id),
    kind,
    includeSubscribers: 'false',
    presenceHistoryDays: 14,
    fetches: (type) => types.includes(type),
    names: (type) => types !== EVERYTHING && types.includes(type),
    caller: { origin: 'http://klatch.example' },
  };
  const state = {};
  for (const one of states) if (one.types.every((type) => types.includes(type))) Object.assign(state, one.read(asked));
  return JSON.parse(JSON.stringify(state)) as Reply;
}

/** Sends a request as raw bytes. Returns what came, and whether it was compressed. */
async function register(team: Team, who: TestUser, fields: object, accepted: string): Promise<[Reply, boolean]> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, JSON.stringify(value));
  const headers = {
    authorization: `Basic ${btoa(`${who.email}:${who.apiKey}`)}`,
    'content-type': 'application/x-www-form-urlencoded',
    'accept-encoding': accepted,
  };
  const url = `${await team.url}/api/v1/register`;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        assert.equal(Number(response.headers['content-length']), body.length);
        const isPacked = response.headers['content-encoding'] === 'gzip';
        resolve([JSON.parse((isPacked ? gunzipSync(body) : body).toString()), isPacked]);
      });
    });
    sent.on('error', reject).end(form.toString());
  });
}

function withoutOwnQueue(reply: Reply): Reply {
  const { result: _r, msg: _m, queue_id: _q, last_event_id: _l, server_timestamp: _t, ...state } = reply;
  for (const name of Object.keys(state)) if (/^(zulip|service)_(version|merge|feature)/.test(name)) delete state[name];
  return state;
}

async function assertSame(team: Team, who: TestUser): Promise<void> {
  for (const client of CLIENTS)
    for (const types of SUBSETS) {
      const { server_timestamp: _, ...expected } = unshared(team, who, client, types ?? EVERYTHING);
      for (const accepted of ['gzip', 'identity']) {
        const [reply, isPacked] = await register(team, who, { ...client, fetch_event_types: types }, accepted);
        assert.equal(isPacked, accepted === 'gzip');
        assert.deepEqual(withoutOwnQueue(reply), expected, `${who.name}: ${JSON.stringify({ client, types })}`);
      }
    }
}

test('what viewers of one kind share says the same as what is read for each of them', async () => {
  const { team, app, ada, abe, mona, mia, max, gus } = newTeam();
  // Enough for several parts, in an organization that polls presence; some hide their address or are gone.
  for (let n = 0; n < 120; n++) team.addUser(`Pérson ${n}`, n % 10 === 0 ? ROLES.guest : ROLES.member);
  await ada.post('/channels/create', { name: 'all', subscribers: [ada.id, mia.id, gus.id] });
  for (const [at, who] of [mia, mona, gus, ada].entries())
    await who.patch('/settings', { email_address_visibility: [4, 3, 5, 2][at] });
  await max.patch('/settings', { presence_enabled: false });
  await mia.post('/users/me/presence', { status: 'active' });
  await mia.post('/users/me/status', { status_text: 'at lunch 🍜' });
  await ada.delete(`/users/${app.users.all().at(-1)!.id}`);
  for (const who of [ada, abe, mona, mia, max, gus]) await assertSame(team, who);
  await ada.patch('/realm', { can_access_all_users_group: { new: app.groups.system('role:members') } });
  for (const who of [ada, gus, max]) await assertSame(team, who);
});

/** A client that keeps the slices of lists and other fields, as the web client does. */
class ReturningClient {
  readonly #team: Team;
  readonly #who: TestUser;
  #slices = new Map<string, unknown[]>();
  /** What the last reply contained of lists that consist of slices. */
  received: Record<string, unknown[]> = {};
  /** The other fields that the last reply contained, of those that are slices. */
  receivedFields: string[] = [];

  constructor(team: Team, who: TestUser) {
    this.#team = team;
    this.#who = who;
  }

  async register(): Promise<Reply> {
    const known_slices = [...this.#slices.keys()];
    const form = { all_client_capabilities: true, client_gravatar: false, known_slices };
    const [{ slices, ...reply }] = await register(this.#team, this.#who, form, 'gzip');
    this.received = {};
    this.receivedFields = [];
    for (const { field, count } of slices)
      if (count !== undefined) this.received[field] = [...reply[field]];
      else if (field in reply) this.receivedFields.push(field);
    const kept = new Map<string, unknown[]>();
    const whole: Record<string, unknown[]> = {};
    const fields: Reply = {};
    for (const { field, count, id } of slices) {
      if (count === undefined) {
        assert.notEqual(field in reply, this.#slices.has(id), field);
        kept.set(id, this.#slices.get(id) ?? [reply[field]]);
        [fields[field]] = kept.get(id)!;
        continue;
      }
      const slice = this.#slices.get(id) ?? reply[field].splice(0, count);
      assert.equal(slice.length, count);
      kept.set(id, slice);
      (whole[field] ??= []).push(...slice);
    }
    for (const field of Object.keys(whole)) assert.deepEqual(reply[field], [], 'each element belongs to a slice');
    this.#slices = kept;
    return { ...reply, ...whole, ...fields };
  }
}

test('a client that comes back receives only the slices of lists that changed', async () => {
  const { team, ada, mia, max } = newTeam();
  for (let n = 0; n < 300; n++) team.addUser(`Person ${n}`, ROLES.member);
  for (let n = 0; n < 30; n++) await ada.post('/channels/create', { name: `channel ${n}`, subscribers: [ada.id] });
  const client = new ReturningClient(team, max);
  await client.register();
  for (const field of ['realm_users', 'realm_user_groups', 'streams', 'never_subscribed'])
    assert.ok(client.received[field]!.length > 0, field);
  await client.register();
  assert.deepEqual([...new Set(Object.values(client.received).map(({ length }) => length))], [0]);
  await mia.patch('/settings', { full_name: 'Mia Maria' });
  const { realm_users: people } = await client.register();
  assert.ok(people.some(({ full_name }: Reply) => full_name === 'Mia Maria'));
  const changed = client.received.realm_users!.length;
  assert.ok(changed > 0 && changed < 150, `${changed} people`);
  await ada.delete(`/users/${people.at(-1).user_id}`);
  assert.equal((await client.register()).realm_users.length, people.length - 1);
  assert.ok(client.received.realm_users!.length < 150);
});

test('a client that comes back receives only the settings and other fields that changed', async () => {
  const { team, ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'news', subscribers: [mia.id] });
  const client = new ReturningClient(team, mia);
  const first = await client.register();
  for (const field of ['user_settings', 'realm_user_settings_defaults', 'server_supported_permission_settings'])
    assert.ok(client.receivedFields.includes(field), field);
  assert.equal(first.user_settings.twenty_four_hour_time, false);
  const { queue_id: _, server_timestamp: __, ...again } = await client.register();
  assert.deepEqual(client.receivedFields, []);
  assert.deepEqual(client.received.subscriptions, []);
  const { queue_id: ___, server_timestamp: ____, ...before } = first;
  assert.deepEqual(again, before);
  await mia.patch('/settings', { twenty_four_hour_time: true });
  assert.equal((await client.register()).user_settings.twenty_four_hour_time, true);
  assert.deepEqual(client.receivedFields, ['user_settings']);
});

test('clients that do not ask for slices receive whole lists without a description', async () => {
  const { team, mia } = newTeam();
  const [usual] = await register(team, mia, CLIENTS[0]!, 'gzip');
  assert.equal(usual.slices, undefined);
  const other = { all_client_capabilities: true, client_gravatar: false };
  const [{ server_timestamp: _, ...same }] = await register(team, mia, other, 'gzip');
  const { server_timestamp: __, ...expected } = usual;
  assert.deepEqual(withoutOwnQueue(same), withoutOwnQueue(expected));
});

test('each change is in the next registration, after others registered before it', async () => {
  const { team, ada, mia, gus } = newTeam();
  const bot = team.addUser('Robot', ROLES.member, { bot_type: 1, bot_owner_id: mia.id });
  const changes: (() => Promise<unknown>)[] = [
    () => mia.patch('/settings', { full_name: 'Mia Maria' }),
    () => mia.patch('/settings', { email_address_visibility: 4 }),
    () => ada.patch(`/users/${gus.id}`, { role: ROLES.member }),
    () => ada.post('/user_groups/create', { name: 'cooks', description: '', members: JSON.stringify([mia.id]) }),
    () => mia.post('/users/me/status', { status_text: 'away' }),
    () => mia.patch('/settings', { presence_enabled: false }),
    () => ada.post('/realm/profile_fields', { name: 'Phone', field_type: 1 }),
    () => mia.patch('/users/me/profile_data', { data: [{ id: 1, value: '123' }] }),
    () => ada.delete('/realm/profile_fields/1'),
    () => mia.upload('/users/me/avatar', { 'a.png': PNG }),
    () => mia.delete('/users/me/avatar'),
    () => ada.delete(`/bots/${bot.id}`),
    () => ada.patch('/realm', { waiting_period_threshold: 3 }),
    () => ada.delete(`/users/${gus.id}`),
  ];
  const people = [ada, mia].map((who) => [who, new ReturningClient(team, who)] as const);
  for (const change of changes) {
    await assertCurrent(team, people);
    await change();
    await assertCurrent(team, people);
  }
});

async function assertCurrent(team: Team, people: readonly (readonly [TestUser, ReturningClient])[]): Promise<void> {
  for (const [who, returning] of people) {
    const { server_timestamp: _, ...expected } = unshared(team, who, CLIENTS[0]!, EVERYTHING);
    const [reply] = await register(team, who, CLIENTS[0]!, 'gzip');
    assert.deepEqual(withoutOwnQueue(reply), expected);
    assert.deepEqual(withoutOwnQueue(await returning.register()), expected);
  }
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
