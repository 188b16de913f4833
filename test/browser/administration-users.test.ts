import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertUser } from '../../src/chat/people/users/actions.ts';
import { tab } from '../support/browser.ts';
import { newTeam, type Person } from '../support/team.ts';
import { assertAccessible, windowOf } from './client.ts';

const openFor = (person: Person, part: string) => windowOf(person, `#organization/${part}`);

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

  const newcomer = await tab();
  await newcomer.page.goto(link);
  await newcomer.page.getByLabel('Your name').fill('Nora Newcomer');
  await newcomer.page.getByLabel('E-mail').fill('nora@example.com');
  await newcomer.page.getByLabel('Password').fill('a long way home 42');
  await newcomer.page.getByRole('button', { name: 'Join' }).click();
  await newcomer.page.locator('.shell').waitFor();
  const nora = app.users.byEmail('nora@example.com')!;
  assert.ok(app.subscriptions.subscribersOf(channel).has(nora.id));

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
  await newcomer.page.getByRole('alert').getByText('was deactivated', { exact: false }).waitFor();
  await newcomer.page.getByRole('link', { name: 'Sign in with another account' }).click();
  await newcomer.page.getByText('The account nora@example.com has been deactivated.', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Deactivated' }).click();
  await page.getByRole('button', { name: 'Actions for Nora Newcomer' }).click();
  await page.getByRole('menuitem', { name: 'Reactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await page.getByRole('heading', { name: 'No deactivated accounts' }).waitFor();

  await go('#organization/invitations');
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'No pending invitations' }).waitFor();
  await newcomer.page.goto(link);
  await newcomer.page.getByText(/taken back/).waitFor();
  await newcomer.close().catch((error) => assert.match(String(error), /404|401/));

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
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menu', { name: 'Person 04242' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Change Person 04242');
  await close();
});
