import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const getOrder = async (who: TestUser) =>
  (await who.post('/register', { fetch_event_types: ['sidebar_order'] })).sidebar_order;

test('the order of the sidebar is kept, and only its user receives and reads it', async () => {
  const { mia, max } = newTeam();
  assert.deepEqual(await getOrder(mia), { channels: [], views: [] });
  await max.assertReceives(() =>
    mia.assertReceives(() => mia.patch('/sidebar_order', { channels: [3, 1, 3] }), {
      type: 'sidebar_order',
      sidebar_order: { channels: [3, 1], views: [] },
    }),
  );
  await mia.patch('/sidebar_order', { views: ['recent', 'inbox'] });
  assert.deepEqual(await getOrder(mia), { channels: [3, 1], views: ['recent', 'inbox'] });
  assert.deepEqual(await getOrder(max), { channels: [], views: [] });
});

test('the order of the sidebar has a limit', async () => {
  const { mia } = newTeam();
  const channels = Array.from({ length: 501 }, (_, at) => at + 1);
  await assertRejected(mia.request('PATCH', '/sidebar_order', { channels }), /channels is too long/);
  await assertRejected(mia.request('PATCH', '/sidebar_order', { views: ['x'.repeat(1001)] }), /too long/);
});
