import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, eventually, intercept, openWindow, waitForComposeText } from './client.ts';
import { kitchenTeam } from './teams.ts';

test('emoji are found by name and with the arrow keys, and recently used ones come first', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  const [hers, his] = await Promise.all([openWindow(mia, lunch), openWindow(max, lunch)]);
  await hers.message('Soup today').waitFor();
  await hers.page.keyboard.press('k');
  await hers.page.keyboard.press(':');
  const search = hers.page.getByRole('combobox', { name: 'Find an emoji' });
  await hers.page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  await hers.page.getByRole('option', { name: 'grinning', exact: true }).first().waitFor();
  await search.pressSequentially('potato');
  await hers.page.getByRole('option', { name: 'potato', exact: true }).waitFor();
  // Only the results are checked: axe would take minutes for all two thousand.
  await assertAccessible(hers.page, 'the emoji picker');
  await hers.page.keyboard.press('Enter');
  await his.page.getByRole('button', { name: /potato: Mia/ }).waitFor();
  await hers.page.getByRole('button', { name: 'Emoji', exact: true }).click();
  const grid = hers.page.getByRole('dialog', { name: 'Emoji' }).getByRole('listbox', { name: 'Emoji' });
  await grid.getByRole('option').first().waitFor();
  await eventually(() => grid.getByRole('option').first().getAttribute('aria-label'), 'potato');
  await hers.page.keyboard.press('ArrowDown');
  await hers.page.keyboard.press('ArrowRight');
  const name = await hers.page.locator('.emoji-grid [aria-selected=true]').getAttribute('aria-label');
  await hers.page.keyboard.press('Enter');
  await waitForComposeText(hers.page, `:${name!.replaceAll(' ', '_')}: `);
  await hers.close();
  await his.close();
});

test('Enter picks the first result, also if it is pressed before the emoji are loaded', async () => {
  const { mia, max, soup, lunch } = await kitchenTeam();
  const { page, message, close } = await openWindow(mia, lunch);
  const mayLoad = Promise.withResolvers<void>();
  await intercept(page, '**/static/generated/emoji/**', async (route) => {
    await mayLoad.promise;
    await route.continue();
  });
  await message('Soup today').focus();
  await page.keyboard.press(':');
  await page.getByRole('combobox', { name: 'Find an emoji' }).fill('potato');
  await page.keyboard.press('Enter');
  assert.equal(await page.getByRole('option').count(), 0);
  mayLoad.resolve();
  await message('Soup today').getByRole('button', { name: 'potato: you' }).waitFor();
  await page.getByRole('combobox', { name: 'Find an emoji' }).waitFor({ state: 'detached' });
  assert.equal((await max.get(`/messages/${soup}`)).message.reactions.length, 1);
  await close();
});
