import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';

const { team, app, ada, mia, max } = newTeam();
const { id: design } = await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id] });
const Authorization = `Basic ${Buffer.from(`${mia.email}:${mia.apiKey}`).toString('base64')}`;
const ask = async (method: string, path: string, body?: URLSearchParams | FormData) => {
  const response = await fetch(`${await team.url}/api/v1${path}`, {
    method,
    headers: { Authorization },
    ...(body && { body }),
  });
  return (await response.json()) as { result: string; msg: string; id?: number };
};

test('0 GET parameters travel in the query string', async () => {
  const query = new URLSearchParams({
    anchor: 'newest',
    num_before: '1',
    num_after: '0',
    narrow: '[["channel","design"]]',
  });
  assert.equal((await ask('GET', `/messages?${query}`)).result, 'success');
});

for (const [method, path, fields] of [
  ['POST', '/user_topics', { stream_id: String(design), topic: 'lunch', visibility_policy: '2' }],
  ['PATCH', '/settings', { color_scheme: '2', web_home_view: 'inbox' }],
  ['DELETE', '/users/me/subscriptions', { subscriptions: '["design"]' }],
] as const)
  test(`0 for ${method} the parameters are form-encoded fields, arrays and objects as JSON`, async () => {
    assert.equal((await ask(method, path, new URLSearchParams(fields))).msg, '');
  });

test('0 the file upload uses a multipart body', async () => {
  const form = new FormData();
  form.append('filename', new Blob(['soup']), 'notes.txt');
  assert.equal((await ask('POST', '/user_uploads', form)).result, 'success');
});

test('0 every response has result and msg, empty on success', async () => {
  assert.deepEqual(
    Object.entries(await ask('POST', '/mark_all_as_read'))
      .slice(0, 2)
      .sort(),
    [
      ['msg', ''],
      ['result', 'success'],
    ],
  );
  for (const [method, path] of [
    ['GET', '/users/999'],
    ['GET', '/nowhere'],
    ['PUT', '/users'],
  ] as const) {
    const { result, msg } = await ask(method, path);
    assert.equal(result, 'error');
    assert.ok(msg.length > 0);
  }
});

test('0 a group-setting value is a group’s ID or an object with direct_members and direct_subgroups', async () => {
  const members = app.groups.system('role:members');
  for (const value of [members, { direct_members: [mia.id, max.id], direct_subgroups: [members] }]) {
    await ada.patch(`/streams/${design}`, { can_send_message_group: { new: value } });
    assert.deepEqual((await ada.get(`/streams/${design}`)).stream.can_send_message_group, value);
  }
});

test('0 an update to a group setting is an object with new and, optionally, the expected old', async () => {
  const [members, everyone] = [app.groups.system('role:members'), app.groups.system('role:everyone')];
  await ada.patch(`/streams/${design}`, { can_send_message_group: { new: members } });
  const update = (old: number) =>
    ada.request('PATCH', `/streams/${design}`, { can_send_message_group: { new: everyone, old } });
  assert.equal((await update(everyone)).code, 'EXPECTATION_MISMATCH');
  assert.equal((await update(members)).msg, '');
});
