import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

test('a display command changes the user’s own setting and confirms it', async () => {
  const { mia, max } = newTeam();
  const obey = async (command: string) => (await mia.post('/zcommand', { command })).msg;
  assert.equal(await obey('/ping'), '');
  await max.assertReceives(() =>
    mia.assertReceives(async () => assert.match(await obey('/dark'), /dark now/), {
      type: 'user_settings',
      op: 'update',
      property: 'color_scheme',
      value: 2,
    }),
  );
  await mia.assertReceives(async () => assert.match(await obey('/night'), /dark already/));
  assert.match(await obey('/day'), /light now/);
  assert.match(await obey('/fluid-width'), /fluid now/);
  assert.match(await obey('/fixed-width'), /fixed now/);
  await assertRejected(
    mia.request('POST', '/zcommand', { command: 'dark' }),
    'There should be a leading slash in the zcommand.',
  );
  await assertRejected(mia.request('POST', '/zcommand', { command: '/constructor' }), 'No such command: constructor');
});
