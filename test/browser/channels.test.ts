import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, openWindow } from './client.ts';

test('a private channel is created and a user added; a user who is not subscribed sees nothing of it', async () => {
  const { mia, max, mona, app } = newTeam();
  const [hers, his, outside] = await Promise.all([
    openWindow(mia, '#channels/new'),
    openWindow(max, '#channels/all'),
    openWindow(mona, '#channels/all'),
  ]);
  const { page } = hers;
  await page.getByLabel('Name', { exact: true }).fill('secret garden');
  await page.getByLabel('Description').fill('Only for *us*');
  await page.getByRole('radio', { name: /protected history/ }).check();
  const people = page.getByRole('combobox', { name: 'People' });
  await people.evaluate((field, list) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', list);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `Nobody <nobody@nowhere.org>\nMax <${max.email}>`);
  await page.getByRole('button', { name: 'Remove Max' }).waitFor();
  await eventually(() => people.inputValue(), 'nobody@nowhere.org', 'who is not here stays in the field');
  await people.fill('');
  await assertAccessible(page, 'a new channel');
  await page.getByRole('button', { name: 'Create channel' }).click();
  await page.getByRole('heading', { level: 1, name: 'secret garden' }).waitFor();

  const row = his.page
    .getByRole('list', { name: 'Channels' })
    .getByRole('listitem')
    .filter({ hasText: 'secret garden' });
  await row.getByText('Only for us').waitFor();
  await row.getByText('2 people').waitFor();
  await his.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /secret garden/ })
    .waitFor();
  const { id, invite_only, history_public_to_subscribers } = app.channels.named('secret garden')!;
  assert.deepEqual([invite_only, history_public_to_subscribers], [true, false]);

  await outside.page.getByRole('searchbox', { name: 'Find a channel' }).fill('garden');
  await outside.page.getByText('No matches').waitFor();
  await outside.go(`#channels/${id}/secret-garden/subscribers`);
  await outside.page.getByText('Channel not found').waitFor();

  // Leaving is permanent, and the dialog says so first.
  await row.getByRole('button', { name: 'Leave #secret garden' }).click();
  const dialog = his.page.getByRole('dialog');
  await dialog.getByText('You can’t rejoin on your own', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await row.waitFor({ state: 'detached' });
  await hers.close();
  await his.close();
  await outside.close();
});

test('a channel administrator changes the channel, and others see the change but cannot make any', async () => {
  const { ada, mia, max, app } = newTeam();
  await mia.post('/channels/create', { name: 'kitchen', description: 'Food', subscribers: [mia.id, max.id] });
  const { id } = app.channels.named('kitchen')!;
  const [hers, his] = await Promise.all([
    openWindow(mia, `#channels/${id}/kitchen/general`),
    openWindow(max, `#channels/${id}/kitchen/general`),
  ]);
  const { page } = hers;
  await page.getByLabel('Name', { exact: true }).fill('canteen');
  await page.keyboard.press('Enter');
  await his.page.getByRole('heading', { level: 1, name: 'canteen' }).waitFor();
  assert.equal(await his.page.getByLabel('Name', { exact: true }).getAttribute('readonly'), '', 'he may not');
  await his.page.getByText('Only channel administrators can change these settings.').waitFor();
  assert.equal(await his.page.getByRole('button', { name: 'Archive…' }).count(), 0);

  await page.getByRole('button', { name: 'Change…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /shared history/ })
    .check();
  await page.getByText('lose access to it', { exact: false }).waitFor();
  await assertAccessible(page, 'privacy');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await his.page.getByText('Private, shared history').first().waitFor();

  await hers.go(`#channels/${id}/canteen/permissions`);
  await his.go(`#channels/${id}/canteen/permissions`);
  await page.getByRole('combobox', { name: 'Who can post' }).fill('moder');
  await page.getByRole('option', { name: 'Moderators and above' }).click();
  await his.page.locator('.setting', { hasText: 'Who can post' }).getByText('Moderators and above').waitFor();
  assert.equal(
    await his.page.getByRole('combobox', { name: 'Who can post' }).count(),
    0,
    'he sees it, and cannot change it',
  );
  await assertAccessible(page, 'permissions');
  const { streams } = await ada.get('/streams', { include_all: true });
  const group = app.groups.system('role:moderators');
  assert.equal(streams.find(({ stream_id }: { stream_id: number }) => stream_id === id).can_send_message_group, group);

  await hers.go(`#channels/${id}/canteen/subscribers`);
  await his.go(`#channels/${id}/canteen/subscribers`);
  await page.getByRole('combobox', { name: 'People to add' }).fill('ada');
  await page.getByRole('option', { name: /Ada/ }).click();
  await page.getByRole('button', { name: 'Add 1 person' }).click();
  await his.page.getByRole('list', { name: 'People' }).getByRole('link', { name: 'Ada' }).waitFor();
  await assertAccessible(page, 'people');

  await hers.go(`#channels/${id}/canteen/general`);
  await page.getByRole('button', { name: 'Archive…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
  await his.page.getByText('This channel is archived', { exact: false }).first().waitFor();
  await hers.close();
  await his.close();
});

test('a user joins, colors, pins, mutes and leaves a channel, and follows and mutes its topics', async () => {
  const { ada, mia, max, app } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [max.id] });
  await max.sendMessage('kitchen', 'lunch', 'Soup');
  const { id } = app.channels.named('kitchen')!;
  const { page, go, message, close } = await openWindow(mia, '#channels/available');
  await assertAccessible(page, 'the list of channels');
  await page.getByRole('button', { name: 'Join #kitchen' }).click();
  await page.getByText('You joined #kitchen.').waitFor();
  await go(`#channels/${id}/kitchen/personal`);
  await page.getByRole('radio', { name: 'Violet' }).click();
  await page.getByRole('switch', { name: 'Pin to top' }).check();
  await page.getByRole('switch', { name: 'Mobile notifications' }).check();
  await page.getByText('Differs from the default').waitFor();
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: 'Pinned' }).waitFor();
  await assertAccessible(page, 'what it is to one');
  const own = async () =>
    (await mia.get('/users/me/subscriptions')).subscriptions.find(
      ({ stream_id }: { stream_id: number }) => stream_id === id,
    );
  await eventually(
    async () => (({ color, pin_to_top, push_notifications }) => [color, pin_to_top, push_notifications])(await own()),
    ['#7a4fd0', true, true],
  );

  await go(`#narrow/channel/${id}/topic/lunch`);
  await message('Soup').waitFor();
  const menu = page.locator('.main-actions').getByRole('button', { name: 'Actions for topic lunch' });
  await menu.click();
  await assertAccessible(page, 'the menu of a topic');
  await page.getByRole('menuitemradio', { name: 'Follow' }).click();
  await menu.click();
  await page.getByRole('menuitemradio', { name: 'Follow', checked: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await message('Soup').focus();
  await page.keyboard.press('M');
  await page.getByText('“lunch” is muted').waitFor();
  await page.keyboard.press('u');
  await page.getByRole('dialog', { name: 'Max' }).waitFor();
  await page.keyboard.press('Escape');

  const row = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^kitchen/ });
  await row.focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Mute channel' }).click();
  await page.locator('.is-muted > a', { hasText: 'kitchen' }).waitFor();
  await max.sendMessage('kitchen', 'supper', 'Bread');
  await page.locator('.topic-rows .is-muted > a', { hasText: 'supper' }).waitFor();
  await row.focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Leave' }).click();
  await page.getByText('You left #kitchen.').waitFor();
  await row.waitFor({ state: 'detached' });
  await close();
});
