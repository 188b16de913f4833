import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const views = async (person: TestUser) => (await person.get('/navigation_views')).navigation_views;
const MENTIONS = { fragment: 'narrow/is/mentioned', is_pinned: false, name: null };
const TODO = { fragment: 'narrow/has/attachment', is_pinned: true, name: 'Files' };
const path = (fragment: string) => `/navigation_views/${encodeURIComponent(fragment)}`;

test('4.18 views are added to the user’s own sidebar, moved, renamed and removed', async () => {
  const { mia, ada } = newTeam();
  const other = await ada.registerQueue();
  const [added] = await mia.assertReceives(
    () => mia.post('/navigation_views', { fragment: MENTIONS.fragment, is_pinned: false }),
    {
      type: 'navigation_view',
      op: 'add',
    },
  );
  assert.deepEqual(added, { type: 'navigation_view', op: 'add', navigation_view: MENTIONS });
  await mia.assertReceives(() => mia.post('/navigation_views', TODO), {
    type: 'navigation_view',
    op: 'add',
    navigation_view: TODO,
  });
  assert.deepEqual(await views(mia), [TODO, MENTIONS]);
  assert.deepEqual((await mia.post('/register')).navigation_views, [TODO, MENTIONS]);

  const [moved] = await mia.assertReceives(() => mia.patch(path(MENTIONS.fragment), { is_pinned: true }), {
    type: 'navigation_view',
    op: 'update',
  });
  assert.deepEqual(moved, {
    type: 'navigation_view',
    op: 'update',
    fragment: MENTIONS.fragment,
    data: { is_pinned: true },
  });
  const [renamed] = await mia.assertReceives(
    () => mia.patch(path(TODO.fragment), { name: 'Papers', is_pinned: true }),
    {
      type: 'navigation_view',
      op: 'update',
    },
  );
  assert.deepEqual(renamed!.data, { name: 'Papers' });
  await mia.assertReceives(() => mia.patch(path(TODO.fragment), { name: 'Papers' }));
  await mia.assertReceives(() => mia.delete(path(TODO.fragment)), {
    type: 'navigation_view',
    op: 'remove',
    fragment: TODO.fragment,
  });
  assert.deepEqual(await views(mia), [{ ...MENTIONS, is_pinned: true }]);
  assert.deepEqual(await other.events(), []);
});

test('4.18 a blank fragment, a duplicate one and an invalid name are rejected', async () => {
  const { mia } = newTeam();
  const add = (fields: object) => mia.request('POST', '/navigation_views', { is_pinned: true, ...fields });
  await mia.post('/navigation_views', TODO);
  await mia.assertReceives(async () => {
    await assertRejected(add({ fragment: ' ', name: 'a' }), 'fragment cannot be blank', 'BAD_REQUEST');
    await assertRejected(add({ name: 'a' }), "Missing 'fragment' argument", 'REQUEST_VARIABLE_MISSING');
    await assertRejected(
      add({ fragment: 'inbox', name: 'Mine' }),
      'Built-in views cannot have a custom name.',
      'BAD_REQUEST',
    );
    await assertRejected(add({ fragment: 'narrow/is/dm' }), 'Custom views must have a valid name.', 'BAD_REQUEST');
    await assertRejected(
      add({ fragment: 'narrow/is/dm', name: null }),
      'Custom views must have a valid name.',
      'BAD_REQUEST',
    );
    await assertRejected(add(TODO), 'Navigation view already exists.', 'BAD_REQUEST');
    await assertRejected(
      add({ fragment: 'narrow/is/dm', name: 'Files' }),
      'Navigation view already exists.',
      'BAD_REQUEST',
    );
    await assertRejected(mia.request('PATCH', path(TODO.fragment)), 'Nothing to change', 'BAD_REQUEST');
  });
  await mia.post('/navigation_views', { fragment: 'inbox', is_pinned: true, name: null });
  await mia.post('/navigation_views', { fragment: 'narrow/is/dm', is_pinned: true, name: 'Letters' });
  await assertRejected(
    mia.request('PATCH', path('inbox'), { name: 'Mine' }),
    'Built-in views cannot have a custom name.',
    'BAD_REQUEST',
  );
  await assertRejected(
    mia.request('PATCH', path('narrow/is/dm'), { name: 'Files' }),
    'Navigation view already exists.',
    'BAD_REQUEST',
  );
});

test('other users’ views get the same response as missing ones', async () => {
  const { mia, ada, max } = newTeam();
  await mia.post('/navigation_views', TODO);
  await mia.assertReceives(async () => {
    for (const person of [ada, max]) {
      const change = await assertRejected(
        person.request('PATCH', path(TODO.fragment), { is_pinned: false }),
        'Navigation view does not exist.',
      );
      const gone = await assertRejected(
        person.request('DELETE', path(TODO.fragment)),
        'Navigation view does not exist.',
        'BAD_REQUEST',
      );
      assert.deepEqual([change.status, gone.status, await views(person)], [404, 404, []]);
    }
    // Several users can have the same view.
    await max.post('/navigation_views', TODO);
    await max.delete(path(TODO.fragment));
  });
  assert.deepEqual(await views(mia), [TODO]);
});
