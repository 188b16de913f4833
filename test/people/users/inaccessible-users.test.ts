import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

test('a limited guest reads messages of inaccessible users without learning who they are', async () => {
  const { app, ada, mia, gus } = newTeam();
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id, gus.id] });
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  app.db.commit();
  const [heard] = await gus.assertReceives(() => mia.sendMessage('open', 'tea', 'Hello'), {
    type: 'message',
    message: {
      sender_id: mia.id,
      sender_full_name: 'Unknown user',
      sender_email: `user${mia.id}@klatch.example`,
      content: '<p>Hello</p>',
    },
  });
  assert.equal((await gus.get(`/messages/${heard!.message.id}`)).message.sender_full_name, 'Unknown user');
  assert.equal((await ada.get(`/messages/${heard!.message.id}`)).message.sender_full_name, 'Mia');
  const found = (sender: number) =>
    gus.request('GET', '/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'sender', operand: sender }],
    });
  const stranger = await assertRejected(found(mia.id), /unknown user/);
  const nobody = await assertRejected(found(999), /unknown user/);
  assert.equal(stranger.msg.replace(String(mia.id), '?'), nobody.msg.replace('999', '?'));
});

test('visitors can use the endpoints of the specification under /api/v1, and the others under /json', async () => {
  const { app, team } = newTeam();
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  app.db.commit();
  assert.equal((await team.request('GET', '/api/v1/users')).status, 200);
  assert.equal((await team.request('POST', '/api/v1/register')).queue_id, null);
  const read = {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'channels', operand: 'web-public' }],
  };
  await assertRejected(team.request('GET', '/api/v1/messages', read), /Missing authorization/, 'UNAUTHORIZED');
  assert.equal((await team.request('GET', '/json/messages', read)).status, 200);
});
