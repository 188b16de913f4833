import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, openWindow } from './client.ts';

async function kitchenTeam() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  const channel = ada.team.app.channels.named('kitchen')!.id;
  const soup = await max.sendMessage('kitchen', 'lunch', 'Soup today');
  return { ...team, channel, soup, lunch: `#narrow/channel/${channel}/topic/lunch` };
}

test('a status is shown beside the name; a user can be invisible, and can turn on do-not-disturb', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  const [hers, his] = await Promise.all([openWindow(mia, lunch), openWindow(max, lunch)]);
  await his.message('Soup today').waitFor();
  await his.page.keyboard.press('Y');
  const dialog = his.page.getByRole('dialog', { name: 'Your status' });
  await dialog.getByRole('button', { name: 'On vacation' }).click();
  await assertAccessible(his.page, 'status');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await hers.message('Soup today').getByTitle('On vacation').waitFor();
  const menu = his.page.getByRole('button', { name: 'User menu' });
  await menu.click();
  await his.page.getByRole('menuitem', { name: 'Appear offline' }).click();
  await menu.click();
  await his.page.getByRole('menuitem', { name: 'Appear online' }).waitFor();
  await his.page.getByRole('menuitem', { name: 'Do not disturb' }).click();
  await his.page.getByRole('menuitem', { name: 'For 1 hour' }).click();
  await menu.click();
  await his.page.getByRole('menuitem', { name: /^Do not disturb until/ }).waitFor();
  await his.page.getByRole('menuitem', { name: 'Change your status' }).click();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await hers.page.getByTitle('On vacation').waitFor({ state: 'detached' });
  await hers.close();
  await his.close();
});
