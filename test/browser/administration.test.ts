import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realmGroup } from '../../src/chat/people/groups/rules.ts';
import { newTeam, type TestUser } from '../support/team.ts';
import { assertAccessible, eventually, openWindow } from './client.ts';

const openFor = (person: TestUser, part: string) => openWindow(person, `#organization/${part}`);

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
  await page.getByRole('alert').getByText('Enter a name.').waitFor();
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
  const { page, close } = await openWindow(ada, '#groups');
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

  const other = await openWindow(max, '#groups');
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

test('a change that would delete messages asks for confirmation, and unsaved input is restored', async () => {
  const { ada, mia, app } = newTeam();
  const kept = () => app.realm.get('message_retention_days');
  const { page, close, go } = await openWindow(ada, '#organization/data-exports-admin');
  const time = page.getByRole('combobox', { name: 'Message retention' });
  const question = page.getByRole('dialog', { name: 'Delete messages older than 90 days?' });
  await time.selectOption({ label: '90 days' });
  // Enter, which is easily pressed by accident, does not confirm.
  await question.waitFor();
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await eventually(() => time.inputValue(), '-1');
  assert.equal(kept(), -1);
  await time.selectOption({ label: '90 days' });
  await question.getByRole('button', { name: 'Keep messages for 90 days' }).click();
  await question.waitFor({ state: 'detached' });
  await eventually(() => time.inputValue(), '90');
  assert.equal(kept(), 90);
  // Keeping messages longer deletes nothing, so there is no confirmation. Any number of days can be chosen.
  await time.selectOption({ label: 'Custom…' });
  await page.getByRole('spinbutton', { name: 'Days' }).fill('1000');
  await page.getByRole('form', { name: 'Message retention' }).getByRole('button', { name: 'Save' }).click();
  await eventually(kept, 1000);

  await go('#organization/organization-profile');
  const words = page.getByRole('textbox', { name: 'Description' });
  await words.fill('A place for bread');
  const asksFirst = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await eventually(asksFirst, true, 'the browser asks before the page goes');
  await go('#groups');
  // A dialog with unsaved input asks before closing: on a click outside, on one Escape, and not if nothing changed.
  const dialog = page.getByRole('dialog');
  const whether = dialog.getByText('Discard your changes?');
  const groupName = dialog.getByLabel('Name');
  await page.getByRole('button', { name: 'Create group' }).click();
  await groupName.fill('Bakers');
  await page.mouse.click(5, 5);
  await whether.waitFor();
  await page.locator(':focus', { hasText: 'Keep editing' }).click();
  await whether.waitFor({ state: 'detached' });
  await groupName.and(page.locator(':focus')).waitFor();
  assert.equal(await groupName.inputValue(), 'Bakers');
  await page.keyboard.press('Escape');
  await whether.waitFor();
  await assertAccessible(page, 'a dialog that asks', '.dialog');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create group' }).click();
  await groupName.fill('Bakers');
  await groupName.fill('');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await go('#organization/organization-profile');
  await eventually(() => words.inputValue(), 'A place for bread');
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(asksFirst, false);

  // The same for a channel that is being created.
  await go('#channels/new');
  await page.getByLabel('Name', { exact: true }).fill('bakery');
  await page.getByText('More settings').click();
  const writers = page.getByRole('combobox', { name: 'Who can post' });
  await writers.fill('moderators');
  await writers.press('Enter');
  await go('#organization/users');
  await page.getByRole('searchbox', { name: 'Find people' }).waitFor();
  await go('#channels/new');
  await eventually(() => page.getByLabel('Name', { exact: true }).inputValue(), 'bakery');
  await page.getByRole('button', { name: 'Create channel' }).click();
  await page.getByRole('heading', { level: 1, name: 'bakery' }).waitFor();
  const { id } = app.channels.named('bakery')!;
  const { stream } = await ada.get(`/streams/${id}`);
  assert.equal(stream.can_send_message_group, app.groups.system('role:moderators'));
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'bakery' }] });
  await eventually(asksFirst, false);
  await go('#channels/new');
  await eventually(() => page.getByLabel('Name', { exact: true }).inputValue(), '');
  await close();
});

test('two quick changes of a permission are both applied, even before the event of the first arrives', async () => {
  const { ada, app } = newTeam();
  let deliver = () => {};
  const delivery = new Promise<void>((resolve) => (deliver = resolve));
  const { page, close } = await openWindow(ada, '#organization/organization-permissions', {
    before: (tab) => tab.route('**/json/events?*', (route) => delivery.then(() => route.continue())),
  });
  const who = page.getByRole('combobox', { name: 'Who can see all people' });
  const holders = () => realmGroup(app, 'can_access_all_users_group');
  const [everyone, members] = [app.groups.system('role:everyone'), app.groups.system('role:members')];
  assert.equal(holders(), everyone);
  await who.selectOption({ label: 'Everyone except guests' });
  await eventually(holders, members);
  await who.selectOption({ label: 'Everyone' });
  await eventually(holders, everyone);
  deliver();
  await page
    .locator('.setting', { hasText: 'Who can see all people' })
    .getByRole('alert')
    .waitFor({ state: 'detached' });
  await eventually(() => who.inputValue(), String(everyone));
  await close();
});

test('the entry of the open section is visible in the list of sections', async () => {
  const { ada } = newTeam();
  const { page, go, close } = await openWindow(ada, '#organization/users', { viewport: { width: 1440, height: 700 } });
  const sections = page.getByRole('navigation', { name: 'Organization settings' });
  for (const [address, name] of [
    ['audit-log', 'Audit log'],
    ['users', 'People'],
  ] as const) {
    await go(`#organization/${address}`);
    const entry = sections.getByRole('link', { name, exact: true });
    await eventually(
      () =>
        entry.evaluate(
          (link) =>
            new Promise((done) => new IntersectionObserver(([one]) => done(one!.intersectionRatio)).observe(link)),
        ),
      1,
      name,
    );
  }
  await close();
});
