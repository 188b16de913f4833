import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

const folder = (who: { id: number }, id: number, name: string, order: number, more = {}) => ({
  id,
  name,
  description: '',
  rendered_description: '',
  date_created: Date.UTC(2026, 10, 21, 12) / 1000,
  creator_id: who.id,
  order,
  is_archived: false,
  ...more,
});

test('everyone receives a new folder, as an event and in the next registration', async () => {
  const { abe, mia, gus } = newTeam();
  const design = folder(abe, 1, 'Design', 0, {
    description: 'All *looks*',
    rendered_description: '<p>All <em>looks</em></p>',
  });
  const guest = await gus.registerQueue();
  await mia.assertReceives(
    async () =>
      assert.equal(
        (await abe.post('/channel_folders/create', { name: ' Design ', description: 'All *looks*' })).channel_folder_id,
        1,
      ),
    { type: 'channel_folder', op: 'add', channel_folder: design },
  );
  assert.equal((await guest.events()).length, 1);
  assert.deepEqual((await mia.post('/register')).channel_folders, [design]);
  assert.deepEqual((await gus.get('/channel_folders')).channel_folders, [design]);
});

test('only administrators can change folders, and a rejected change publishes nothing', async () => {
  const { ada, mia, mona } = newTeam();
  await ada.post('/channel_folders/create', { name: 'Design', description: '' });
  await ada.assertReceives(async () => {
    for (const who of [mia, mona]) {
      const message = 'Must be an organization administrator';
      await assertRejected(
        who.request('POST', '/channel_folders/create', { name: 'Mine', description: '' }),
        message,
        'UNAUTHORIZED_PRINCIPAL',
      );
      await assertRejected(
        who.request('PATCH', '/channel_folders/1', { name: 'Mine' }),
        message,
        'UNAUTHORIZED_PRINCIPAL',
      );
      await assertRejected(who.request('PATCH', '/channel_folders', { order: [1] }), message, 'UNAUTHORIZED_PRINCIPAL');
    }
  });
});

test('a folder needs a unique name within the length limit, and may have an empty description', async () => {
  const { ada } = newTeam();
  const make = (fields: object) =>
    ada.request('POST', '/channel_folders/create', { name: 'Design', description: '', ...fields });
  assert.equal((await make({})).result, 'success');
  for (const name of ['  ', '\u200B'])
    await assertRejected(make({ name }), "Channel folder name can't be empty.", 'BAD_REQUEST');
  await assertRejected(make({ name: 'design' }), 'Channel folder name already in use', 'BAD_REQUEST');
  await assertRejected(make({ name: 'a\nb' }), 'Invalid character in channel folder name, at position 2.');
  await assertRejected(make({ name: 'x'.repeat(101) }), 'name is too long (limit: 100 characters)');
  await assertRejected(
    make({ name: 'y', description: 'x'.repeat(1025) }),
    'description is too long (limit: 1024 characters)',
  );
  await assertRejected(
    make({ name: 'y', description: undefined }),
    "Missing 'description' argument",
    'REQUEST_VARIABLE_MISSING',
  );
  assert.equal((await make({ name: 'ü'.repeat(100) })).result, 'success');
});

test('folders are renamed, described and reordered', async () => {
  const { ada, mia } = newTeam();
  for (const name of ['One', 'Two', 'Three']) await ada.post('/channel_folders/create', { name, description: '' });
  await mia.assertReceives(() => ada.patch('/channel_folders/2', { name: 'Second', description: '`2`' }), {
    type: 'channel_folder',
    op: 'update',
    channel_folder_id: 2,
    data: { name: 'Second', description: '`2`', rendered_description: '<p><code>2</code></p>' },
  });
  await mia.assertReceives(() => ada.patch('/channel_folders/2', { name: 'Second' }));
  await assertRejected(
    ada.request('PATCH', '/channel_folders/2', { name: 'one' }),
    'Channel folder name already in use',
  );
  await assertRejected(ada.request('PATCH', '/channel_folders/9', { name: 'nine' }), 'Invalid channel folder ID');
  await mia.assertReceives(() => ada.patch('/channel_folders', { order: [3, 1, 2] }), {
    type: 'channel_folder',
    op: 'reorder',
    order: [3, 1, 2],
  });
  for (const order of [
    [3, 1],
    [1, 1, 2],
    [1, 2, 9],
    [1, 2, 3, 3],
  ])
    await mia.assertReceives(() =>
      assertRejected(ada.request('PATCH', '/channel_folders', { order }), 'Invalid order mapping.', 'BAD_REQUEST'),
    );
  const { channel_folders } = await mia.get('/channel_folders');
  assert.deepEqual(
    channel_folders.map(({ name, order }: any) => [name, order]),
    [
      ['Three', 0],
      ['One', 1],
      ['Second', 2],
    ],
  );
});

test('a folder can be archived when it is empty, and restored under a name that is not taken', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channel_folders/create', { name: 'Design', description: '' });
  await mia.post('/channels/create', { name: 'logo', subscribers: [], folder_id: 1 });
  await assertRejected(
    ada.request('PATCH', '/channel_folders/1', { is_archived: true }),
    'You need to remove all the channels from this folder to archive it.',
    'BAD_REQUEST',
  );
  await ada.patch('/streams/1', { folder_id: null });
  await mia.assertReceives(() => ada.patch('/channel_folders/1', { is_archived: true }), {
    type: 'channel_folder',
    op: 'update',
    channel_folder_id: 1,
    data: { is_archived: true },
  });
  await assertRejected(
    mia.request('POST', '/channels/create', { name: 'font', subscribers: [], folder_id: 1 }),
    'Invalid channel folder ID',
  );
  assert.deepEqual((await mia.get('/channel_folders')).channel_folders, []);
  assert.equal((await mia.get('/channel_folders', { include_archived: true })).channel_folders[0].is_archived, true);
  await ada.post('/channel_folders/create', { name: 'Design', description: '' });
  await assertRejected(
    ada.request('PATCH', '/channel_folders/1', { is_archived: false }),
    'Channel folder name already in use',
  );
  await ada.patch('/channel_folders/1', { is_archived: false, name: 'Old design' });
  assert.equal((await mia.get('/channel_folders')).channel_folders.length, 2);
});
