import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookServer } from '../support/webhook-server.ts';
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

test('a slash command of a bot is suggested and answered at the message box', async () => {
  const { ada, app, mia, max, lunch } = await gardenTeam();
  app.config.choices.allowPrivateWebhooks = true;
  const { url, answer, told } = await webhookServer();
  const draft = { full_name: 'Weather', short_name: 'weather', bot_type: 3, payload_url: url };
  const { user_id: bot_id } = await ada.post('/bots', draft);
  const [{ page, message, close }, other] = await Promise.all([openWindow(mia, lunch), openWindow(max, lunch)]);
  await message('Soup today').waitFor();
  await page.getByRole('button', { name: 'Emoji', exact: true }).waitFor();
  // The open window learns of the new command.
  await ada.post('/slash_commands', { bot_id, name: 'weather', usage: '[city]', description: 'Shows the weather' });
  answer.text = JSON.stringify({ text: 'It rains in **Berlin**' });
  await page.locator('#compose-text').focus();
  await page.keyboard.type('/wea');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await list.getByRole('option', { name: '/weather [city] Shows the weather' }).waitFor();
  await page.keyboard.press('Enter');
  await waitForComposeText(page, '/weather ');
  await page.keyboard.type('Berlin');
  await page.keyboard.press('Control+Enter');
  const notice = page.locator('.command-notice', { hasText: 'It rains in Berlin' });
  await notice.getByText('Only you can see this').waitFor();
  await waitForComposeText(page, '');
  await assertAccessible(page, 'an answer');
  assert.equal(new URLSearchParams(told[0]!.body).get('text'), 'Berlin');
  assert.equal(await other.page.getByText('It rains').count(), 0);
  assert.equal((await getLast(max)).content, 'Soup today', 'nothing was sent');
  await notice.getByRole('button', { name: 'Close' }).click();
  await notice.waitFor({ state: 'detached' });
  answer.status = 500;
  await page.locator('#compose-text').fill('/weather Oslo');
  await page.keyboard.press('Control+Enter');
  await page.locator('.command-notice', { hasText: '/weather Oslo' }).getByText('There is no answer').waitFor();
  await Promise.all([close(), other.close()]);
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
