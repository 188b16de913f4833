import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { NO_PUSH_SERVICE } from '../support/browser.ts';
import { newTeam } from '../support/team.ts';
import { assertAccessible, chip, eventually, openWindow, WITH_WORKER, waitForComposeText } from './client.ts';
import { kitchenTeam } from './teams.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** What Chromium on Android does when a user comes back: it offers a dialog, which this one counts. */
const offerInstallation = (page: Page) =>
  page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      async prompt() {
        Object.assign(window, { prompted: ((window as any).prompted ?? 0) + 1 });
        return { outcome: 'accepted' };
      },
    });
    dispatchEvent(offer);
    return offer.defaultPrevented;
  });

/** Safari on a phone, before the installation. */
const pretendIPhone = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: false });
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
    delete (globalThis as any).Notification;
  });

test('on Android the installation is offered once, also on the user’s page, and opens the browser’s dialog', async () => {
  const { mia } = await kitchenTeam();
  const { page, close } = await openWindow(mia, '#inbox', PHONE);
  await page.locator('.pull-sign').waitFor({ state: 'attached' });
  const offer = page.getByRole('region', { name: 'Install the app' });
  assert.equal(await offer.count(), 0);
  assert.ok(await offerInstallation(page), 'the browser shows no bar of its own');
  await assertAccessible(page, 'the offer');
  await offer.getByRole('button', { name: 'Not now' }).tap();
  await offer.waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.pull-sign').waitFor({ state: 'attached' });
  await offerInstallation(page);
  await page.getByRole('link', { name: 'You', exact: true }).tap();
  await page.getByRole('button', { name: 'Install the app' }).tap();
  await eventually(() => page.evaluate(() => (window as any).prompted), 1);
  await page.getByRole('button', { name: 'Install the app' }).waitFor({ state: 'detached' });
  assert.equal(await offer.count(), 0, 'not again so soon');
  await close();
});

test('on an iPhone a missed notification leads to the steps of the installation', async () => {
  const { mia, max } = await kitchenTeam();
  const { page, go, close } = await openWindow(mia, '#inbox', { ...PHONE, before: pretendIPhone });
  await page.locator('.pull-sign').waitFor({ state: 'attached' });
  await max.sendDirectMessage([mia], 'Are you there?');
  await page.getByRole('region', { name: 'Install the app' }).getByRole('button', { name: 'Install' }).tap();
  const steps = page.getByRole('dialog', { name: 'Install the app' });
  await steps.getByText('Choose “Add to Home Screen”').waitFor();
  await assertAccessible(page, 'the steps', 'dialog');
  await page.keyboard.press('Escape');
  // The closed dialog leaves its entry of the browser's history, which takes a while.
  await eventually(() => page.evaluate(() => history.state.layer), undefined);
  await go('#settings/notifications');
  await page.getByText('On iPhones and iPads, notifications arrive only in the installed app.').waitFor();
  await page.getByRole('button', { name: 'Install…' }).tap();
  await steps.waitFor();
  await close();
});

test('the unread count is on the icon of the installed app', async () => {
  const { mia, max } = await kitchenTeam();
  const before = (page: Page) =>
    page.addInitScript(() => {
      const badges: (number | 'none')[] = [];
      Object.assign(navigator, {
        badges,
        setAppBadge: async (count: number) => void badges.push(count),
        clearAppBadge: async () => void badges.push('none'),
      });
    });
  const { page, close } = await openWindow(mia, '#inbox', { ...PHONE, before });
  const badge = () => page.evaluate(() => (navigator as any).badges.at(-1));
  await mia.patch('/settings', { desktop_icon_count_display: 2 });
  await eventually(badge, 'none');
  await max.sendDirectMessage([mia], 'One');
  await max.sendDirectMessage([mia], 'Two');
  await eventually(badge, 2);
  await mia.post('/mark_all_as_read');
  await eventually(badge, 'none');
  await close();
});

/** Sends to the installed app what another app shares. */
const shareFromOtherApp = (page: Page, fields: Record<string, string>, files: Record<string, string> = {}) =>
  page.evaluate(
    ([texts, contents]) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: '/share',
        enctype: 'multipart/form-data',
      });
      for (const [name, value] of Object.entries(texts))
        form.append(Object.assign(document.createElement('input'), { name, value }));
      const data = new DataTransfer();
      for (const [name, text] of Object.entries(contents))
        data.items.add(new File([text], name, { type: 'text/plain' }));
      form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'files', files: data.files }));
      document.body.append(form);
      form.submit();
    },
    [fields, files] as const,
  );

test('text and files that another app shares are in the message box of the conversation that the user chooses', async () => {
  const { mia, max } = await kitchenTeam();
  await max.sendDirectMessage([mia], 'Hello');
  const { page, close } = await openWindow(mia, '#inbox', { ...PHONE, ...WITH_WORKER });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const soup = { title: 'Soup', text: 'A recipe: https://example.com/soup', url: 'https://example.com/soup' };
  await shareFromOtherApp(page, soup, { 'recipe.txt': 'Leek', 'ünter.txt': 'Potatoes' });
  await page.waitForURL(/#share\//);
  await page.getByText('A recipe: https://example.com/soup').waitFor();
  await page.getByText('recipe.txt').waitFor();
  await page.getByText('ünter.txt').waitFor();
  await assertAccessible(page, 'what was shared');
  // A reload keeps it, for example after signing in.
  await page.reload();
  await page.getByText('recipe.txt').waitFor();
  await page.getByRole('searchbox', { name: 'Find a conversation' }).fill('lun');
  await page.getByRole('button', { name: /lunch/ }).tap();
  await page.getByRole('heading', { level: 1, name: 'lunch' }).waitFor();
  await waitForComposeText(page, 'Soup\nA recipe: https://example.com/soup');
  await chip(page, 'recipe.txt').getByText('4 bytes').waitFor();
  await chip(page, 'ünter.txt').getByText('8 bytes').waitFor();
  await eventually(() => page.locator('.chips progress').count(), 0);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const sent = page.locator('article', { hasText: 'A recipe' });
  await sent.getByText('recipe.txt').waitFor();
  await sent.getByText('ünter.txt').waitFor();
  // Nothing is left.
  await page.evaluate(() => (location.hash = '#share'));
  await page.getByText('Nothing to share').waitFor();
  // Somebody to whom nothing was written yet.
  await shareFromOtherApp(page, { text: 'Just a word' });
  await page.waitForURL(/#share\//);
  await page.getByRole('searchbox', { name: 'Find a conversation' }).fill('ada');
  await page.getByRole('button', { name: 'Ada' }).tap();
  await waitForComposeText(page, 'Just a word');
  // Recipients of any kind, with the usual buttons.
  await shareFromOtherApp(page, { text: 'To nobody yet' }, { 'list.txt': 'Leek' });
  await page.waitForURL(/#share\//);
  await page.getByText('To nobody yet').waitFor();
  await page.getByRole('button', { name: 'New direct message' }).tap();
  await waitForComposeText(page, 'To nobody yet');
  await chip(page, 'list.txt').waitFor();
  await close(NO_PUSH_SERVICE);
});

test('a form of another site fills nothing, because the server opens only what other apps share', async () => {
  const { mia } = newTeam();
  const { page, close } = await openWindow(mia, '#inbox', { ...PHONE, ...WITH_WORKER });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const url = await mia.team.url;
  const form = `<form method="post" action="${url}/share" enctype="multipart/form-data"><input name="text" value="Evil">`;
  await page.route('http://other.test/', (route) => route.fulfill({ contentType: 'text/html', body: form }));
  await page.goto('http://other.test/');
  await page.evaluate(() => document.forms[0]!.submit());
  await page.waitForURL(`${url}/**`);
  await page.getByRole('link', { name: 'Inbox' }).first().waitFor();
  assert.doesNotMatch(page.url(), /share/);
  await page.evaluate(() => (location.hash = '#share'));
  await page.getByText('Nothing to share').waitFor();
  assert.equal(await page.getByText('Evil').count(), 0);
  await close(NO_PUSH_SERVICE);
});

test('the manifest names the share target, and what was shared is gone after signing out', async () => {
  const { mia } = newTeam();
  const { page, close } = await openWindow(mia, '#inbox', { ...PHONE, ...WITH_WORKER });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const manifest = await (await page.request.get(`${await mia.team.url}/manifest.webmanifest`)).json();
  assert.equal(manifest.share_target.action, '/share');
  await shareFromOtherApp(page, { text: 'My secret' });
  await page.getByText('My secret').waitFor();
  await page.getByRole('link', { name: 'You', exact: true }).tap();
  await eventually(() => page.evaluate(() => caches.has('shared')), false, 'the user has left it');
  await shareFromOtherApp(page, { text: 'My secret' });
  await page.getByText('My secret').waitFor();
  await page.evaluate(() => (location.hash = '#you'));
  await page.getByRole('button', { name: 'Sign out' }).tap();
  await page.waitForURL(/\/login/);
  assert.equal(await page.evaluate(() => caches.has('shared')), false);
  await close(NO_PUSH_SERVICE);
});
