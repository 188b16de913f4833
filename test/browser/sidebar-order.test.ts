import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessibleInBothThemes, eventually, openWindow } from './client.ts';

test('views and pinned channels are moved by dragging, by keyboard and in menus, in all windows', async () => {
  const { ada, mia } = newTeam();
  const ids: number[] = [];
  for (const name of ['attic', 'barn', 'cellar'])
    ids.push((await ada.post('/channels/create', { name, subscribers: [mia.id] })).id);
  const subscription_data = ids.map((stream_id) => ({ stream_id, property: 'pin_to_top', value: true }));
  await mia.post('/users/me/subscriptions/properties', { subscription_data });
  const one = await openWindow(mia, '#inbox');
  const other = await openWindow(mia, '#recent');
  const pinned = ({ page }: typeof one) => page.locator('[data-channel] .row-name').allTextContents();
  const views = async ({ page }: typeof one) =>
    (await page.locator('[data-view] .row-name').allTextContents()).slice(0, 3);
  await eventually(() => pinned(one), ['attic', 'barn', 'cellar']);

  await one.page.locator('[data-channel] a', { hasText: 'cellar' }).focus();
  await one.page.keyboard.press('Alt+ArrowUp');
  for (const window of [one, other]) await eventually(() => pinned(window), ['attic', 'cellar', 'barn']);
  await eventually(() => one.page.evaluate(() => document.activeElement?.textContent), /cellar/, 'the focus');
  await one.page.getByText('cellar is at position 2 of 3').waitFor();

  await one.page
    .locator('[data-channel] a', { hasText: 'barn' })
    .dragTo(one.page.locator('[data-channel] a', { hasText: 'attic' }), { targetPosition: { x: 40, y: 3 } });
  for (const window of [one, other]) await eventually(() => pinned(window), ['barn', 'attic', 'cellar']);

  const row = other.page.locator('[data-channel]', { hasText: 'barn' });
  await row.hover();
  await row.locator('.row-menu').first().click();
  await other.page.getByRole('menuitem', { name: 'Move down' }).click();
  for (const window of [one, other]) await eventually(() => pinned(window), ['attic', 'barn', 'cellar']);

  await eventually(() => views(one), ['Inbox', 'Recent conversations', 'Combined feed']);
  await one.page.locator('[data-view="feed"] a').focus();
  await one.page.keyboard.press('Alt+ArrowUp');
  for (const window of [one, other])
    await eventually(() => views(window), ['Inbox', 'Combined feed', 'Recent conversations']);
  await one.go('#settings/preferences');
  await one.page.getByRole('button', { name: 'Move Inbox down' }).click();
  for (const window of [one, other])
    await eventually(() => views(window), ['Combined feed', 'Inbox', 'Recent conversations']);
  await assertAccessibleInBothThemes(one.page, 'the order of views', '.main');
  await one.close();
  await other.close();
});

test('a collapsed part of the sidebar says that it contains a mention', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'attic', subscribers: [mia.id] });
  await ada.sendMessage('attic', 'boxes', `@**${mia.name}** where are they?`);
  const { page, close } = await openWindow(mia, '#inbox');
  const sidebar = page.getByRole('navigation', { name: 'Conversations' });
  const views = sidebar.getByRole('button', { name: 'Views' });
  await views.click();
  assert.equal(await sidebar.getByRole('link', { name: 'Combined feed' }).count(), 0);
  const channels = sidebar.getByRole('button', { name: 'Channels' });
  await channels.click();
  await sidebar.locator('.section-head').getByRole('img', { name: 'You were mentioned' }).waitFor();
  await page.reload();
  await channels.waitFor();
  assert.equal(await sidebar.getByRole('link', { name: 'Combined feed' }).count(), 0, 'the browser remembers it');
  await views.click();
  await sidebar.getByRole('link', { name: 'Combined feed' }).waitFor();
  await close();
});
