import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/kernel/http/auth.ts';
import { endSession, openWindow, waitForComposeText } from './client.ts';
import { kitchenTeam } from './teams.ts';

test('a session ended elsewhere leads to the sign-in page, and the draft is restored after it', async () => {
  const { mia, app, lunch } = await kitchenTeam();
  const { page, message, context, close } = await openWindow(mia, lunch);
  await message('Soup today').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a sentence');
  await endSession(mia, context);
  await page.getByRole('textbox', { name: /mail/i }).waitFor();
  assert.match(page.url(), /login/);
  assert.equal(new URL(page.url()).hash, lunch);
  // After signing in, the user returns to the previous view.
  const { token: fresh, csrf } = openSession(app, app.users.byId(mia.id)!);
  app.db.commit();
  const url = await mia.team.url;
  await context.addCookies([
    { name: SESSION_COOKIE, value: fresh, url, httpOnly: true },
    { name: CSRF_COOKIE, value: csrf, url },
  ]);
  await page.reload();
  await message('Soup today').waitFor();
  await waitForComposeText(page, 'Half a sentence');
  await close();
});

test('an owner signs out everyone and stays signed in', async () => {
  const { ada, mia, lunch } = await kitchenTeam();
  const members = await openWindow(mia, lunch);
  await members.message('Soup today').waitFor();
  const { page, close } = await openWindow(ada, '#organization/auth-methods');
  await page.getByRole('button', { name: 'Sign out everyone…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everyone' }).click();
  await page.getByText('Everyone else is signed out.').waitFor();
  await members.page.getByRole('textbox', { name: /mail/i }).waitFor();
  await page.getByRole('heading', { name: 'Sign-in methods' }).waitFor();
  await Promise.all([close(), members.close()]);
});
