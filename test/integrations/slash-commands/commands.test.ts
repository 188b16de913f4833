import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

test('a display command changes the user’s own setting and confirms it', async () => {
  const { mia, max } = newTeam();
  const runCommand = async (command: string) => (await mia.post('/zcommand', { command })).msg;
  assert.equal(await runCommand('/ping'), '');
  await max.assertReceives(() =>
    mia.assertReceives(async () => assert.match(await runCommand('/dark'), /dark now/), {
      type: 'user_settings',
      op: 'update',
      property: 'color_scheme',
      value: 2,
    }),
  );
  await mia.assertReceives(async () => assert.match(await runCommand('/night'), /dark already/));
  assert.match(await runCommand('/day'), /light now/);
  assert.match(await runCommand('/fluid-width'), /fluid now/);
  assert.match(await runCommand('/fixed-width'), /fixed now/);
  await assertRejected(
    mia.request('POST', '/zcommand', { command: 'dark' }),
    'There should be a leading slash in the zcommand.',
  );
  await assertRejected(mia.request('POST', '/zcommand', { command: '/constructor' }), 'No such command: constructor');
});
