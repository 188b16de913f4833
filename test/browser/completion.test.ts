import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, eventually, openWindow, waitForComposeText } from './client.ts';
import { gardenTeam } from './teams.ts';

const getLast = async (person: Awaited<ReturnType<typeof gardenTeam>>['mia']) =>
  (await person.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false })).messages.at(
    -1,
  );

test('suggestions that were closed open again for another text and for the next message', async () => {
  const { ada, mia, lunch, channel } = await gardenTeam();
  await ada.patch(`/streams/${channel}`, { description: 'Lunch, and **coffee**' });
  const { page, message, close } = await openWindow(mia, lunch);
  await page.getByRole('button', { name: 'Emoji', exact: true }).waitFor();
  const suggested = (name: string | RegExp) =>
    page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name });
  await page.locator('#compose-text').focus();
  await page.keyboard.type('#kit');
  await suggested('kitchen Lunch, and coffee').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('@ma');
  await suggested('Max').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await message('@ma').waitFor();
  await page.keyboard.type('@ma');
  await suggested('Max').waitFor();
  await close();
});

test('users, channels with topics, emoji and commands are completed with the keyboard', async () => {
  const { mia, max, lunch } = await gardenTeam();
  const { page, message, close } = await openWindow(mia, lunch);
  await message('Soup today').waitFor();
  await page.getByRole('button', { name: 'Emoji', exact: true }).waitFor();
  const box = page.locator('#compose-text');
  const suggested = (name: string | RegExp) =>
    page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name });
  await box.focus();
  await page.keyboard.type('@ma');
  await suggested('Max').waitFor();
  await eventually(() => box.getAttribute('role'), 'combobox');
  await eventually(
    async () => page.locator(`#${await box.getAttribute('aria-activedescendant')}[aria-selected=true]`).count(),
    1,
  );
  await assertAccessible(page, 'suggestions');
  await page.keyboard.press('Enter');
  await waitForComposeText(page, '@**Max** ');
  await page.keyboard.type('see #kit');
  await suggested(/kitchen/).waitFor();
  await page.keyboard.type('>lu');
  await suggested(/lunch/).waitFor();
  await page.keyboard.press('Tab');
  await waitForComposeText(page, '@**Max** see #**kitchen>lunch** ');
  await page.keyboard.type(':tada');
  await suggested(':tada:').waitFor();
  await page.keyboard.press('Enter');
  await waitForComposeText(page, '@**Max** see #**kitchen>lunch** :tada: ');
  await page.keyboard.type('@al');
  await suggested(/all/).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor({ state: 'hidden' });
  await eventually(
    () => page.evaluate(() => document.activeElement?.id),
    'compose-text',
    'Escape closes the list alone',
  );
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+B');
  await eventually(() => box.inputValue(), /^\*\*@.*@al\*\*$/);
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('/dar');
  await suggested(/dark/).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  assert.equal((await getLast(max)).content, 'Soup today', 'nothing was sent');
  await close();
});

test('a menu accepts no click before it is positioned', async () => {
  const { mia, lunch } = await gardenTeam();
  const held = Promise.withResolvers<void>();
  const { page, message, close } = await openWindow(mia, lunch, {
    before: (page) => page.route('**/floating-*.js', (route) => held.promise.then(() => route.continue())),
  });
  await message('Soup today').waitFor();
  await page.getByRole('button', { name: 'Insert' }).click();
  const poll = page.getByRole('menuitem', { name: 'Poll' });
  await poll.waitFor();
  const takesClick = () =>
    poll.evaluate((item) => {
      const { left, top } = item.getBoundingClientRect();
      return item.contains(document.elementFromPoint(left + 9, top + 9));
    });
  assert.equal(await takesClick(), false);
  held.resolve();
  await eventually(takesClick, true);
  await poll.click();
  await page.getByRole('dialog', { name: 'New poll' }).waitFor();
  await close();
});
