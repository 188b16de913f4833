import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword } from '../../../src/chat/people/sign-in/password-checks.ts';
import { openSession } from '../../../src/chat/people/sign-in/session-actions.ts';
import { setPassword } from '../../../src/chat/people/users/actions.ts';
import { runOperation } from '../../../src/operations/run.ts';
import { assertRejected, newTeam } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

test('deactivating the organization signs everyone out, and open queues receive the reason', async () => {
  const { team, app, ada, mia, max } = newTeam();
  setPassword(app, app.users.byId(mia.id)!, await hashPassword('old secret'));
  const { token } = openSession(app, app.users.byId(mia.id)!);
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  const queue = await mia.registerQueue();
  const typing = await max.registerQueue({ event_types: ['typing'] });
  const heard = mia.request('GET', '/events', { queue_id: queue.id, last_event_id: -1 });
  const silent = max.request('GET', '/events', { queue_id: typing.id, last_event_id: -1 });
  await waitUntil(() => [...app.queues.all].filter(({ poll }) => poll).length === 2);
  await ada.post('/realm/deactivate');
  assert.deepEqual((await heard).events, [{ id: 0, type: 'realm', op: 'deactivated', realm_id: 1 }]);
  assert.equal((await silent).code, 'REALM_DEACTIVATED');
  for (const one of [ada, mia]) {
    const reply = await assertRejected(
      one.request('GET', '/users/me'),
      'This organization has been deactivated',
      'REALM_DEACTIVATED',
    );
    assert.equal(reply.status, 401);
  }
  assert.equal(
    (await mia.request('GET', '/events', { queue_id: queue.id, last_event_id: 0 })).code,
    'REALM_DEACTIVATED',
  );
  assert.equal((await team.request('GET', '/json/users/me', {}, { Cookie: `sessionid=${token}` })).status, 401);
  assert.equal((await team.request('GET', '/json/users')).code, 'REALM_DEACTIVATED');
  const signIn = (password: string) => team.request('POST', '/fetch_api_key', { username: mia.email, password });
  assert.equal((await signIn('old secret')).code, 'REALM_DEACTIVATED');
  assert.equal((await team.request('GET', '/server_settings')).result, 'success');
  await runOperation(app, 'organization-reactivate', {});
  assert.equal((await mia.get('/users/me')).full_name, 'Mia');
});

test('only owners can deactivate the organization, and data deletion is not claimed', async () => {
  const { ada, abe, mia, gus } = newTeam();
  await ada.assertReceives(async () => {
    for (const one of [abe, mia, gus])
      await assertRejected(
        one.request('POST', '/realm/deactivate'),
        'Must be an organization owner',
        'UNAUTHORIZED_PRINCIPAL',
      );
    await assertRejected(ada.request('POST', '/realm/deactivate', { deletion_delay_days: 20 }), /does not delete/);
  });
});
