import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/kernel/http/auth.ts';
import { startDirectory } from '../support/directory.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { newTeam } from '../support/team.ts';
import { assertAccessible, openWindowAt } from './client.ts';

test('a user links accounts in the settings, signs in with one, and unlinks it', async () => {
  const { team, app, mia } = newTeam({ publicUrl: undefined });
  const url = await team.url;
  const provider = await startIdentityProvider(`${url}/complete/company/`);
  provider.account = { sub: 'mia-at-home', email: 'mia@home.example', name: 'Mia' };
  const attributes = { mail: 'mia@work.example', cn: 'Mia', entryuuid: '4711' };
  const directory = await startDirectory([{ uid: 'mmeier', password: 'a word of the directory', attributes }]);
  const { issuer, clientId, clientSecret } = provider;
  const client = { 'client-id': clientId, 'client-secret': clientSecret };
  Object.assign(app.config.choices, {
    oidc: [{ name: 'company', 'display-name': 'Company', issuer, ...client }],
    ldap: { ...directory.settings, filter: '(uid=%s)', deactivate: false },
  });
  const { token, csrf } = openSession(app, app.users.byId(mia.id)!);
  app.db.commit();
  const cookies = { [SESSION_COOKIE]: token, [CSRF_COOKIE]: csrf };
  const { page, context, close } = await openWindowAt(url, cookies, '#settings/security');
  const dialog = page.getByRole('dialog');

  // At the provider's page and back.
  await page.getByRole('button', { name: 'Link Company…' }).click();
  await page.getByText(/mia@home\.example · Linked/).waitFor();
  await page.getByRole('button', { name: 'Unlink Company' }).click();
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await dialog.getByText(/your only way to sign in/).waitFor();
  await assertAccessible(page, 'unlinking an account');
  await page.keyboard.press('Escape');

  // With the password of the directory.
  await page.getByRole('button', { name: 'Link LDAP…' }).click();
  await dialog.getByLabel('User name or e-mail address').fill('mmeier');
  await dialog.getByLabel('Password').fill('a word of the directory');
  await assertAccessible(page, 'linking an entry of the directory');
  await dialog.getByRole('button', { name: 'Link account' }).click();
  await page.getByText(/mia@work\.example · Linked/).waitFor();
  await assertAccessible(page, 'linked accounts');

  await context.clearCookies();
  await page.goto(`${url}/login/`);
  await page.getByRole('link', { name: 'Continue with Company' }).click();
  await page.locator('.shell').waitFor();
  assert.equal(app.sessions.ofUser(mia.id).filter(({ provider }) => provider === 'company').length, 1);

  await page.goto(`${url}/#settings/security`);
  await page.getByRole('button', { name: 'Unlink Company' }).click();
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('button', { name: 'Link Company…' }).waitFor();
  assert.deepEqual(
    app.identities.ofUser(mia.id).map(({ issuer }) => issuer),
    ['ldap'],
  );
  await close();
});
