import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, eventually, openWindow } from './client.ts';
import { emptyKitchenTeam } from './teams.ts';

// A small team whose tests do what experienced chat users do every day.

test('a search supports every filter, completes topics and users, and is kept as a recent search', async () => {
  const { ada, mia, max, topic } = await emptyKitchenTeam();
  await ada.sendMessage('kitchen', 'lunch', 'Soup for all');
  await ada.sendDirectMessage([mia, max], 'Soup for three');
  await max.sendDirectMessage([mia], 'Soup for two');
  const { page, go, message, close } = await openWindow(mia, topic('nowhere'));
  const option = (name: string | RegExp) => page.getByRole('option', { name });
  const look = async (words: string, wanted: string | RegExp) => {
    await page.keyboard.type(words);
    await option(wanted).first().waitFor();
    await eventually(async () => (await page.locator('[role=option][aria-selected=true]').textContent()) ?? '', wanted);
    await page.keyboard.press('Enter');
  };
  const pill = (name: string) => page.locator('.search .pill', { hasText: name }).waitFor();
  await go('#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('channel:kitchen topic:lu');
  await pill('kitchen');
  await option('topic: lunch').waitFor();
  await page.keyboard.press('Enter');
  await pill('topic: lunch');
  await page.keyboard.type('soup');
  await page.keyboard.press('Enter');
  await message('Soup for all').waitFor();

  await go('#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.keyboard.press('/');
  await option(/topic: lunch · soup/).waitFor();
  await page.keyboard.type('dm:ada');
  await option(/with Ada/)
    .first()
    .waitFor();
  await page.keyboard.type(',ma');
  await option(/with (Ada and Max|Max and Ada)/)
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await pill('Max');
  await page.keyboard.press('Enter');
  await message('Soup for three').waitFor();
  assert.equal(await message('Soup for two').count(), 0);

  await page.keyboard.press('Escape');
  await go('#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.keyboard.press('/');
  await look('dm-including:max in:al', /^including muted messages/);
  await page.keyboard.press('Enter');
  await message('Soup for two').waitFor();
  await message('Soup for three').waitFor();
  await close();
});

test('a search finds messages by day, from the calendar or typed', async () => {
  const { mia, max, clock, topic } = await emptyKitchenTeam();
  await mia.patch('/settings', { timezone: 'UTC' });
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const days: string[] = [];
  for (const words of ['Soup on the first day', 'Soup on the second day', 'Soup on the third day']) {
    days.push(today());
    await max.sendMessage('kitchen', 'lunch', words);
    clock.advance(86_400);
  }
  const { page, go, message, close } = await openWindow(mia, topic('nowhere'));
  await go('#inbox');
  await page.keyboard.press('/');
  await page.getByLabel('Day', { exact: true }).fill(days[1]!);
  await assertAccessible(page, 'the search with a calendar');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.locator('.search .pill', { hasText: /^sent on / }).waitFor();
  await page.keyboard.press('Enter');
  await message('Soup on the second day').waitFor();
  await page.locator('.result-count', { hasText: '1 result' }).waitFor();
  assert.equal(await page.locator('article[data-id]').count(), 1);
  await go('#inbox');
  await page.keyboard.press('/');
  await page.keyboard.type(`-on:${days[1]} soup`);
  await page.keyboard.press('Enter');
  await message('Soup on the first day').waitFor();
  await message('Soup on the third day').waitFor();
  assert.equal(await page.locator('article[data-id]').count(), 2);
  await close();
});
