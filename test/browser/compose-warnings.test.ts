import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, openWindow, waitForComposeText } from './client.ts';

test('the compose box warns before sending about missing recipients or permissions, and offers a fix', async () => {
  const { ada, mia, max, app } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  await ada.post('/channels/create', { name: 'news', subscribers: [mia.id] });
  const news = app.channels.named('news')!.id;
  await ada.patch(`/streams/${news}`, {
    can_send_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
  });
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  await ada.sendMessage('news', 'today', 'Nothing new');
  const kitchen = app.channels.named('kitchen')!.id;
  const { page, message, go, close } = await openWindow(mia, `#narrow/channel/${kitchen}/topic/lunch`);
  await message('Soup today').waitFor();
  await page.locator('#compose-text').fill('Ask @**Max**');
  await page.getByText('Max isn’t in #kitchen').waitFor();
  await assertAccessible(page, 'a notice');
  await page.getByRole('button', { name: 'Add to channel' }).click();
  await page.getByText('Max isn’t in #kitchen').waitFor({ state: 'detached' });
  await eventually(
    async () => (await max.get('/users/me/subscriptions')).subscriptions.map(({ name }: { name: string }) => name),
    ['kitchen'],
  );
  await go(`#narrow/channel/${news}/topic/today`);
  await message('Nothing new').waitFor();
  await page.getByText('You don’t have permission to post in this channel.').waitFor();
  await assertAccessible(page, 'a channel one may not write in');
  await go(`#narrow/channel/${kitchen}/topic/lunch`);
  await waitForComposeText(page, 'Ask @**Max**');
  await page.locator('#compose-text').fill(`${'a line\n'.repeat(80)}the end`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.clipped').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.locator('.clipped').waitFor({ state: 'detached' });
  await close();
});
