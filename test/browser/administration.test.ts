import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type Person } from '../support/team.ts';
import { eventually, windowOf } from './client.ts';

const openFor = (person: Person, part: string) => windowOf(person, `#organization/${part}`);

test('a permission is changed, others see it read-only, and a rejected change is reverted and explained', async () => {
  const { ada, abe, mia, max, app } = newTeam();
  const { group_id: cooks } = await ada.post('/user_groups/create', {
    name: 'Cooks',
    description: 'At the stove',
    members: [mia.id],
  });
  const { page, close, go } = await openFor(ada, 'organization-permissions');
  const watching = await openFor(mia, 'organization-permissions');
  const field = page.getByRole('combobox', { name: 'Who can create public channels' });
  await field.click();
  await page.getByRole('option', { name: 'Cooks' }).click();
  const row = page.locator('.setting', { hasText: 'Who can create public channels' });
  await row.getByRole('button', { name: 'Remove Everyone except guests' }).click();
  await field.fill('max');
  await page.getByRole('option', { name: /^Max/ }).waitFor();
  await field.press('Enter');
  const given = { direct_members: [max.id], direct_subgroups: [cooks] };
  await watching.page.locator('.setting', { hasText: 'Who can create public channels' }).getByText('Max').waitFor();
  const { realm_can_create_public_channel_group } = await mia.post('/register', { fetch_event_types: ['realm'] });
  assert.deepEqual(realm_can_create_public_channel_group, given);
  // She sees who has the permission and why she cannot change it.
  const hers = watching.page.locator('.setting', { hasText: 'Who can create public channels' });
  await hers.getByText('Only administrators can change this.').waitFor();
  assert.equal(await hers.getByRole('combobox').count(), 0);
  assert.equal(await hers.getByRole('button').count(), 0);
  await watching.close();

  const administrator = await openFor(abe, 'organization-permissions');
  await administrator.page
    .locator('.setting', { hasText: 'Who can create groups' })
    .getByText('Only owners can change this.')
    .waitFor();
  await administrator.close();

  await go('#organization/organization-profile');
  await page.getByLabel('Name', { exact: true }).fill('   ');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('It needs a name.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => page.getByLabel('Name', { exact: true }).inputValue(), app.realm.get('name'));
  await page.getByLabel('Name', { exact: true }).fill('Soup & Sons');
  await page.keyboard.press('Enter');
  await page.locator('.realm', { hasText: 'Soup & Sons' }).waitFor();

  await go('#organization/organization-settings');
  await page.getByLabel('Time limit for editing messages').selectOption({ label: 'Custom…' });
  await page.getByRole('spinbutton', { name: 'Amount' }).fill('3');
  await page.getByRole('combobox', { name: 'Unit' }).selectOption({ label: 'days' });
  await page
    .getByRole('form', { name: 'Time limit for editing messages' })
    .getByRole('button', { name: 'Save' })
    .click();
  await eventually(() => app.realm.get('message_content_edit_limit_seconds'), 3 * 86_400);
  await close();
});

test('a group is created, joined by a permitted user, renamed and deactivated', async () => {
  const { ada, mia, max } = newTeam();
  const { page, close } = await windowOf(ada, '#groups');
  await page.getByRole('button', { name: 'Create group' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Bakers');
  await form.getByRole('combobox', { name: 'People' }).fill('mia');
  await form.getByRole('combobox', { name: 'People' }).press('Enter');
  await form.getByRole('button', { name: 'Create group' }).click();
  await page.getByRole('heading', { name: 'Bakers' }).waitFor();
  const joining = page.getByRole('combobox', { name: 'Who can join' });
  await joining.fill('everyone except');
  await joining.press('Enter');
  await page.locator('.setting', { hasText: 'Who can join' }).getByText('Saved').waitFor();

  const other = await windowOf(max, '#groups');
  await other.page.getByRole('link', { name: 'Bakers' }).click();
  await other.page.getByText('You don’t have permission to change this group.').first().waitFor();
  await other.page.getByRole('button', { name: 'Join' }).click();
  await other.page.getByRole('button', { name: 'Leave' }).waitFor();
  await other.close();

  const members = page.getByRole('list', { name: 'Members' });
  await members.getByText('Max').waitFor();
  await members.getByRole('button', { name: 'Remove Mia' }).click();
  await members.getByText('Mia').waitFor({ state: 'detached' });
  // The administrator undoes the change, and then makes it again.
  await page.getByRole('button', { name: 'Undo' }).click();
  await members.getByText('Mia').waitFor();
  await members.getByRole('button', { name: 'Remove Mia' }).click();
  await members.getByText('Mia').waitFor({ state: 'detached' });
  await page.getByLabel('Name', { exact: true }).fill('Bread');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bread' }).waitFor();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('This group is deactivated').waitFor();
  const { user_groups } = await mia.get('/user_groups', { include_deactivated_groups: true });
  const { deactivated, members: left } = user_groups.find(({ name }: { name: string }) => name === 'Bread');
  assert.deepEqual([deactivated, left], [true, [ada.id, max.id]]);
  await close();
});
