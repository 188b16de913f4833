import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { eventually, openWindow } from './client.ts';

test('two windows of one browser stay in sync, including what only the browser stores', async () => {
  const { ada } = newTeam();
  const { page, context, close } = await openWindow(ada, '#settings/preferences');
  const other = await context.newPage();
  await other.goto(page.url());
  for (const name of ['Single-letter shortcuts', 'Use 24-hour time']) {
    const [here, there] = [page, other].map((one) => one.getByRole('switch', { name }));
    const before = await there!.isChecked();
    await here!.click();
    await eventually(() => there!.isChecked(), !before, name);
  }
  await close();
});

test('a view is hidden and a search is saved in all windows of the user, and in nobody else’s', async () => {
  const { ada, mia } = newTeam();
  const { page, close, go } = await openWindow(ada, '#settings/preferences');
  const [other, hers] = [await openWindow(ada, '#inbox'), await openWindow(mia, '#inbox')];
  const viewsOf = (of: typeof page) => of.getByRole('list', { name: 'Views', exact: true });
  await page.getByRole('switch', { name: 'Combined feed' }).click();
  await viewsOf(other.page).getByRole('link', { name: 'Combined feed' }).waitFor({ state: 'detached' });
  await viewsOf(hers.page).getByRole('link', { name: 'Combined feed' }).waitFor();
  // A hidden view is shown while it is open.
  await other.go('#feed');
  await viewsOf(other.page).getByRole('link', { name: 'Combined feed' }).waitFor();
  await page.getByRole('switch', { name: 'Combined feed' }).click();
  await viewsOf(page).getByRole('link', { name: 'Combined feed' }).waitFor();

  await go('#narrow/search/bread');
  await page.getByRole('button', { name: 'Save search to the sidebar' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await eventually(() => name.inputValue(), 'bread');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await viewsOf(other.page).getByRole('link', { name: 'bread', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Saved search', pressed: true }).click();
  await name.fill('All about bread');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await viewsOf(other.page).getByRole('link', { name: 'All about bread' }).click();
  await other.page.locator('.pill', { hasText: 'bread' }).first().waitFor();
  await go('#settings/preferences');
  await page.getByRole('button', { name: 'Remove All about bread' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await other.page.getByRole('button', { name: 'Saved search', pressed: true }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await other.page.getByRole('dialog', { name: 'Remove All about bread?' }).getByText('aren’t affected').waitFor();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await viewsOf(page).getByRole('link', { name: 'All about bread' }).waitFor({ state: 'detached' });
  await other.page.getByRole('button', { name: 'Save search to the sidebar', pressed: false }).waitFor();
  assert.deepEqual((await mia.get('/navigation_views')).navigation_views, []);
  await hers.close();
  await other.close();
  await close();
});
