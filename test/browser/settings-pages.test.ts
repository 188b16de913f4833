import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { eventually, openWindow } from './client.ts';

const SECTIONS = [
  ['profile', 'Profile'],
  ['account-and-privacy', 'Account and privacy'],
  ['preferences', 'Preferences'],
  ['notifications', 'Notifications'],
  ['topics', 'Topics'],
  ['muted-users', 'Muted people'],
  ['alert-words', 'Alert words'],
  ['uploaded-files', 'Uploaded files'],
] as const;

test('every page of the settings has its name as the main heading, and contents', async () => {
  const { mia } = newTeam();
  const { page, go, close } = await openWindow(mia, '#settings/profile');
  for (const [address, heading] of SECTIONS) {
    await go(`#settings/${address}`);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await page.locator('.paged-body > *').first().waitFor();
  }
  await close();
});

test('names of settings have room beside wide selects, and the columns of a table are separate on a phone', async () => {
  const { ada, mia, app } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  const { id } = app.channels.named('kitchen')!;
  await mia.patch(`/users/me/subscriptions/${id}`, { property: 'push_notifications', value: true });
  const { page, close } = await openWindow(mia, '#settings/notifications', { viewport: { width: 1100, height: 900 } });
  await page.locator('.setting select').first().waitFor();
  const squeezed = () =>
    page
      .locator('.setting:has(select) .setting-text')
      .evaluateAll((all) => all.filter(({ clientWidth }) => clientWidth < 180).map(({ textContent }) => textContent));
  await eventually(squeezed, []);
  await page.setViewportSize({ width: 390, height: 844 });
  const closest = () =>
    page
      .locator('.table-frame')
      .first()
      .locator('thead .cell')
      .evaluateAll((cells) => {
        const words = cells.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getBoundingClientRect();
        });
        return Math.min(...words.slice(1).map(({ left }, at) => left - words[at]!.right));
      });
  await eventually(async () => (await closest()) >= 8, true);
  await close();
});
