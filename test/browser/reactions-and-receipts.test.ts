import { test } from 'node:test';
import { assertAccessible, openWindow } from './client.ts';
import { kitchenTeam } from './teams.ts';

test('the names of users who reacted and of readers are shown, also by keyboard', async () => {
  const { mia, max, ada, soup, lunch } = await kitchenTeam();
  await ada.post(`/messages/${soup}/reactions`, { emoji_name: 'heart' });
  await mia.post('/messages/flags', { op: 'add', flag: 'read', messages: [soup] });
  const { page, message, close } = await openWindow(max, lunch);
  await message('Soup today').waitFor();
  await page.getByRole('button', { name: 'heart: Ada' }).click();
  await page.getByRole('button', { name: /^heart: you and Ada/ }).waitFor();
  await message('Soup today').focus();
  await page.keyboard.press('V');
  const readers = page.getByRole('dialog', { name: 'Read receipts' });
  await readers.getByRole('link', { name: 'Mia' }).waitFor();
  await assertAccessible(page, 'who has read it');
  await page.keyboard.press('Escape');
  await readers.waitFor({ state: 'detached' });
  await message('Soup today').focus();
  await page.keyboard.press('i');
  await page.getByRole('menuitem', { name: 'View reactions' }).click();
  const people = page.getByRole('dialog', { name: 'Reactions' });
  await people.getByRole('link', { name: 'Ada' }).waitFor();
  await people.getByRole('link', { name: 'Max' }).waitFor();
  await assertAccessible(page, 'who reacted');
  await close();
});
