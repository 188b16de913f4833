import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realmGroup } from '../../src/chat/people/groups/rules.ts';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, intercept, windowAt, windowOf } from './client.ts';

test('an owner changes a user’s e-mail address, and administrators do not get that option', async () => {
  const { ada, abe, max, mia, app } = newTeam();
  const { page, close } = await windowOf(ada, '#organization/users');
  const administrator = await windowOf(abe, '#organization/users');
  await administrator.page.getByRole('button', { name: 'Change Max' }).click();
  await administrator.page.getByRole('menuitem', { name: 'Edit name and profile' }).waitFor();
  assert.equal(await administrator.page.getByRole('menuitem', { name: 'Change e-mail address' }).count(), 0);
  await administrator.page.keyboard.press('Escape');
  // An owner by name, but without an owner's role.
  await ada.patch(`/users/${mia.id}`, { role: 100 });
  await administrator.page.locator('.person-line', { hasText: 'Mia' }).getByText('Owner', { exact: true }).waitFor();
  await administrator.page.getByRole('button', { name: 'Change Mia' }).click();
  await administrator.page.getByRole('menuitem', { name: 'Edit name and profile' }).waitFor();
  assert.equal(await administrator.page.getByRole('menuitem', { name: 'Change role' }).count(), 0);
  await administrator.close();

  const form = page.getByRole('dialog', { name: 'E-mail address of Max' });
  const address = form.getByLabel('New address');
  const ask = async () => {
    await page.getByRole('button', { name: 'Change Max' }).click();
    await page.getByRole('menuitem', { name: 'Change e-mail address' }).click();
  };
  await ask();
  // Errors from the server are shown at their field.
  await address.fill(app.users.byId(mia.id)!.email);
  await form.getByRole('button', { name: 'Change', exact: true }).click();
  await form.getByText(/is already used by another account/).waitFor();
  await address.fill('max.new@example.com');
  await form.getByRole('button', { name: 'Change', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await page.locator('.person-line', { hasText: 'Max' }).getByText('max.new@example.com').waitFor();
  assert.equal(app.users.byId(max.id)!.email, 'max.new@example.com');

  app.db.write(() => app.users.setMayChangeEmails(0, ada.id));
  await ask();
  await address.fill('max.other@example.com');
  await form.getByRole('button', { name: 'Change', exact: true }).click();
  await form.getByText('You don’t have permission to do this. Ask the server administrator.').waitFor();
  assert.equal(app.users.byId(max.id)!.email, 'max.new@example.com');
  await close();
});

test('a change that would delete messages asks for confirmation, and unsaved input is restored', async () => {
  const { ada, mia, app } = newTeam();
  const kept = () => app.realm.get('message_retention_days');
  const { page, close, go } = await windowOf(ada, '#organization/data-exports-admin');
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
  const words = page.getByLabel('Description');
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

test('a visitor without an account is led to the sign-in page by links to content that is not public', async () => {
  const { ada } = newTeam();
  await ada.patch('/realm', { enable_spectator_access: true });
  await ada.post('/channels/create', { name: 'square', subscribers: [ada.id], is_web_public: true });
  const { page, close, go } = await windowAt(await ada.team.url, {});
  const list = page.getByRole('navigation', { name: 'Conversations' });
  await list.getByRole('link', { name: /square/ }).waitFor();
  for (const hash of ['#organization', '#settings/profile', '#groups', '#channels/all', '#drafts', '#inbox']) {
    await go(hash);
    await page.getByRole('heading', { name: 'Sign in to view this page' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).first().waitFor();
    await go('#recent');
    await page.getByRole('heading', { name: 'Sign in to view this page' }).waitFor({ state: 'detached' });
  }
  assert.equal(await list.getByRole('link', { name: 'Show all: Channels' }).count(), 0);
  assert.equal(await list.getByRole('button', { name: 'New channel' }).count(), 0);
  await close();
});

test('one invitation among many and one bot among many can be found', async () => {
  const { ada, mia } = newTeam();
  for (let n = 0; n < 9; n++) await ada.post('/invites', { stream_ids: [], invitee_emails: `friend${n}@example.com` });
  await ada.post('/invites/multiuse', { stream_ids: [], invite_as: 600 });
  for (const name of ['Alarm', 'Weather']) await mia.post('/bots', { full_name: name, short_name: name, bot_type: 2 });
  const { page, close, go } = await windowOf(ada, '#organization/invitations/new');
  // By mail, on a server that sends no mail: the inviter gets the link instead.
  const form = page.getByRole('dialog', { name: 'Invite people' });
  await form.getByText('This server doesn’t send e-mail', { exact: false }).waitFor();
  const addresses = form.getByLabel('E-mail addresses');
  await page.setViewportSize({ width: 1400, height: 500 });
  await addresses.fill(`Mia <${mia.email}>; "Ten, Friend" <friend10@example.com>`);
  await form.getByRole('button', { name: 'Invite 2 people' }).click();
  await form.getByText(`${mia.email}: An account with this address already exists.`).waitFor();
  await eventually(() => addresses.inputValue(), mia.email, 'who was invited need not be again');
  const isSeen = (element: Element) => {
    const { left, top } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 9, top + 9));
  };
  await eventually(
    () => form.getByRole('alert').evaluate(isSeen),
    true,
    'what went wrong is in sight in a long form, too',
  );
  await page.setViewportSize({ width: 1400, height: 900 });
  await addresses.fill('friend9@example.com');
  await form.getByLabel('Invitation expires').selectOption({ label: 'Custom' });
  await form.getByRole('spinbutton', { name: 'Days' }).fill('2');
  await form.getByRole('button', { name: 'Invite 1 person' }).click();
  const sent = page.getByRole('dialog', { name: '1 person was invited' });
  assert.equal(await sent.getByRole('link', { name: 'View outgoing e-mail' }).getAttribute('href'), '/mail');
  await page.keyboard.press('Escape');
  const { invites } = await ada.get('/invites');
  const { invited, expiry_date } = invites.find(({ email }: { email: string }) => email === 'friend9@example.com');
  assert.equal(expiry_date - invited, 2 * 86_400);
  await page.getByText('12 invitations', { exact: true }).waitFor();
  const find = page.getByRole('searchbox', { name: 'Find an invitation' });
  await find.fill('friend7');
  await page.getByText('1 invitation', { exact: true }).waitFor();
  await page.getByText('friend7@example.com').waitFor();
  await find.fill('guest');
  await page.getByRole('button', { name: 'Revoke link' }).waitFor();
  await find.fill('nobody at all');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await go('#organization/bots');
  await page.getByText('2 bots', { exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Find a bot' }).fill('weath');
  await page.getByText('1 bot', { exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Find a bot' }).fill('mia');
  await page.getByText('2 bots', { exact: true }).waitFor();
  await close();
});

test('two quick changes of a permission are both applied, even before the event of the first arrives', async () => {
  const { ada, app } = newTeam();
  let deliver = () => {};
  const delivery = new Promise<void>((resolve) => (deliver = resolve));
  const { page, close } = await windowOf(ada, '#organization/organization-permissions', {
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

test('a page whose script fails to load says so, and loads it when the user retries', async () => {
  const { ada } = newTeam();
  const { page, context, troubles, go } = await windowOf(ada, '#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  const failing = await intercept(page, '**/static/client/**', (route) => route.abort());
  await go('#groups');
  await page.getByRole('heading', { name: 'This page couldn’t be loaded' }).waitFor();
  failing.stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Create group' }).waitFor();
  await context.close();
  assert.deepEqual(
    troubles.filter((text) => !text.includes('/static/client/')),
    [],
  );
});

test('two windows of one browser stay in sync, including what only the browser stores', async () => {
  const { ada } = newTeam();
  const { page, context, close } = await windowOf(ada, '#settings/preferences');
  const other = await context.newPage();
  await other.goto(page.url());
  for (const name of ['Single-letter shortcuts', 'Use 24-hour time']) {
    const [here, there] = [page, other].map((one) => one.getByRole('switch', { name }));
    const before = await there!.isChecked();
    await here!.click();
    await eventually(() => there!.isChecked(), !before, name);
  }
  await close();
});

test('a view is hidden and a search is saved in all windows of the user, and in nobody else’s', async () => {
  const { ada, mia } = newTeam();
  const { page, close, go } = await windowOf(ada, '#settings/preferences');
  const [other, hers] = [await windowOf(ada, '#inbox'), await windowOf(mia, '#inbox')];
  const viewsOf = (of: typeof page) => of.getByRole('list', { name: 'Views', exact: true });
  await page.getByRole('switch', { name: 'Combined feed' }).click();
  await viewsOf(other.page).getByRole('link', { name: 'Combined feed' }).waitFor({ state: 'detached' });
  await viewsOf(hers.page).getByRole('link', { name: 'Combined feed' }).waitFor();
  // A hidden view is shown while it is open.
  await other.go('#feed');
  await viewsOf(other.page).getByRole('link', { name: 'Combined feed' }).waitFor();
  await page.getByRole('switch', { name: 'Combined feed' }).click();
  await viewsOf(page).getByRole('link', { name: 'Combined feed' }).waitFor();

  await go('#narrow/search/bread');
  await page.getByRole('button', { name: 'Save search to the sidebar' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('All about bread');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await viewsOf(other.page).getByRole('link', { name: 'All about bread' }).click();
  await other.page.locator('.pill', { hasText: 'bread' }).first().waitFor();
  await go('#settings/preferences');
  await page.getByRole('button', { name: 'Remove All about bread' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await viewsOf(other.page).getByRole('link', { name: 'All about bread' }).waitFor({ state: 'detached' });
  assert.deepEqual((await mia.get('/navigation_views')).navigation_views, []);
  await hers.close();
  await other.close();
  await close();
});
