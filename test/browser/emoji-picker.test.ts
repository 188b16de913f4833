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

test('a skin tone is remembered, inserts characters that all clients show, and reactions keep their code', async () => {
  const { mia, max, soup, lunch } = await kitchenTeam();
  const [hers, his] = await Promise.all([openWindow(mia, lunch), openWindow(max, lunch)]);
  const { page } = hers;
  const box = page.locator('#compose-text');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await page.getByRole('button', { name: 'Skin tone: Default skin tone' }).click();
  const tones = page.getByRole('radiogroup', { name: 'Skin tone' });
  await assertAccessible(page, 'the skin tones', '.emoji-search');
  await eventually(() => tones.getByRole('radio', { checked: true }).evaluate((one) => one.matches(':focus')), true);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await tones.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Skin tone: Medium skin tone' }).waitFor();
  // What is typed next finds an emoji.
  await page.keyboard.type('wave');
  await eventually(() => page.getByRole('option', { name: 'wave', exact: true }).textContent(), '\u{1f44b}\u{1f3fd}');
  await page.keyboard.press('Enter');
  await waitForComposeText(page, '\u{1f44b}\u{1f3fd} ');
  await page.reload();
  await waitForComposeText(page, '\u{1f44b}\u{1f3fd} ');
  await box.focus();
  await page.keyboard.press('Control+End');
  await box.pressSequentially(':potato');
  await page.getByRole('option', { name: ':potato:' }).waitFor();
  await page.keyboard.press('Enter');
  await box.pressSequentially(':pray');
  await page.getByRole('option', { name: ':pray:' }).waitFor();
  await page.keyboard.press('Enter');
  await waitForComposeText(page, '\u{1f44b}\u{1f3fd} :potato: \u{1f64f}\u{1f3fd} ');
  await box.press('Control+Enter');
  const words = his.page.locator('article[data-id]').last().locator('.rendered');
  await eventually(() => words.textContent(), '\u{1f44b}\u{1f3fd} \u{1f954} \u{1f64f}\u{1f3fd}');
  assert.equal(await words.locator('.toned-emoji').count(), 2);

  // A reaction is the same for everybody. Only its author sees it in the tone.
  await hers.message('Soup today').focus();
  await page.keyboard.press('+');
  const mine = hers.message('Soup today').getByRole('button', { name: '+1: you' });
  await eventually(() => mine.locator('.emoji-sign').textContent(), '\u{1f44d}\u{1f3fd}');
  await eventually(
    () => his.message('Soup today').getByRole('button', { name: '+1: Mia' }).locator('.emoji-sign').textContent(),
    '\u{1f44d}',
  );
  const [reaction] = (await max.get(`/messages/${soup}`)).message.reactions;
  assert.deepEqual([reaction.emoji_code, reaction.reaction_type], ['1f44d', 'unicode_emoji']);
  await hers.close();
  await his.close();
});
