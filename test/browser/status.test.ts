import { test } from 'node:test';
import { assertAccessible, openWindow } from './client.ts';
import { kitchenTeam } from './teams.ts';

test('a status is shown beside the name; a user can be invisible, and can turn on do-not-disturb', async () => {
  const { mia, max, lunch } = await kitchenTeam();
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
  await his.page.getByRole('menuitem', { name: 'Change your status' }).click();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await hers.page.getByTitle('On vacation').waitFor({ state: 'detached' });
  await hers.close();
  await his.close();
});
