import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newTeam } from '../support/team.ts';
import { assertAccessible, openWindow } from './client.ts';

/** The page that opens in a new tab. */
async function helpOpenedBy(page: Page, act: () => Promise<unknown>): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), act()]);
  await opened.getByRole('heading', { name: 'Help', level: 1 }).waitFor();
  return opened;
}

test('the help pages open from the user menu and from the list of shortcuts', async () => {
  const { mia } = newTeam();
  const { page, close } = await openWindow(mia, '#inbox');
  await page.locator('.me').click();
  const item = page.getByRole('menuitem', { name: 'Help', exact: true });
  await (await helpOpenedBy(page, () => item.click())).close();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await assertAccessible(page, 'shortcuts with a link to the help');
  if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT });
  const link = page.getByRole('link', { name: 'Open help' });
  await (await helpOpenedBy(page, () => link.click())).close();
  await close();
});
