import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, openWindow, openWindowAt } from './client.ts';

test('a visitor without an account is led to the sign-in page by links to content that is not public', async () => {
  const { ada } = newTeam();
  await ada.patch('/realm', { enable_spectator_access: true });
  await ada.post('/channels/create', { name: 'square', subscribers: [ada.id], is_web_public: true });
  const { page, close, go } = await openWindowAt(await ada.team.url, {});
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

test('a visitor without an account finds terms, privacy policy and imprint, also on a phone', async () => {
  const termsUrl = 'https://example.com/terms';
  const imprintUrl = 'https://example.com/imprint';
  const { ada, team } = newTeam({ termsUrl, imprintUrl });
  await ada.patch('/realm', { enable_spectator_access: true });
  await ada.post('/channels/create', { name: 'square', subscribers: [ada.id], is_web_public: true });
  await ada.sendMessage('square', 'news', 'For everybody');
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, message, close } = await openWindowAt(await team.url, {}, '#feed');
    await page.setViewportSize(viewport);
    await message('For everybody').waitFor();
    const links = page.getByRole('list', { name: 'Legal information' }).getByRole('link');
    assert.deepEqual(await links.allTextContents(), ['Terms of service', 'Imprint']);
    assert.equal(await links.first().getAttribute('href'), termsUrl);
    await assertAccessible(page, 'legal links');
    await close();
  }
  const { page, close } = await openWindowAt(await team.url, {}, '#recent');
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Imprint' }).waitFor();
  await page.goto(`${await team.url}/login/`);
  await page.getByRole('link', { name: 'Terms of service' }).waitFor();
  await close();
});

test('a member finds no legal links in the sidebar', async () => {
  const { ada } = newTeam({ termsUrl: 'https://example.com/terms' });
  const { page, close } = await openWindow(ada, '#recent');
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Terms of service' }).count(), 0);
  await close();
});

test('a visitor without an account reads public content if the organization allows it, and cannot write', async () => {
  const { ada, app } = newTeam();
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id], is_web_public: true });
  await ada.post('/channels/create', { name: 'closed', subscribers: [ada.id] });
  await ada.sendMessage('open', 'news', 'For everybody');
  await ada.sendMessage('closed', 'news', 'Not for everybody');
  const { page, message, close } = await openWindowAt(await ada.team.url, {}, '#feed');
  await page.getByRole('link', { name: 'open', exact: true }).first().click();
  // The topic is the newest of its channel, and the message is also in the feed.
  await page.getByRole('heading', { level: 1, name: 'news', exact: true }).waitFor();
  await message('For everybody').waitFor();
  await page.keyboard.press('k');
  await page.locator('article:focus', { hasText: 'For everybody' }).waitFor();
  assert.equal(await page.getByText('Not for everybody').count(), 0);
  assert.equal(await page.getByRole('textbox', { name: 'Message' }).count(), 0);
  await page.getByRole('button', { name: 'Sign in to take part' }).waitFor();
  await assertAccessible(page, 'looking around');
  await close();
});
