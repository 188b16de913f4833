import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deactivateUser } from '../../src/chat/people/users/management-actions.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../support/team.ts';

const people = newTeam();
const { team, app, ada, abe, mona, mia, max, gus } = people;
const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });

const listed = async (viewer: TestUser, who: TestUser, fields: Record<string, unknown> = {}): Promise<Reply> =>
  (await viewer.get('/users', fields)).members.find(({ user_id }: Reply) => user_id === who.id);
const found = async (viewer: TestUser, who: TestUser, fields: Record<string, unknown> = {}): Promise<Reply> =>
  (await viewer.get(`/users/user${who.id}@klatch.example`, fields)).user;
/** Asserts that the user is the same in a list and alone. */
async function seen(viewer: TestUser, who: TestUser, fields: Record<string, unknown> = {}): Promise<Reply> {
  const [one, other] = [await listed(viewer, who, fields), await found(viewer, who, fields)];
  for (const field of Object.keys(one)) assert.deepEqual(other[field], one[field], field);
  return one;
}
const view = await seen(max, mia);

for (const [field, statement, expected] of [
  ['user_id', 'integer', mia.id],
  ['full_name', 'string', 'Mia'],
  ['role', 'integer', 400],
  ['avatar_version', 'integer', 1],
  ['delivery_email', 'real email', 'mia@example.com'],
  ['email', 'API email address', 'mia@example.com'],
  ['is_bot', 'boolean', false],
  ['is_active', 'boolean', true],
] as const)
  test(`2.5 ${field}: ${statement}`, () => assert.equal(view[field], expected));

test('2.5 date_joined: ISO 8601 timestamp', () => assert.equal(new Date(view.date_joined).getTime(), people.clock.ms));

test('2.5 delivery_email: null if not visible to requester; always set for bots', async () => {
  const shy = team.addUser('Shy', 400);
  await shy.patch('/settings', { email_address_visibility: 3 });
  assert.equal((await seen(max, shy)).delivery_email, null);
  assert.equal((await seen(abe, shy)).delivery_email, 'shy@example.com');
  assert.equal((await seen(max, bot)).delivery_email, 'robo@example.com');
});

test('2.5 email: a placeholder address if the real one is not visible', async () => {
  const shy = team.addUser('Shier', 400);
  await shy.patch('/settings', { email_address_visibility: 4 });
  assert.equal((await seen(max, shy)).email, `user${shy.id}@klatch.example`);
});

test('2.5 is_active: false when deactivated', async () => {
  const gone = team.addUser('Gone', 400);
  deactivateUser(app, undefined, app.users.byId(gone.id)!);
  app.db.commit();
  assert.equal((await seen(max, gone)).is_active, false);
});

for (const [who, role, is_owner, is_admin, is_guest] of [
  [ada, 100, true, true, false],
  [abe, 200, false, true, false],
  [mona, 300, false, false, false],
  [mia, 400, false, false, false],
  [gus, 600, false, false, true],
] as const)
  test(`2.5 role ${role}: is_owner ${is_owner}, is_admin ${is_admin}, is_guest ${is_guest}`, async () => {
    const { role: shown, ...flags } = await seen(max, who);
    assert.deepEqual([shown, flags.is_owner, flags.is_admin, flags.is_guest], [role, is_owner, is_admin, is_guest]);
  });

test('2.5 bot_type: null not a bot', async () => assert.equal((await found(max, mia)).bot_type, null));

for (const [bot_type, name] of [
  [1, 'Generic'],
  [2, 'Incoming webhook'],
  [3, 'Outgoing webhook'],
  [4, 'Embedded'],
] as const)
  test(`2.5 bot_type: ${bot_type} ${name}`, async () => {
    const one = team.addUser(`Bot${bot_type}`, 400, { bot_type, bot_owner_id: mia.id });
    const { is_bot, bot_type: shown } = await seen(max, one);
    assert.deepEqual([is_bot, shown], [true, bot_type]);
  });

test('2.5 bot_owner_id: present for bots; null for legacy ownerless bots', async () => {
  assert.equal((await seen(max, bot)).bot_owner_id, mia.id);
  assert.equal((await seen(max, team.addUser('Orphan', 400, { bot_type: 1 }))).bot_owner_id, null);
  assert.equal('bot_owner_id' in (await seen(max, mia)), false);
});

test('2.5 timezone: IANA identifier', async () => {
  await mia.patch('/settings', { timezone: 'Europe/Berlin' });
  assert.equal((await seen(max, mia)).timezone, 'Europe/Berlin');
});

test('2.5 avatar_url: null with client_gravatar, a visible real email, and an external provider', async () => {
  const gray = team.addUser('Gray', 400);
  app.db.write(() => app.db.run("UPDATE user SET avatar_source = 'G' WHERE full_name = ?")('Gray'));
  await gray.patch('/settings', { timezone: 'Europe/Paris' });
  assert.equal((await seen(max, gray, { client_gravatar: true })).avatar_url, null);
  assert.match((await seen(max, gray, { client_gravatar: false })).avatar_url, /gravatar/);
  await gray.patch('/settings', { email_address_visibility: 4 });
  assert.equal(typeof (await seen(max, gray, { client_gravatar: true })).avatar_url, 'string');
  assert.equal(typeof view.avatar_url, 'string', 'a picture of the server’s own is always named');
});

test('2.5 profile_data: only for human users, and only when requested', async () => {
  const { id } = await abe.post('/realm/profile_fields', { field_type: 1, name: 'Motto' });
  await mia.patch('/users/me/profile_data', { data: [{ id, value: 'Be *kind*' }] });
  assert.equal('profile_data' in (await seen(max, mia)), false);
  const include = { include_custom_profile_fields: true };
  const { profile_data } = await seen(max, mia, include);
  assert.equal(profile_data[id].value, 'Be *kind*');
  assert.match(profile_data[id].rendered_value, /<em>kind<\/em>/);
  assert.equal('profile_data' in (await seen(max, bot, include)), false);
});

test('2.5 profile_data: rendered_value for Markdown-capable types only', async () => {
  const { id } = await abe.post('/realm/profile_fields', { field_type: 4, name: 'Birthday' });
  await mia.patch('/users/me/profile_data', { data: [{ id, value: '1990-01-31' }] });
  assert.deepEqual((await seen(max, mia, { include_custom_profile_fields: true })).profile_data[id], {
    value: '1990-01-31',
  });
});

test('4.13 client_gravatar: default true; include_custom_profile_fields: default false', async () => {
  const { members } = await max.get('/users');
  assert.ok(members.every((one: Reply) => !('profile_data' in one)));
  assert.deepEqual((await max.get('/users', { client_gravatar: true })).members, members);
});

test('4.13 user_ids: limit results; default all accessible users', async () => {
  assert.deepEqual(
    (await max.get('/users', { user_ids: [mia.id, gus.id] })).members.map(({ user_id }: Reply) => user_id),
    [mia.id, gus.id],
  );
  assert.equal((await max.get('/users')).members.length >= 6, true);
});

test('4.13 members: the accessible users only', async () => {
  const other = newTeam();
  other.app.db.write(() => other.app.realm.set('can_access_all_users_group', other.app.groups.system('role:members')));
  const { members } = await other.gus.get('/users', { user_ids: [other.mia.id, other.gus.id] });
  assert.deepEqual(
    members.map(({ full_name }: Reply) => full_name),
    ['Gus'],
  );
});

test('4.13 bots include bot_type and bot_owner_id', async () => {
  const { bot_type, bot_owner_id } = await listed(max, bot);
  assert.deepEqual([bot_type, bot_owner_id], [1, mia.id]);
});

test('4.22 the real email works only if its visibility allows the requester', async () => {
  const shy = team.addUser('Shyest', 400);
  assert.equal((await max.get('/users/shyest@example.com')).user.user_id, shy.id);
  await shy.patch('/settings', { email_address_visibility: 3 });
  await assertRejected(max.request('GET', '/users/shyest@example.com'), 'No such user', 'BAD_REQUEST');
  assert.equal((await abe.get('/users/shyest@example.com')).user.user_id, shy.id);
});

test('4.22 the placeholder address user<user_id>@<realm_host>', async () => {
  assert.equal((await max.get(`/users/user${mia.id}@klatch.example`)).user.full_name, 'Mia');
  await assertRejected(max.request('GET', '/users/user999@klatch.example'), 'No such user', 'BAD_REQUEST');
});

test('4.22 client_gravatar: default true; include_custom_profile_fields: default false', async () => {
  assert.deepEqual(
    await found(max, mia),
    await found(max, mia, { client_gravatar: true, include_custom_profile_fields: false }),
  );
});
