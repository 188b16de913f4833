import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, openWindowAt } from './client.ts';

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
