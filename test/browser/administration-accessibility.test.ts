import { test } from 'node:test';
import { open, SECTIONS, village } from './administration.ts';
import { assertAccessibleInBothThemes, eventually, windowOf } from './client.ts';

test('every section of the administration passes the accessibility check', async () => {
  const { ada, group } = await village();
  const opened = await windowOf(ada, '#organization');
  const { page, close } = opened;
  for (const hash of [...SECTIONS, '#groups', `#groups/${group}`]) {
    await open(opened, hash);
    await eventually(() => page.getByRole('heading', { level: 1 }).count(), 1);
    await assertAccessibleInBothThemes(page, hash, '.main');
  }
  await close();
});
