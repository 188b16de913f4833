import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, eventually, openWindow } from './client.ts';
import { gardenTeam } from './teams.ts';

test('a message is pinned from its menu, listed above its topic and in its channel, and unpinned', async () => {
  const { ada, mia, max, soup, channel, lunch } = await gardenTeam();
  await max.sendMessage('kitchen', 'lunch', 'Thanks');
  const hers = await openWindow(mia, lunch);
  const his = await openWindow(max, lunch);
  await his.message('Thanks').waitFor();
  const soupMessage = hers.message('Soup today');
  await soupMessage.hover();
  await soupMessage.getByRole('button', { name: 'Message actions' }).click();
  await hers.page.getByRole('menuitem', { name: 'Pin message' }).click();
  await soupMessage.getByRole('img', { name: 'Pinned' }).waitFor();
  for (const { page } of [hers, his]) {
    await page.getByRole('button', { name: '1 pinned message' }).click();
    await page.getByRole('dialog', { name: 'Pinned messages' }).getByText('Soup today').waitFor();
  }
  await assertAccessibleInBothThemes(hers.page, 'pinned messages', '.popover');
  await ada.patch(`/messages/${soup}`, { content: 'No soup today' });
  await his.page.getByRole('dialog').getByText('No soup today').waitFor();
  await his.page.getByRole('dialog').getByRole('link').click();
  await eventually(() => his.page.url(), new RegExp(`near/${soup}$`));
  await hers.page.keyboard.press('Escape');

  await hers.go(`#narrow/channel/${channel}-kitchen`);
  await hers.page.getByRole('button', { name: 'Actions for #kitchen' }).click();
  await hers.page.getByRole('menuitem', { name: 'Pinned messages' }).click();
  const dialog = hers.page.getByRole('dialog', { name: 'Pinned messages in #kitchen' });
  await dialog.getByText('lunch').waitFor();
  await assertAccessibleInBothThemes(hers.page, 'pinned messages of a channel', '.dialog');
  await dialog.getByRole('button', { name: 'Unpin message' }).click();
  await dialog.getByText('No pinned messages').waitFor();
  await his.page.getByRole('button', { name: '1 pinned message' }).waitFor({ state: 'detached' });
  const { pinned_messages } = await mia.get('/pinned_messages', { stream_id: channel });
  assert.deepEqual(pinned_messages, []);
  await hers.close();
  await his.close();
});

test('a user who may not post in a channel sees its pinned messages but cannot change them', async () => {
  const { app, ada, mia, soup, channel, lunch } = await gardenTeam();
  await ada.post(`/messages/${soup}/pin`);
  await ada.patch(`/streams/${channel}`, { can_send_message_group: { new: app.groups.system('role:owners') } });
  const { page, message, close } = await openWindow(mia, lunch);
  await page.getByRole('button', { name: '1 pinned message' }).click();
  const list = page.getByRole('dialog', { name: 'Pinned messages' });
  await list.getByText('Soup today').waitFor();
  assert.equal(await list.getByRole('button', { name: 'Unpin message' }).count(), 0);
  await page.keyboard.press('Escape');
  await message('Soup today').hover();
  await message('Soup today').getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'Star' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: /[Pp]in message/ }).count(), 0);
  await close();
});
