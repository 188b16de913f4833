import { test } from 'node:test';
import { createOrganization, openSection, SECTIONS } from './administration.ts';
import { assertAccessibleInBothThemes, eventually, openWindow } from './client.ts';

test('every section of the administration passes the accessibility check', async () => {
  const { ada, group } = await createOrganization();
  const opened = await openWindow(ada, '#organization');
  const { page, close } = opened;
  for (const hash of [...SECTIONS, '#groups', `#groups/${group}`]) {
    await openSection(opened, hash);
    await eventually(() => page.getByRole('heading', { level: 1 }).count(), 1);
    await assertAccessibleInBothThemes(page, hash, '.main');
  }
  await close();
});
