import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertUser } from '../../src/chat/people/users/actions.ts';
import { openTab } from '../support/browser.ts';
import { newTeam, type TestUser } from '../support/team.ts';
import { assertAccessible, eventually, openWindow } from './client.ts';

const openFor = (person: TestUser, part: string) => openWindow(person, `#organization/${part}`);

test('a person is invited by a link, joins, becomes a moderator, is deactivated and is reactivated', async () => {
  const { ada, mia, app } = newTeam();
  const channel = (await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id] })).id;
  const { page, close, go } = await openFor(ada, 'invitations');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const form = page.getByRole('dialog', { name: 'Invite people' });
  await form.getByRole('button', { name: 'By link' }).click();
  await form.getByLabel('Join as').selectOption({ label: 'Member' });
  await form.getByRole('combobox', { name: 'Channels' }).fill('kitch');
  await form.getByRole('combobox', { name: 'Channels' }).press('Enter');
  await form.getByRole('button', { name: 'Create link' }).click();
  const shown = page.getByRole('dialog', { name: 'Invitation link' });
  await shown.getByRole('img', { name: 'QR code of the link' }).waitFor();
  const link = (await ada.team.url) + new URL(await shown.getByRole('textbox', { name: 'Link' }).inputValue()).pathname;
  await assertAccessible(page, 'a link with its code');
  await page.keyboard.press('Escape');

  const newUser = await openTab();
  await newUser.page.goto(link);
  await newUser.page.getByLabel('Your name').fill('Nora Newcomer');
  await newUser.page.getByLabel('E-mail').fill('nora@example.com');
  await newUser.page.getByLabel('Password').fill('a long way home 42');
  await newUser.page.getByRole('button', { name: 'Join' }).click();
  await newUser.page.locator('.shell').waitFor();
  const nora = app.users.byEmail('nora@example.com')!;
  assert.ok(app.subscriptions.listSubscribers(channel).has(nora.id));
  await page.getByText('Joined with it: Nora Newcomer').waitFor();
  const joined = page.getByRole('list', { name: 'Joined by invitation' }).getByRole('listitem');
  await joined.filter({ hasText: 'Nora Newcomer' }).getByText('with a link of Ada').waitFor();

  await go('#organization/users');
  await page.getByRole('searchbox', { name: 'Find people' }).fill('nora');
  await page.getByRole('button', { name: 'Change Nora Newcomer' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Moderator/ })
    .check();
  await page.getByRole('button', { name: 'Change to Moderator' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('.person-line', { hasText: 'Nora' }).getByText('Moderator').waitFor();
  assert.equal(app.users.byId(nora.id)!.role, 300);

  await page.getByRole('button', { name: 'Change Nora Newcomer' }).click();
  await page.getByRole('menuitem', { name: 'Change status' }).click();
  const status = page.getByRole('dialog', { name: 'Status of Nora Newcomer' });
  await status.getByRole('button', { name: 'Out sick' }).click();
  await status.getByRole('button', { name: 'Save' }).click();
  await status.waitFor({ state: 'detached' });
  assert.equal((await mia.get(`/users/${nora.id}/status`)).own_status.status_text, 'Out sick');

  await page.getByRole('button', { name: 'Change Nora Newcomer' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page
    .getByRole('dialog', { name: 'Deactivate Nora Newcomer?' })
    .getByRole('button', { name: 'Deactivate', exact: true })
    .click();
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  // The signed-in user sees that the account was deactivated, both in the client and on the sign-in page.
  await newUser.page.getByRole('alert').getByText('was deactivated', { exact: false }).waitFor();
  await newUser.page.getByRole('link', { name: 'Sign in with another account' }).click();
  await newUser.page.getByText('The account nora@example.com was deactivated.', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Deactivated' }).click();
  await page.getByRole('button', { name: 'Actions for Nora Newcomer' }).click();
  await page.getByRole('menuitem', { name: 'Reactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await page.getByRole('heading', { name: 'No deactivated accounts' }).waitFor();

  await go('#organization/invitations');
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'No pending invitations' }).waitFor();
  await newUser.page.goto(link);
  await newUser.page.getByText(/used or revoked/).waitFor();
  await newUser.close().catch((error) => assert.match(String(error), /404|401/));

  // A member sees the same users, but no controls to change them.
  const other = await openFor(mia, 'users');
  await other.page.locator('.person-line', { hasText: 'Nora' }).waitFor();
  assert.equal(await other.page.getByRole('button', { name: /^Change / }).count(), 0);
  assert.equal(await other.page.getByRole('button', { name: 'Create account' }).count(), 0);
  await other.close();
  await close();
});

test('one user among ten thousand is found, only visible rows are rendered, and the keyboard reaches all', async () => {
  const { ada, app } = newTeam();
  app.db.write(() => {
    for (let n = 0; n < 10_000; n++)
      insertUser(app, {
        email: `person${n}@example.com`,
        full_name: `Person ${String(n).padStart(5, '0')}`,
        role: 400,
      });
  });
  app.db.commit();
  const { page, close } = await openFor(ada, 'users');
  await page.getByText('10,006 people').waitFor();
  assert.ok((await page.locator('.person-line').count()) < 80, 'only those near what is seen are drawn');
  const find = page.getByRole('searchbox', { name: 'Find people' });
  await find.fill('person 0777');
  await page.getByText('10 people', { exact: true }).waitFor();
  await find.fill('');
  await page.getByText('10,006 people').waitFor();
  await page.locator('.paged-body').evaluate((body) => (body.scrollTop = body.scrollHeight));
  await page.getByText('Person 09999').waitFor();
  await find.fill('person 04242');
  await page.getByText('1 person', { exact: true }).waitFor();
  await find.focus();
  // Past the role, and the three heads of the columns.
  for (let n = 0; n < 6; n++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menu', { name: 'Person 04242' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Change Person 04242');
  await close();
});

test('an owner changes a user’s e-mail address, and administrators do not get that option', async () => {
  const { ada, abe, max, mia, app } = newTeam();
  const { page, close } = await openWindow(ada, '#organization/users');
  const administrator = await openWindow(abe, '#organization/users');
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

test('the invitation form begins with a link, if the server sends no mail', async () => {
  const { ada, app } = newTeam();
  const { page, go, close } = await openWindow(ada, '#organization/invitations/new');
  const form = page.getByRole('dialog', { name: 'Invite people' });
  const method = (name: string) => form.getByRole('button', { name, pressed: true });
  await method('By link').waitFor();
  await form.getByRole('button', { name: 'Create link' }).waitFor();
  await page.keyboard.press('Escape');
  app.config.choices.outbox = 'nowhere';
  await go('#inbox');
  await go('#organization/invitations/new');
  await method('By e-mail').waitFor();
  await close();
});

test('one invitation among many and one bot among many can be found', async () => {
  const { ada, mia } = newTeam();
  for (let n = 0; n < 9; n++) await ada.post('/invites', { stream_ids: [], invitee_emails: `friend${n}@example.com` });
  await ada.post('/invites/multiuse', { stream_ids: [], invite_as: 600 });
  for (const name of ['Alarm', 'Weather']) await mia.post('/bots', { full_name: name, short_name: name, bot_type: 2 });
  const { page, close, go } = await openWindow(ada, '#organization/invitations/new');
  // By mail, on a server that sends no mail: the inviter gets the link instead.
  const form = page.getByRole('dialog', { name: 'Invite people' });
  await form.getByRole('button', { name: 'By e-mail' }).click();
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
  const mails = sent.getByRole('link', { name: 'View outgoing e-mail' });
  assert.equal(await mails.getAttribute('href'), '/mail');
  assert.ok(await mails.evaluate((link) => link === document.activeElement), 'Enter leads to the links');
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

test('the person of an imported account is invited from the list of people, and gets the account', async () => {
  const { ada, app } = newTeam();
  const stub = insertUser(app, {
    email: '0123456789abcdef@import.invalid',
    full_name: 'Nora Before',
    role: 400,
    is_deactivated: true,
  });
  await app.db.committed();
  const { page, close } = await openFor(ada, 'users/deactivated');
  await page.locator('.person-line', { hasText: 'Nora' }).getByText('Imported without an e-mail address').waitFor();
  await page.getByRole('button', { name: 'Actions for Nora Before' }).click();
  await page.getByRole('menuitem', { name: 'Invite' }).click();
  const form = page.getByRole('dialog', { name: 'Invite Nora Before' });
  await form.getByText('can read all its messages', { exact: false }).waitFor();
  await assertAccessible(page, 'an invitation to an imported account');
  await form.getByLabel('E-mail address').fill(ada.email);
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  await form.getByText('An account with this address already exists.').waitFor();
  await form.getByLabel('E-mail address').fill('nora@example.com');
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  // The server sends no mail: the inviter finds the link in the list of mails.
  const sent = page.getByRole('dialog', { name: 'nora@example.com was invited' });
  await sent.getByRole('link', { name: 'View outgoing e-mail' }).waitFor();

  const newUser = await openTab();
  const link = /http\S+\/join\/\S+/.exec(app.mail.waiting().at(-1)!.body)![0];
  await newUser.page.goto((await ada.team.url) + new URL(link).pathname);
  await newUser.page.getByText('You get the account of Nora Before', { exact: false }).waitFor();
  assert.equal(await newUser.page.getByLabel('Your name').inputValue(), 'Nora Before');
  await newUser.page.getByLabel('Password').fill('a long way home 42');
  await newUser.page.getByRole('button', { name: 'Join' }).click();
  await newUser.page.locator('.shell').waitFor();
  const { email, is_active } = app.users.byId(stub.id)!;
  assert.deepEqual([email, is_active], ['nora@example.com', true]);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'No deactivated accounts' }).waitFor();
  await Promise.all([close(), newUser.close()]);
});

test('several people are sorted by their last activity, selected and changed at once', async () => {
  const { ada, mia, max, gus, app } = newTeam();
  await ada.post('/user_groups/create', { name: 'gardeners', description: '', members: [ada.id, max.id] });
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id] });
  await max.post('/users/me/presence', { status: 'active', new_user_input: true, ping_only: false });
  const { page, close } = await openFor(ada, 'users');
  const names = () => page.locator('.person-line .line-name > a').allTextContents();
  await page.getByRole('group', { name: 'Sort by' }).getByRole('button', { name: 'Last active' }).click();
  await eventually(async () => (await names()).slice(0, 2).sort().join(), 'Ada,Max');
  await page.getByRole('button', { name: 'Select people' }).click();
  const select = async (...people: string[]) => {
    for (const name of people) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  };
  const actions = page.getByRole('toolbar', { name: 'Actions for the selected people' });
  const form = page.getByRole('dialog');
  const submit = async (name: string) => {
    await assertAccessible(page, `the dialog to ${name}`);
    await form.getByRole('button', { name, exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await actions.waitFor({ state: 'detached' });
  };
  assert.equal(await page.getByRole('checkbox', { name: 'Select Ada' }).count(), 0, 'not oneself');

  await select('Max', 'Mia');
  await actions.getByText('2 people').waitFor();
  await assertAccessible(page, 'selected people');
  await actions.getByRole('button', { name: 'Change role' }).click();
  await form.getByRole('radio', { name: 'Moderator' }).check();
  await submit('Change to Moderator');
  await eventually(() => [mia, max].map(({ id }) => app.users.byId(id)!.role), [300, 300]);

  await select('Max', 'Mia');
  await actions.getByRole('button', { name: 'Add to group' }).click();
  await form.getByRole('combobox', { name: 'Group' }).selectOption('gardeners');
  await submit('Add');
  const members = async () =>
    (await ada.get('/user_groups')).user_groups.find(({ name }: { name: string }) => name === 'gardeners').members;
  await eventually(async () => (await members()).includes(mia.id), true);

  await select('Max', 'Mia');
  await actions.getByRole('button', { name: 'Add to channel' }).click();
  await form.getByRole('combobox', { name: 'Channel' }).selectOption('kitchen');
  await submit('Add');
  const kitchen = app.channels.named('kitchen')!.id;
  await eventually(() => [mia, max].every(({ id }) => app.subscriptions.listSubscribers(kitchen).has(id)), true);

  await page.getByRole('searchbox', { name: 'Find people' }).fill('m');
  await page.getByRole('searchbox', { name: 'Find people' }).fill('gus');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await actions.getByRole('button', { name: 'Deactivate' }).click();
  await submit('Deactivate');
  await eventually(() => app.users.byId(gus.id)!.is_active, false);
  assert.ok(app.users.byId(mia.id)!.is_active);
  await close();
});
