import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOperation } from '../../../src/operations/run.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const ADMIN = 'Must be an organization administrator';
const OWNER = 'Must be an organization owner';
const placeholder = ({ id }: TestUser) => `user${id}@klatch.example`;

test('4.9 an administrator changes a name, a role and a profile, by id and by address', async () => {
  const { app, abe, mia, max } = newTeam();
  const { id } = await abe.post('/realm/profile_fields', { field_type: 1, name: 'Motto', editable_by_user: false });
  await mia.assertReceives(
    () => abe.patch(`/users/${max.id}`, { full_name: 'Maximilian', profile_data: [{ id, value: 'on' }] }),
    { type: 'realm_user', op: 'update', person: { user_id: max.id, full_name: 'Maximilian' } },
    { type: 'realm_user', op: 'update', person: { user_id: max.id, custom_profile_field: { id, value: 'on' } } },
  );
  await abe.patch(`/users/${encodeURIComponent(max.email)}`, { role: 300 });
  assert.equal(app.users.byId(max.id)!.role, 300);
  await abe.patch(`/users/${placeholder(max)}`, { role: 600 });
  assert.equal(app.users.byId(max.id)!.role, 600);
});

test('4.9 a user without permission cannot change others, and nobody receives an event', async () => {
  const { team, ada, abe, mona, mia, max, gus } = newTeam();
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: mia.id });
  await max.assertReceives(async () => {
    for (const one of [mona, mia, gus, max, bot])
      await assertRejected(one.request('PATCH', `/users/${ada.id}`, { full_name: 'X Y' }), ADMIN);
    await assertRejected(max.request('PATCH', `/users/${max.id}`, { role: 100 }), ADMIN, 'UNAUTHORIZED_PRINCIPAL');
    await assertRejected(mia.request('PATCH', `/users/${bot.id}`, { role: 200 }), ADMIN, 'UNAUTHORIZED_PRINCIPAL');
    await assertRejected(
      abe.request('PATCH', `/users/${ada.id}`, { full_name: 'Not Ada', role: 200 }),
      OWNER,
      'UNAUTHORIZED_PRINCIPAL',
    );
    await assertRejected(abe.request('DELETE', `/users/${ada.id}`), OWNER, 'UNAUTHORIZED_PRINCIPAL');
    await assertRejected(abe.request('PATCH', `/users/${max.id}`, { role: 100 }), OWNER);
    await assertRejected(abe.request('PATCH', `/users/999`, { role: 100 }), 'No such user', 'BAD_REQUEST');
    await assertRejected(
      abe.request('PATCH', `/users/nobody@example.com`, { role: 300 }),
      'No such user',
      'BAD_REQUEST',
    );
    await assertRejected(abe.request('PATCH', `/users/${max.id}`, { role: 500 }), /role/, 'BAD_REQUEST');
    await assertRejected(abe.request('PATCH', `/users/${max.id}`, { full_name: 'M', role: 300 }), 'Name too short!');
    await assertRejected(
      abe.request('PATCH', `/users/${gus.id}`, { role: 200 }),
      'Guests cannot be organization administrators',
      'BAD_REQUEST',
    );
    const system = team.app.users.systemBots()[0]!;
    await assertRejected(ada.request('PATCH', `/users/${system.id}`, { full_name: 'Mine now' }), 'No such user');
  });
  await assertRejected(
    ada.request('PATCH', `/users/${ada.id}`, { role: 400 }),
    'The owner permission cannot be removed from the only organization owner.',
  );
  await mia.patch(`/users/${bot.id}`, { full_name: 'Helper' });
  await mia.assertReceives(() => abe.patch(`/users/${ada.id}`, { full_name: 'Ada L.', role: 100 }), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: ada.id, full_name: 'Ada L.' },
  });
});

test('4.9 a hidden address cannot be looked up', async () => {
  const { app, abe, mona, mia } = newTeam();
  await mia.patch('/settings', { email_address_visibility: 4 });
  await assertRejected(abe.request('PATCH', `/users/${mia.email}`, { full_name: 'Found' }), 'No such user');
  await abe.patch(`/users/${placeholder(mia)}`, { full_name: 'Found' });
  assert.equal(app.users.byId(mia.id)!.full_name, 'Found');
  await assertRejected(mona.request('PATCH', `/users/${mia.email}`, { full_name: 'Found' }), 'No such user');
});

test('4.9, 5.6 an owner with the permission can change another user’s address', async () => {
  const { app, ada, abe, mia, max } = newTeam();
  await assertRejected(abe.request('PATCH', `/users/${mia.id}`, { new_email: 'mia@new.example' }), OWNER);
  await abe.patch(`/users/${max.id}`, { role: 300 });
  await ada.patch(`/users/${abe.id}`, { role: 100 });
  await assertRejected(
    abe.request('PATCH', `/users/${mia.id}`, { new_email: 'mia@new.example' }),
    'User not authorized to change user emails',
  );
  await assertRejected(ada.request('PATCH', `/users/${mia.id}`, { new_email: max.email }), /already in use/);
  await assertRejected(
    ada.request('PATCH', `/users/${mia.id}`, { new_email: 'nonsense' }),
    'Enter a valid email address.',
  );
  await max.assertReceives(
    () => ada.patch(`/users/${mia.id}`, { new_email: 'mia@new.example' }),
    { type: 'realm_user', op: 'update', person: { user_id: mia.id, delivery_email: 'mia@new.example' } },
    { type: 'realm_user', op: 'update', person: { user_id: mia.id, new_email: 'mia@new.example' } },
  );
  await runOperation(app, 'user-allow-email-changes', { user: abe.email, revoke: false });
  await abe.patch(`/users/${max.id}`, { new_email: 'max@new.example' });
  await runOperation(app, 'user-allow-email-changes', { user: abe.email, revoke: true });
  await assertRejected(abe.request('PATCH', `/users/${max.id}`, { new_email: 'max@other.example' }), /not authorized/);
});

test('an administrator deactivates and reactivates an account, and the comment is mailed to its owner', async () => {
  const { app, abe, mia, max } = newTeam();
  await mia.assertReceives(() => abe.delete(`/users/${max.id}`, { deactivation_notification_comment: 'Thank you.' }), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: max.id, is_active: false },
  });
  assert.equal((await max.request('GET', '/users/me')).code, 'USER_DEACTIVATED');
  const [mail] = app.mail.waiting();
  assert.equal(mail!.recipient, max.email);
  assert.match(mail!.body, /Thank you\./);
  const again = abe.request('DELETE', `/users/${max.id}`, { deactivation_notification_comment: 'again' });
  await assertRejected(again, 'User is deactivated', 'BAD_REQUEST');
  await abe.post(`/users/${max.id}/reactivate`);
  assert.equal((await max.get('/users/me')).is_active, true);
  await mia.assertReceives(() => abe.post(`/users/${max.id}/reactivate`));
  assert.equal(app.mail.waiting().length, 1);
});

test('members can deactivate only themselves, and the last owner stays', async () => {
  const { ada, abe, mona, mia, max, gus } = newTeam();
  for (const one of [mona, mia, gus]) {
    await assertRejected(one.request('DELETE', `/users/${max.id}`), ADMIN, 'UNAUTHORIZED_PRINCIPAL');
    await assertRejected(one.request('POST', `/users/${max.id}/reactivate`), ADMIN, 'UNAUTHORIZED_PRINCIPAL');
  }
  await assertRejected(abe.request('DELETE', `/users/${ada.id}`), OWNER, 'UNAUTHORIZED_PRINCIPAL');
  await assertRejected(abe.request('DELETE', '/users/999'), 'No such user');
  const LAST = 'Cannot deactivate the only organization owner.';
  const byId = await assertRejected(ada.request('DELETE', `/users/${ada.id}`), LAST, 'BAD_REQUEST');
  assert.ok(!('entity' in byId));
  const herself = await assertRejected(ada.request('DELETE', '/users/me'), LAST, 'CANNOT_DEACTIVATE_LAST_USER');
  assert.equal(herself.is_last_owner, true);
  assert.equal(herself.entity, 'organization owner');
  await mia.delete('/users/me');
  assert.equal((await mia.request('GET', '/users/me')).code, 'USER_DEACTIVATED');
});
