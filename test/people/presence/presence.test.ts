import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storing } from '../../../src/chat/people/presence/jobs.ts';
import { OFFLINE_AFTER } from '../../../src/chat/people/presence/rules.ts';
import { insertUser } from '../../../src/chat/people/users/actions.ts';
import { ROLES } from '../../../src/shared/roles.ts';
import { getPresence, type Presences, withContinued, withPresences } from '../../../src/web/store/activity.ts';
import { assertRejected, CAPABILITIES, newTeam, type Reply, type TestUser } from '../../support/team.ts';

type Team = ReturnType<typeof newTeam>;
const now = ({ clock }: Team): number => clock.now() / 1000;
const report = (who: TestUser, status: 'active' | 'idle', more: object = {}): Promise<Reply> =>
  who.post('/users/me/presence', { status, ping_only: true, ...more });
const all = (who: TestUser, more: object = {}): Promise<Reply> =>
  who.post('/users/me/presence', { status: 'idle', last_update_id: -1, ...more });

/** Changes personal settings, as PATCH /settings does. */
function setting({ team: { app }, id }: TestUser, change: Record<string, unknown>): void {
  app.db.write(() => app.users.setSettings(JSON.stringify({ ...app.users.byId(id)!.settings, ...change }), id));
  app.db.commit();
}

/** Guests can see only users with whom they share a channel. */
function limitGuests({ app }: Team): void {
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  app.db.commit();
}

test('a user who comes online is shown at once', async () => {
  const team = newTeam();
  const { mia, max, gus } = team;
  const seen = { active_timestamp: now(team), idle_timestamp: now(team) };
  const event = { type: 'presence', presences: { [mia.id]: seen } };
  const [heard] = await max.assertReceives(
    () => gus.assertReceives(() => mia.assertReceives(() => report(mia, 'active'), event), event),
    event,
  );
  assert.deepEqual(heard, event);
  assert.deepEqual((await all(max)).presences[mia.id], seen);
});

test('older clients receive presence by client name; slim ones without the address', async () => {
  const team = newTeam();
  const { mia, max } = team;
  const client_capabilities = { ...CAPABILITIES, simplified_presence_events: false };
  const old = await max.registerQueue({ client_capabilities });
  const slim = await max.registerQueue({ client_capabilities, slim_presence: true });
  await report(mia, 'active');
  const presence = { website: { client: 'website', status: 'active', timestamp: now(team), pushable: false } };
  const event = { type: 'presence', user_id: mia.id, server_timestamp: now(team), presence };
  assert.deepEqual(await old.events(), [{ ...event, email: mia.email }]);
  assert.deepEqual(await slim.events(), [event]);
});

test('an event contains the address that everyone can see', async () => {
  const { mia, max } = newTeam();
  setting(mia, { email_address_visibility: 3 });
  const queue = await max.registerQueue({ client_capabilities: { notification_settings_null: true } });
  await report(mia, 'active');
  assert.equal((await queue.events())[0]!.email, `user${mia.id}@klatch.example`);
  const { presences } = await max.get('/realm/presence');
  assert.deepEqual(Object.keys(presences), [`user${mia.id}@klatch.example`]);
});

test('others receive an event when a user goes or comes back, not every minute', async () => {
  const team = newTeam();
  const { mia, max, clock } = team;
  const at = (active: number, idle: number) => ({
    type: 'presence',
    presences: { [mia.id]: { active_timestamp: active, idle_timestamp: idle } },
  });
  const start = now(team);
  await max.assertReceives(() => report(mia, 'active'), at(start, start));
  clock.advance(60);
  await max.assertReceives(() => report(mia, 'active'));
  clock.advance(60);
  await max.assertReceives(() => report(mia, 'idle'));
  clock.advance(60);
  await max.assertReceives(() => report(mia, 'idle'), at(start + 60, start + 180));
  clock.advance(5);
  await max.assertReceives(() => report(mia, 'active'), at(start + 185, start + 185));
  clock.advance(3600);
  await max.assertReceives(() => report(mia, 'active'), at(start + 3785, start + 3785));
  assert.deepEqual((await all(max)).presences[mia.id], {
    active_timestamp: start + 3785,
    idle_timestamp: start + 3785,
  });
});

test('a presence less than a minute old is not written again', async () => {
  const team = newTeam();
  const { app, mia, clock } = team;
  await report(mia, 'active');
  const { update_id } = app.presence.of(mia.id)!;
  clock.advance(55);
  await report(mia, 'active');
  assert.equal(app.presence.of(mia.id)!.update_id, update_id);
  clock.advance(1);
  await report(mia, 'active');
  assert.equal(app.presence.of(mia.id)!.update_id, update_id + 1);
});

test('a client requests changes since its last request', async () => {
  const team = newTeam();
  const { mia, max, mona, clock } = team;
  await report(mia, 'active');
  clock.advance(100);
  await report(mona, 'active');
  const first = await all(max);
  assert.deepEqual(Object.keys(first.presences).map(Number), [mona.id, mia.id, max.id].sort());
  assert.equal(first.server_timestamp, now(team));
  const ask = (last_update_id: number) => max.post('/users/me/presence', { status: 'idle', last_update_id });
  const again = await ask(first.presence_last_update_id);
  assert.deepEqual(again.presences, {});
  assert.equal(again.presence_last_update_id, first.presence_last_update_id);
  await report(mia, 'active');
  const changed = await ask(first.presence_last_update_id);
  assert.deepEqual(changed.presences, { [mia.id]: { active_timestamp: now(team), idle_timestamp: now(team) } });
  assert.ok(changed.presence_last_update_id > first.presence_last_update_id);

  const ping = await max.post('/users/me/presence', {
    status: 'idle',
    ping_only: true,
    new_user_input: true,
    last_update_id: 2,
  });
  assert.deepEqual([ping.presence_last_update_id, ping.presences, ping.server_timestamp], [2, undefined, undefined]);
  assert.equal((await report(max, 'idle')).presence_last_update_id, -1);
});

test('old presences are left out, unless the client already has some', async () => {
  const { mia, max, clock } = newTeam();
  await report(mia, 'active');
  const { presence_last_update_id } = await all(max);
  clock.advance(60);
  await report(mia, 'active');
  clock.advance(15 * 86_400);
  assert.deepEqual(Object.keys((await all(max)).presences), [String(max.id)]);
  assert.ok((await all(max, { history_limit_days: 20 })).presences[mia.id]);
  assert.ok((await all(max, { last_update_id: presence_last_update_id })).presences[mia.id]);
});

test('older clients receive presence by e-mail address', async () => {
  const team = newTeam();
  const { mia, max, mona, clock } = team;
  await report(mia, 'active');
  await report(mona, 'idle');
  clock.advance(100);
  await report(mia, 'idle');
  await report(max, 'active');
  const { presences } = await max.post('/users/me/presence', { status: 'active' });
  const shown = (status: string, timestamp: number) => ({
    aggregated: { client: 'website', status, timestamp },
    website: { client: 'website', status, timestamp, pushable: false },
  });
  const expected = {
    [mona.email]: shown('idle', now(team) - 100),
    [mia.email]: shown('idle', now(team)),
    [max.email]: shown('active', now(team)),
  };
  assert.deepEqual(presences, expected);
  assert.deepEqual((await mia.get('/realm/presence')).presences, expected);
  const slim = await max.post('/users/me/presence', { status: 'active', slim_presence: true });
  assert.deepEqual(slim.presences[mia.id], { active_timestamp: now(team) - 100, idle_timestamp: now(team) });
});

test('/register returns presences in the form that the client supports', async () => {
  const team = newTeam();
  const { mia, max, clock } = team;
  const register = (more: object) => max.post('/register', { fetch_event_types: ['presence'], ...more });
  assert.equal((await register({})).presence_last_update_id, -1);
  await report(mia, 'active');
  const seen = { active_timestamp: now(team), idle_timestamp: now(team) };
  for (const more of [{ slim_presence: true }, { client_capabilities: CAPABILITIES }]) {
    const { presences, presence_last_update_id, server_timestamp } = await register(more);
    assert.deepEqual([presences, server_timestamp], [{ [mia.id]: seen }, now(team)]);
    assert.ok(presence_last_update_id > 0);
  }
  assert.deepEqual(Object.keys((await register({})).presences[mia.email]), ['aggregated', 'website']);
  clock.advance(2 * 86_400);
  assert.deepEqual((await register({ presence_history_limit_days: 1 })).presences, {});
});

test('the presence of one user can be requested', async () => {
  const here = newTeam();
  const { team, ada, mia, max, mona } = here;
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: ada.id });
  await report(mia, 'active');
  const seen = { status: 'active', timestamp: now(here) };
  for (const which of [mia.id, mia.email, `user${mia.id}@klatch.example`])
    assert.deepEqual((await max.get(`/users/${which}/presence`)).presence, { aggregated: seen, website: seen });
  setting(mia, { email_address_visibility: 3 });
  await assertRejected(max.request('GET', `/users/${mia.email}/presence`), 'No such user', 'BAD_REQUEST');
  await assertRejected(max.request('GET', '/users/999/presence'), 'No such user', 'BAD_REQUEST');
  await assertRejected(
    max.request('GET', `/users/${mona.id}/presence`),
    `No presence data for ${mona.id}`,
    'BAD_REQUEST',
  );
  await assertRejected(
    max.request('GET', `/users/${bot.id}/presence`),
    'Presence is not supported for bot users.',
    'BAD_REQUEST',
  );
});

test('bots have no presence, and a status is active or idle', async () => {
  const { team, ada, mia } = newTeam();
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: ada.id });
  await mia.assertReceives(async () => {
    await assertRejected(
      bot.request('POST', '/users/me/presence', { status: 'active' }),
      'This endpoint does not accept bot requests.',
      'BAD_REQUEST',
    );
    await assertRejected(
      ada.request('POST', '/users/me/presence', { status: 'away' }),
      'Invalid status',
      'BAD_REQUEST',
    );
    await assertRejected(
      ada.request('POST', '/users/me/presence'),
      "Missing 'status' argument",
      'REQUEST_VARIABLE_MISSING',
    );
  });
});

test('an invisible user is not shown, but sees others', async () => {
  const team = newTeam();
  const { mia, max, mona, clock } = team;
  await report(mia, 'active');
  await report(mona, 'active');
  setting(mia, { presence_enabled: false });
  clock.advance(3600);
  await max.assertReceives(() => report(mia, 'active'));
  assert.deepEqual(Object.keys((await all(max)).presences).map(Number), [mona.id, max.id].sort());
  assert.deepEqual(Object.keys((await all(mia)).presences).map(Number), [mona.id, max.id].sort());
  assert.ok(!(await max.get('/realm/presence')).presences[mia.email]);
  await assertRejected(max.request('GET', `/users/${mia.id}/presence`), `No presence data for ${mia.id}`);
});

test('turning presence off removes the user for everyone at once, and turning it on restores it', async () => {
  const team = newTeam();
  const { app, mia, max, gus } = team;
  await report(mia, 'active');
  app.db.write(() => {
    for (let at = 0; at < 95; at++) insertUser(app, { email: `p${at}@example.com`, full_name: `P ${at}`, role: 400 });
  });
  app.db.commit();
  limitGuests(team);
  const old = { active_timestamp: now(team) - 281, idle_timestamp: now(team) - 210 };
  await gus.assertReceives(() =>
    max.assertReceives(() => mia.patch('/settings', { presence_enabled: false }), {
      type: 'presence',
      presences: { [mia.id]: old },
    }),
  );
  const here = { active_timestamp: now(team), idle_timestamp: now(team) };
  await max.assertReceives(() => mia.patch('/settings', { presence_enabled: true }), {
    type: 'presence',
    presences: { [mia.id]: here },
  });
  assert.deepEqual((await all(max)).presences[mia.id], here);
});

test('a deactivated user disappears from presence', async () => {
  const { app, mia, max } = newTeam();
  await report(mia, 'active');
  app.db.write(() => app.users.setActive(0, mia.id));
  app.db.commit();
  assert.equal((await all(max)).presences[mia.id], undefined);
  await assertRejected(max.request('GET', `/users/${mia.id}/presence`), 'No such user');
});

test('limited guests receive no presence of inaccessible users', async () => {
  const team = newTeam();
  const { ada, gus, mia, max } = team;
  limitGuests(team);
  await ada.post('/channels/create', {
    name: 'design',
    subscribers: [gus.id, max.id],
    send_new_subscription_messages: false,
  });
  await gus.assertReceives(() => max.assertReceives(() => report(mia, 'active'), { type: 'presence' }));
  await gus.assertReceives(() => report(max, 'active'), { type: 'presence' });
  assert.deepEqual(Object.keys((await all(gus)).presences).map(Number), [max.id, gus.id].sort());
  const { presences } = await gus.post('/register', { fetch_event_types: ['presence'], slim_presence: true });
  assert.deepEqual(Object.keys(presences).map(Number), [max.id, gus.id].sort());
  assert.deepEqual(Object.keys((await gus.get('/realm/presence')).presences).sort(), [gus.email, max.email]);
  await assertRejected(gus.request('GET', `/users/${mia.id}/presence`), 'No such user');
  await assertRejected(gus.request('GET', `/users/${mia.email}/presence`), 'No such user');
});

test('visitors receive no presence', async () => {
  const { app, team, mia } = newTeam();
  await report(mia, 'active');
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  app.db.commit();
  const reply = await team.request('POST', '/register', { fetch_event_types: ['presence'] });
  assert.deepEqual([reply.presences, 'presence_last_update_id' in reply], [{}, false]);
  await assertRejected(team.request('GET', '/realm/presence'), /auth/, 'UNAUTHORIZED');
});

test('with more than a hundred users presence is not pushed, and is returned when requested', async () => {
  const team = newTeam();
  const { app, mia, max } = team;
  app.db.write(() => {
    for (let at = 0; at < 95; at++) insertUser(app, { email: `p${at}@example.com`, full_name: `P ${at}`, role: 400 });
  });
  app.db.commit();
  await max.assertReceives(() => report(mia, 'active'));
  assert.ok((await all(max)).presences[mia.id]);
});

/** In an organization in which clients poll presence, with these of its people. */
function newCrowd() {
  const team = newTeam();
  for (let n = 0; n < 100; n++) team.team.addUser(`Person ${n}`, ROLES.member);
  return team;
}

/** As the web client does: reports presence each minute, and keeps what it knows of who is not in a reply. */
class Watcher {
  readonly #who: TestUser;
  #known: Presences = new Map();
  #id = -1;
  #asOf = 0;
  /** How many people were in the last reply. */
  listed = 0;

  constructor(who: TestUser) {
    this.#who = who;
  }

  async ask(): Promise<Reply> {
    const reply = await this.#who.post('/users/me/presence', {
      status: 'active',
      last_update_id: this.#id,
      only_changes: true,
    });
    const kept = reply.only_changes
      ? withContinued(this.#known, this.#asOf, reply.server_timestamp, OFFLINE_AFTER)
      : this.#known;
    this.#known = withPresences(kept, reply.presences);
    this.#id = reply.presence_last_update_id;
    this.#asOf = reply.server_timestamp;
    this.listed = Object.keys(reply.presences).length;
    return reply;
  }

  /** How this client shows somebody. */
  shows({ id }: TestUser, at: number): string {
    return getPresence(this.#known.get(id), at, OFFLINE_AFTER);
  }
}

test('in large organizations, replies list only who came, left or became idle', async () => {
  const team = newCrowd();
  const { mia, max, abe, mona, ada, clock } = team;
  const watchers = [ada, mona].map((who) => new Watcher(who));
  // Each minute: who reports what. Max becomes idle, Abe leaves after some minutes and returns.
  const minutes = Array.from({ length: 20 }, (_, minute) => ({
    mia: 'active' as const,
    max: minute < 6 ? ('active' as const) : ('idle' as const),
    abe: minute < 4 || minute > 14 ? ('active' as const) : undefined,
  }));
  for (const [at, { mia: mias, max: maxs, abe: abes }] of minutes.entries()) {
    await report(mia, mias);
    await report(max, maxs);
    if (abes) await report(abe, abes);
    clock.advance(13 + (at % 3) * 17);
    for (const watcher of watchers) await watcher.ask();
    const { presences } = await all(ada, { last_update_id: -1, history_limit_days: 13 });
    for (const watcher of watchers)
      for (const who of [mia, max, abe]) {
        const shown = getPresence(presences[who.id], now(team), OFFLINE_AFTER);
        const before = getPresence(presences[who.id], now(team) - 15, OFFLINE_AFTER);
        assert.ok([shown, before].includes(watcher.shows(who, now(team)) as typeof shown), `${who.name}, minute ${at}`);
      }
    clock.advance(60 - 13 - (at % 3) * 17);
  }
  assert.ok(watchers.every(({ listed }) => listed <= 1));
});

test('clients that poll at the same time receive the same list; nobody sees who hides their presence', async () => {
  const team = newCrowd();
  const { mia, max, ada, gus, clock } = team;
  await report(mia, 'active');
  clock.advance(20);
  const [one, other] = [await all(ada), await all(max)];
  assert.deepEqual(one.presences, other.presences);
  assert.equal(one.presence_last_update_id, other.presence_last_update_id);
  assert.ok(one.presences[mia.id]);
  const watcher = new Watcher(ada);
  await watcher.ask();
  assert.equal(watcher.shows(mia, now(team)), 'active');
  setting(mia, { presence_enabled: false });
  clock.advance(20);
  await watcher.ask();
  assert.equal(watcher.shows(mia, now(team)), 'offline');
  limitGuests(team);
  await report(gus, 'active');
  clock.advance(20);
  assert.deepEqual(Object.keys((await all(gus, { only_changes: true })).presences), [String(gus.id)]);
});

test('in large organizations, reports of ten seconds are written in one transaction', async () => {
  const team = newCrowd();
  const { app, mia, max, abe, ada, clock } = team;
  // The first use of a key is written, too.
  for (const who of [mia, max, abe, ada]) await report(who, 'active');
  clock.advance(600);
  await report(ada, 'active');
  let commits = 0;
  const { onCommit } = app.db;
  app.db.onCommit = () => {
    commits++;
    onCommit?.();
  };
  clock.advance(2);
  for (const status of ['active', 'idle'] as const)
    for (const who of [mia, max, abe]) {
      await report(who, status);
      clock.advance(1);
    }
  assert.equal(commits, 0);
  clock.advance(2);
  await report(ada, 'active');
  assert.equal(commits, 1);
  const { presences } = await all(ada);
  for (const who of [mia, max, abe]) assert.equal(getPresence(presences[who.id], now(team), OFFLINE_AFTER), 'active');
});

test('the last reports in a large organization are written without another one', async () => {
  const team = newCrowd();
  const { app, mia, max, clock } = team;
  await report(mia, 'active');
  await report(max, 'active');
  assert.equal(app.presence.of(max.id), undefined);
  clock.advance(10);
  storing.run(app);
  assert.ok(app.presence.of(max.id));
});
