import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, openWindow, waitForComposeText } from './client.ts';

async function kitchenTeam() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  const channel = team.app.channels.named('kitchen')!.id;
  return { ...team, channel, lunch: `#narrow/channel/${channel}-kitchen/topic/lunch` };
}

test('a message is scheduled, listed and canceled, and a reminder is set for another', async () => {
  const { mia, lunch } = await kitchenTeam();
  const { page, message, go, close } = await openWindow(mia, lunch);
  await message('Soup today').waitFor();
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await box.fill('Good morning');
  const later = async () => {
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: /Tomorrow morning/ }).click();
    await page.locator('.toast', { hasText: 'Scheduled for' }).waitFor();
    await waitForComposeText(page, '');
  };
  await later();
  await page.locator('.toast', { hasText: 'Scheduled for' }).getByRole('button', { name: 'Undo' }).click();
  await waitForComposeText(page, 'Good morning');
  await eventually(async () => (await mia.get('/scheduled_messages')).scheduled_messages, []);
  await later();
  await message('Soup today').hover();
  await message('Soup today').getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'Remind me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remind me about this' });
  await dialog.getByLabel('Note').fill('Ask for the recipe');
  await assertAccessible(page, 'reminding');
  await dialog.getByRole('button', { name: 'In 3 hours' }).click();
  await dialog.waitFor({ state: 'detached' });
  await go('#reminders');
  await page.getByText('Ask for the recipe').waitFor();
  await assertAccessible(page, 'reminders');
  await page.getByRole('link', { name: 'Scheduled (1)' }).click();
  await page.getByText('Good morning').waitFor();
  await assertAccessible(page, 'scheduled messages');
  await page.getByRole('button', { name: 'Change time' }).click();
  await page.getByLabel('Day and time').fill('2031-02-03T04:05');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText(/February 3, 2031/).waitFor();
  const { scheduled_messages: waiting } = await mia.get('/scheduled_messages');
  assert.equal(waiting.length, 1);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await waitForComposeText(page, 'Good morning');
  await eventually(async () => (await mia.get('/scheduled_messages')).scheduled_messages, []);
  await close();
});
