import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, openWindow } from './client.ts';

test('an administrator merges a channel into another one in its settings', async () => {
  const { ada, mia } = newTeam();
  const quiet = { send_new_subscription_messages: false };
  await ada.post('/channels/create', { name: 'lunch', subscribers: [ada.id, mia.id], ...quiet });
  await ada.post('/channels/create', { name: 'food', subscribers: [ada.id], ...quiet });
  await mia.sendMessage('lunch', 'soup', 'Tomato?');
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'lunch' });
  const { page, close } = await openWindow(ada, `#channels/${stream_id}/lunch/general`);
  await page.getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge #lunch into another channel' });
  await dialog.getByLabel('Channel to merge into').selectOption('food');
  await assertAccessible(page, 'merging channels');
  await dialog.getByRole('button', { name: 'Merge channels' }).click();
  await page.getByText('#lunch was merged into #food.').waitFor();
  const { stream_id: food } = await ada.get('/get_stream_id', { stream: 'food' });
  const { topics } = await mia.get(`/users/me/${food}/topics`);
  assert.ok(topics.some(({ name }: { name: string }) => name === 'soup'));
  await close();
});
