import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, windowOf, written } from './client.ts';

async function kitchen() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  await ada.say('kitchen', 'lunch', 'Soup today');
  const channel = team.app.channels.named('kitchen')!.id;
  return { ...team, channel, lunch: `#narrow/channel/${channel}-kitchen/topic/lunch` };
}

test('a message is scheduled, listed and canceled, and a reminder is set for another', async () => {
  const { mia, lunch } = await kitchen();
  const { page, message, go, close } = await windowOf(mia, lunch);
  await message('Soup today').waitFor();
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await box.fill('Good morning');
  const later = async () => {
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: /Tomorrow morning/ }).click();
    await page.locator('.toast', { hasText: 'Scheduled for' }).waitFor();
    await written(page, '');
  };
  await later();
  await page.locator('.toast', { hasText: 'Scheduled for' }).getByRole('button', { name: 'Undo' }).click();
  await written(page, 'Good morning');
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
  await written(page, 'Good morning');
  await eventually(async () => (await mia.get('/scheduled_messages')).scheduled_messages, []);
  await close();
});

test('drafts are kept after a reload, appear in another window, and may have no recipient yet', async () => {
  const { mia, lunch } = await kitchen();
  await mia.patch('/settings', { enable_drafts_synchronization: true });
  const [one, two] = await Promise.all([windowOf(mia, lunch), windowOf(mia, '#drafts')]);
  await one.message('Soup today').waitFor();
  await two.page.getByText('No drafts').waitFor();
  await one.page.getByRole('textbox', { name: 'Message', exact: true }).fill('Is there any left');
  await two.page.getByText('Is there any left').waitFor();
  await assertAccessible(two.page, 'drafts');
  await one.page.reload();
  await written(one.page, 'Is there any left');
  await two.page.getByRole('link', { name: /Is there any left/ }).click();
  await written(two.page, 'Is there any left');
  await two.page.getByRole('button', { name: 'Send', exact: true }).click();
  await one.message('Is there any left').waitFor();
  await written(one.page, '');
  await one.message('Soup today').click({ position: { x: 5, y: 5 } });
  await one.page.keyboard.press('c');
  await one.page.locator('.recipients').waitFor();
  await one.page.locator('#compose-text').fill('To whom it may concern');
  await one.page.reload();
  await one.message('Soup today').waitFor();
  await one.page.keyboard.press('c');
  await written(one.page, 'To whom it may concern');
  await one.close();
  await two.close();
});

test('emoji are found by name and with the arrow keys, and recently used ones come first', async () => {
  const { mia, max, lunch } = await kitchen();
  const [hers, his] = await Promise.all([windowOf(mia, lunch), windowOf(max, lunch)]);
  await hers.message('Soup today').waitFor();
  await hers.page.keyboard.press('k');
  await hers.page.keyboard.press(':');
  const search = hers.page.getByRole('combobox', { name: 'Find an emoji' });
  await hers.page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  await hers.page.getByRole('option', { name: 'grinning', exact: true }).first().waitFor();
  await search.pressSequentially('potato');
  await hers.page.getByRole('option', { name: 'potato', exact: true }).waitFor();
  // Only the results are checked: axe would take minutes for all two thousand.
  await assertAccessible(hers.page, 'the emoji picker');
  await hers.page.keyboard.press('Enter');
  await his.page.getByRole('button', { name: /potato: Mia/ }).waitFor();
  await hers.page.getByRole('button', { name: 'Emoji', exact: true }).click();
  const grid = hers.page.getByRole('dialog', { name: 'Emoji' }).getByRole('listbox', { name: 'Emoji' });
  await grid.getByRole('option').first().waitFor();
  await eventually(() => grid.getByRole('option').first().getAttribute('aria-label'), 'potato');
  await hers.page.keyboard.press('ArrowDown');
  await hers.page.keyboard.press('ArrowRight');
  const name = await hers.page.locator('.emoji-grid [aria-selected=true]').getAttribute('aria-label');
  await hers.page.keyboard.press('Enter');
  await written(hers.page, `:${name!.replaceAll(' ', '_')}: `);
  await hers.close();
  await his.close();
});
