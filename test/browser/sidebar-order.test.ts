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

  await eventually(() => views(one), ['Inbox', 'Recent conversations', 'Mentions']);
  await one.page.locator('[data-view="narrow/is/mentioned"] a').focus();
  await one.page.keyboard.press('Alt+ArrowUp');
  for (const window of [one, other])
    await eventually(() => views(window), ['Inbox', 'Mentions', 'Recent conversations']);
  await one.go('#settings/preferences');
  await one.page.getByRole('button', { name: 'Move Inbox down' }).click();
  for (const window of [one, other])
    await eventually(() => views(window), ['Mentions', 'Inbox', 'Recent conversations']);
  await assertAccessibleInBothThemes(one.page, 'the order of views', '.main');
  await one.close();
  await other.close();
});

test('the sidebar has four views, those under More, and the channels on the first screen', async () => {
  const { ada, mia, max, team } = newTeam();
  const subscribers = [mia.id];
  for (const name of ['room 10', 'room 2', 'attic', 'barn', 'cellar', 'den'])
    await ada.post('/channels/create', { name, subscribers });
  for (let at = 0; at < 12; at++) await ada.sendMessage('attic', `topic ${at}`, 'Boxes');
  for (const one of [ada, max, team.addUser('Gwen', 400), team.addUser('Hugo', 400)])
    await one.sendDirectMessage([mia], 'Hello');
  const { page, go, close } = await openWindow(mia, '#inbox', { viewport: { width: 1024, height: 768 } });
  const views = page.getByRole('list', { name: 'Views', exact: true });
  const names = () => views.locator('.row:visible .row-name').allTextContents();
  await eventually(names, ['Inbox', 'Recent conversations', 'Mentions', 'Later', 'More']);
  assert.equal(Math.round((await views.getByRole('link', { name: 'Later' }).boundingBox())!.height), 28);
  // A view under More is listed while it is open.
  await go('#feed');
  await eventually(names, ['Inbox', 'Recent conversations', 'Mentions', 'Later', 'Combined feed', 'More']);
  await go('#reminders');
  await views.locator('[aria-current]', { hasText: 'Later' }).waitFor();
  await page.getByRole('navigation', { name: 'Later' }).getByRole('link', { name: 'Starred messages' }).waitFor();
  await views.getByRole('button', { name: 'More' }).click();
  await views.getByRole('link', { name: 'Starred messages' }).waitFor();
  await page.reload();
  await views.getByRole('link', { name: 'Starred messages' }).waitFor();
  await views.getByRole('button', { name: 'More' }).click();

  const channels = page.locator('.sidebar [role=listitem] > a', { has: page.locator('.channel-sign') });
  const inView = () =>
    channels.evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length);
  await eventually(async () => (await inView()) >= 6, true);
  const order = await channels.locator('.row-name').allTextContents();
  assert.ok(order.indexOf('room 2') < order.indexOf('room 10'), 'numbers sort as numbers');
  await go(`#topics/channel/${team.app.channels.named('attic')!.id}`);
  await page
    .locator('.topic-rows')
    .getByRole('link', { name: /^\d more unread$/ })
    .waitFor();
  assert.equal(await page.locator('.topic-rows .row-unread').count(), 8);
  await page.setViewportSize({ width: 1440, height: 900 });
  await go('#inbox');
  const heading = page.getByRole('heading', { name: 'Channels', exact: true });
  // Three conversations and one more that is unread.
  await eventually(async () => (await heading.boundingBox())!.y <= 360 + 28, true);
  await close();
});

test('a collapsed part of the sidebar says that it contains a mention', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'attic', subscribers: [mia.id] });
  await ada.sendMessage('attic', 'boxes', `@**${mia.name}** where are they?`);
  const { page, close } = await openWindow(mia, '#inbox');
  const sidebar = page.getByRole('navigation', { name: 'Conversations' });
  const channels = sidebar.getByRole('button', { name: 'Channels' });
  await channels.click();
  await sidebar.locator('.section-head').getByRole('img', { name: 'You were mentioned' }).waitFor();
  await page.reload();
  await channels.waitFor();
  await sidebar.locator('.section-head').getByRole('img', { name: 'You were mentioned' }).waitFor();
  await close();
});
