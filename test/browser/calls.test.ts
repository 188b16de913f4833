import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { openWindow } from './client.ts';

test('a call link can be added to a message if the organization has a call provider', async () => {
  const { app, ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  await ada.sendMessage('kitchen', 'lunch', 'Shall we talk?');
  await ada.patch('/realm', { jitsi_server_url: 'https://meet.example.org' });
  const id = app.channels.named('kitchen')!.id;
  const { page, message, close } = await openWindow(mia, `#narrow/channel/${id}/topic/lunch`);
  await message('Shall we talk?').waitFor();
  const menu = page.getByRole('button', { name: 'Insert' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Add video call' }).click();
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  const call = /^\[Join video call\]\(https:\/\/meet\.example\.org\/[\da-f]{32}\) $/;
  await page.waitForFunction((field) => (field as HTMLTextAreaElement).value !== '', await box.elementHandle());
  assert.match(await box.inputValue(), call);
  await ada.patch('/realm', { video_chat_provider: 0 });
  await page.keyboard.press('Escape');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Time' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Add video call' }).count(), 0);
  await close();
});
