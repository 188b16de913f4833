import { test } from 'node:test';
import { assertAccessible, assertAccessibleInBothThemes, eventually, openWindow } from './client.ts';
import { kitchenTeam } from './teams.ts';

test('a status is shown beside the name; a user can be invisible, and can turn on do-not-disturb', async () => {
  const { clock, mia, max, lunch } = await kitchenTeam();
  // Browsers compare when somebody was seen with their own clock.
  clock.advance((Date.now() - clock.now()) / 1000);
  const [hers, his] = await Promise.all([openWindow(mia, lunch), openWindow(max, lunch)]);
  await his.message('Soup today').waitFor();
  await his.page.keyboard.press('Y');
  const dialog = his.page.getByRole('dialog', { name: 'Your status' });
  await dialog.getByRole('button', { name: 'On vacation' }).click();
  await dialog.getByLabel('Clear status').selectOption('After 1 hour');
  await assertAccessible(his.page, 'status');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await hers.message('Soup today').getByTitle('On vacation').waitFor();
  await hers.message('Soup today').getByRole('button', { name: 'Max' }).first().click();
  await hers.page
    .locator('.person-card')
    .getByText(/^Until /)
    .waitFor();
  await hers.page.locator('.person-card').getByText('Active now').waitFor();
  await hers.page.keyboard.press('Escape');
  const menu = his.page.getByRole('button', { name: 'User menu' });
  await menu.click();
  await his.page.getByRole('menuitem', { name: 'Appear offline' }).click();
  await menu.click();
  await his.page.getByRole('menuitem', { name: 'Appear online' }).waitFor();
  await his.page.getByRole('menuitem', { name: 'Do not disturb' }).click();
  await his.page.getByRole('menuitem', { name: 'For 1 hour' }).click();
  await menu.click();
  await his.page.getByRole('menuitem', { name: /^Do not disturb until/ }).waitFor();
  await hers.message('Soup today').getByRole('button', { name: 'Max' }).first().click();
  await hers.page
    .locator('.person-card')
    .getByText(/^Do not disturb until /)
    .waitFor();
  await hers.page.keyboard.press('Escape');
  await his.page.getByRole('menuitem', { name: 'Change your status' }).click();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await hers.page.getByTitle('On vacation').waitFor({ state: 'detached' });
  await hers.close();
  await his.close();
});

test('quiet hours are set for days of the week, and notifications can resume during them', async () => {
  const { app, max, lunch } = await kitchenTeam();
  const { page, go, close } = await openWindow(max, '#settings/notifications');
  const section = page.getByRole('region', { name: 'Do not disturb' });
  const kept = () => app.doNotDisturb.ofUser(max.id)?.schedule;
  await section.getByRole('button', { name: 'Add quiet hours' }).click();
  const hours = section.getByRole('group', { name: 'Quiet hours 1' });
  await eventually(kept, [{ days: [1, 2, 3, 4, 5, 6, 7], start: 1320, end: 420 }]);
  await hours.getByRole('button', { name: 'Sunday' }).click();
  await eventually(kept, [{ days: [1, 2, 3, 4, 5, 6], start: 1320, end: 420 }]);
  await hours.getByLabel('Starts at').fill('00:00');
  await hours.getByLabel('Starts at').blur();
  await hours.getByRole('button', { name: 'Sunday' }).click();
  await hours.getByLabel('Ends at').fill('00:00');
  await hours.getByLabel('Ends at').blur();
  await eventually(kept, [{ days: [1, 2, 3, 4, 5, 6, 7], start: 0, end: 0 }]);
  await assertAccessibleInBothThemes(page, 'quiet hours');
  await page.locator('.me').getByText('Do not disturb').waitFor({ state: 'attached' });
  await section.getByRole('button', { name: 'Resume notifications' }).click();
  await page.locator('.me').getByText('Do not disturb').waitFor({ state: 'detached' });
  await hours.getByRole('button', { name: 'Remove Quiet hours 1' }).click();
  await eventually(kept, []);
  await go(lunch);
  await close();
});
