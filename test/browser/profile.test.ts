import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, openWindow } from './client.ts';

test('a profile is filled in with each kind of field, and others see it on the card and in full', async () => {
  const { ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  const field = (field_type: number, name: string, more: object = {}) =>
    ada.post('/realm/profile_fields', { field_type, name, ...more });
  await field(1, 'Drinks', { display_in_profile_summary: true });
  await field(2, 'Story');
  await field(3, 'Floor', { field_data: { 0: { text: 'Ground', order: '1' }, 1: { text: 'First', order: '2' } } });
  await field(4, 'Born');
  await field(5, 'Page');
  await field(6, 'Mentor');
  await field(7, '', { field_data: { subtype: 'github' } });
  await field(8, 'Called');
  await mia.sendMessage('kitchen', 'lunch', 'Hello');
  const channel = mia.team.app.channels.named('kitchen')!.id;
  const [hers, his] = await Promise.all([openWindow(mia, '#settings/profile'), openWindow(max, `#user/${mia.id}`)]);
  const { page } = hers;
  const fill = async (name: string, value: string) => {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page
      .locator('.setting', { has: page.getByLabel(name, { exact: true }) })
      .getByRole('button', { name: 'Save' })
      .click();
  };
  await fill('Drinks', '**Tea**');
  await his.page.locator('.profile-facts strong', { hasText: 'Tea' }).waitFor();
  await fill('Story', 'Born by the sea');
  await page.getByLabel('Floor', { exact: true }).selectOption('First');
  await page.getByLabel('Born', { exact: true }).fill('1990-05-17');
  await fill('Page', 'https://example.com/mia');
  await page.getByRole('combobox', { name: 'Mentor' }).fill('ada');
  await page.getByRole('option', { name: /Ada/ }).click();
  await fill('GitHub username', 'mia-codes');
  await fill('Called', 'she');
  const facts = his.page.locator('.profile-facts');
  await facts.getByText('Born by the sea').waitFor();
  await facts.getByText('First', { exact: true }).waitFor();
  await facts.getByText('May 17, 1990').waitFor();
  await facts.getByRole('link', { name: 'Ada' }).waitFor();
  assert.equal(
    await facts.getByRole('link', { name: 'example.com/mia' }).getAttribute('href'),
    'https://example.com/mia',
  );
  await facts.getByRole('link', { name: 'mia-codes' }).waitFor();
  assert.equal(
    await facts.getByRole('link', { name: 'mia-codes' }).getAttribute('href'),
    'https://github.com/mia-codes',
  );
  await facts.getByText('she', { exact: true }).waitFor();
  await his.page.getByRole('list', { name: 'Channels' }).getByRole('link', { name: 'kitchen' }).waitFor();
  await assertAccessible(his.page, 'a profile');

  await his.go(`#narrow/channel/${channel}/topic/lunch`);
  await his.message('Hello').waitFor();
  await his.page.locator('button.sender', { hasText: 'Mia' }).click();
  const card = his.page.getByRole('dialog', { name: 'Mia' });
  await card.getByText('Drinks').waitFor();
  await assertAccessible(his.page, 'a card');
  await card.getByRole('button', { name: 'More about Mia' }).click();
  await his.page.getByRole('menuitem', { name: 'Mute this person' }).click();
  await his.page.getByText('This message is hidden because you muted the sender.').waitFor();
  await his.page.getByRole('article').getByRole('button', { name: 'Show', exact: true }).click();
  await his.message('Hello').waitFor();
  await his.go('#settings/muted-users');
  await his.page.getByRole('link', { name: 'Mia' }).waitFor();
  await his.page.getByRole('button', { name: 'Unmute' }).click();
  await his.page.getByText('No muted people').waitFor();
  await hers.close();
  await his.close();
});
