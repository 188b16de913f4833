import { test } from 'node:test';
import { open, SECTIONS, village } from './administration.ts';
import { assertAccessible, eventually, theme, windowOf } from './client.ts';

test('every part of the administration breaks no rule of accessibility', async () => {
  const { ada, group } = await village();
  const opened = await windowOf(ada, '#organization');
  const { page, close } = opened;
  for (const [at, hash] of [...SECTIONS, '#groups', `#groups/${group}`].entries()) {
    await theme(page, at);
    await open(opened, hash);
    await eventually(() => page.getByRole('heading', { level: 1 }).count(), 1);
    await assertAccessible(page, hash, '.main');
  }
  await close();
});
