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

test('emoji are found by name and with the arrow keys, and recently used ones come first', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  const [hers, his] = await Promise.all([openWindow(mia, lunch), openWindow(max, lunch)]);
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
  await waitForComposeText(hers.page, `:${name!.replaceAll(' ', '_')}: `);
  await hers.close();
  await his.close();
});
