import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, eventually, openWindow } from './client.ts';
import { gardenTeam } from './teams.ts';

test('a poll and a to-do list have their place before their script is loaded', async () => {
  const { mia, lunch } = await gardenTeam();
  const loaded = Promise.withResolvers<void>();
  const { page, go, message, close } = await openWindow(mia, '#inbox', {
    before: (page) =>
      page.route('**/widget-*.js', async (route) => {
        await loaded.promise;
        await route.continue();
      }),
  });
  await mia.sendMessage('kitchen', 'lunch', '/poll Dessert?\nCake\nFruit\nIce');
  await mia.sendMessage('kitchen', 'lunch', '/todo Shopping\nCake\nFruit');
  await mia.sendMessage('kitchen', 'lunch', 'Below them');
  await go(lunch);
  await message('Below them').waitFor();
  const places = page.locator('.widget-place');
  const heights = () => places.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  const reserved = await heights();
  assert.equal(reserved.length, 2);
  loaded.resolve();
  await page.getByRole('checkbox', { name: 'Fruit' }).waitFor();
  (await heights()).forEach((height, at) => {
    const moved = Math.abs(height - reserved[at]!);
    assert.ok(moved < 4, `${moved} pixels`);
  });
  await close();
});

test('two users answer a poll, one adds an option, and a to-do list is completed', async () => {
  const { mia, max, lunch } = await gardenTeam();
  const [hers, his] = await Promise.all([openWindow(mia, lunch), openWindow(max, lunch)]);
  await hers.page.getByRole('button', { name: 'Insert' }).click();
  await hers.page.getByRole('menuitem', { name: 'Poll' }).click();
  const dialog = hers.page.getByRole('dialog', { name: 'New poll' });
  await dialog.getByLabel('Question').fill('Dessert?');
  await dialog.getByRole('textbox', { name: 'Option 1' }).fill('Cake');
  await dialog.getByRole('textbox', { name: 'Option 2' }).fill('Fruit');
  await assertAccessible(hers.page, 'a new poll');
  await dialog.getByRole('button', { name: 'Send poll' }).click();
  await hers.page.getByRole('button', { name: 'Cake: 0 votes' }).click();
  await his.page.getByRole('button', { name: 'Cake: 1 vote' }).click();
  await his.page.getByRole('button', { name: 'Cake: 2 votes' }).waitFor();
  await his.page.getByRole('textbox', { name: 'Add option' }).fill('Ice');
  await his.page.getByRole('button', { name: 'Add', exact: true }).click();
  await hers.page.getByRole('button', { name: 'Ice: 1 vote' }).click();
  await his.page.getByRole('button', { name: 'Ice: 2 votes' }).waitFor();
  assert.equal(
    await his.page.getByRole('button', { name: 'Edit Question' }).count(),
    0,
    'the question is its author’s',
  );
  await hers.page.getByRole('button', { name: 'Edit Question' }).click();
  await hers.page.getByRole('textbox', { name: 'Question' }).fill('Sweets?');
  await hers.page.keyboard.press('Enter');
  await his.page.getByRole('heading', { name: 'Sweets?' }).waitFor();
  await hers.send('/todo Shopping\nCake: with cherries');
  const task = his.page.getByRole('checkbox', { name: /Cake/ });
  const filled = () =>
    task.evaluate((box) => getComputedStyle(box).backgroundColor === getComputedStyle(box).accentColor);
  await task.waitFor();
  await his.page.emulateMedia({ colorScheme: 'dark' });
  const paper = await his.page.evaluate(() => getComputedStyle(document.querySelector('.widget')!).backgroundColor);
  await eventually(
    () => task.evaluate((box) => getComputedStyle(box).backgroundColor),
    paper,
    'what is not done looks empty in the dark, too',
  );
  await task.check();
  await eventually(filled, true);
  await hers.page.locator('.task-done').waitFor();
  await assertAccessible(his.page, 'a poll and a list');
  await hers.close();
  await his.close();
});
