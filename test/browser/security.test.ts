import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/kernel/http/auth.ts';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, openWindowAt } from './client.ts';

const NINA = { username: 'nina@example.com', password: 'leeks and potatoes' };

/** Nina's browser at her security settings. Passkeys need a host name, so the server is at localhost. */
async function openSecurity() {
  const { ada, team, app, clock } = newTeam({ publicUrl: undefined });
  await ada.post('/users', { email: NINA.username, password: NINA.password, full_name: 'Nina' });
  const nina = app.users.byEmail(NINA.username)!;
  const { token, csrf } = openSession(app, nina, { device: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' });
  app.db.commit();
  const url = (await team.url).replace('127.0.0.1', 'localhost');
  const cookies = { [SESSION_COOKIE]: token, [CSRF_COOKIE]: csrf };
  const opened = await openWindowAt(url, cookies, '#settings/security');
  return { ...opened, url, app, clock, nina, dialog: opened.page.getByRole('dialog') };
}

async function signInByPassword(page: Page, url: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${url}/login/`);
  await page.getByLabel('E-mail').fill(NINA.username);
  await page.getByLabel('Password').fill(NINA.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Confirm your sign-in' }).waitFor();
}

test('a passkey signs in alone, and after the password', async () => {
  const { page, url, app, nina, dialog, context, close } = await openSecurity();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole('button', { name: 'Add a passkey…' }).click();
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Save your recovery codes').waitFor();
  await assertAccessible(page, 'recovery codes');
  await page.keyboard.press('Escape');
  await page.getByText('Laptop', { exact: true }).waitFor();
  assert.equal(app.secondFactors.listPasskeys(nina.id)[0]?.name, 'Laptop');

  await context.clearCookies();
  await page.goto(`${url}/login/`);
  await page.getByRole('link', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.locator('.shell').waitFor();
  assert.equal(app.sessions.ofUser(nina.id).length, 2);

  await signInByPassword(page, url);
  await assertAccessible(page, 'the second step');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.locator('.shell').waitFor();
  assert.equal(app.sessions.ofUser(nina.id).length, 3);
  await close();
});

test('an authenticator app is set up in the settings, and confirms the next sign-in', async () => {
  const { page, url, app, clock, nina, dialog, close } = await openSecurity();
  await page.getByRole('button', { name: 'Set up…' }).click();
  await dialog.getByAltText('The secret as a QR code').waitFor();
  const secret = (await dialog.locator('.secret code').textContent())!;
  const code = () => new TOTP({ secret }).generate({ timestamp: clock.now() });
  await dialog.getByLabel('Code from the app').fill(code());
  await assertAccessible(page, 'setting up an authenticator app');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('Save your recovery codes').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('10 codes are left').waitFor();
  await assertAccessible(page, 'security settings');

  clock.advance(60);
  await signInByPassword(page, url);
  await page.getByLabel('Code').fill(code());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.locator('.shell').waitFor();

  await page.goto(`${url}/#settings/security`);
  await page.getByText('Firefox on Linux').waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await eventually(() => app.sessions.ofUser(nina.id).length, 1);
  clock.advance(901);
  await page.getByRole('button', { name: 'Remove…' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByText('Sign in again to confirm that it is you.').waitFor();
  assert.ok(app.secondFactors.authenticator(nina.id), 'it is not removed yet');
  await close();
});
