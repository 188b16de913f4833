import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOperation } from '../../src/operations/run.ts';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, openWindow } from './client.ts';

test('an administrator filters the audit log and loads more of it', async () => {
  const { app, ada, mia, max } = newTeam();
  for (let n = 0; n < 60; n++) await ada.patch('/realm', { description: `Description ${n}` });
  await ada.patch(`/users/${max.id}`, { role: 300 });
  await runOperation(app, 'user-role', { user: mia.email, role: 'moderator' });
  app.db.commit();
  const { page, close } = await openWindow(ada, '#organization/audit-log');
  const entries = page.locator('.audit-entry');
  await entries.filter({ hasText: 'Role changedMax · Moderator' }).getByText('Ada', { exact: false }).waitFor();
  await entries.filter({ hasText: 'Role changedMia · Moderator' }).getByText('command on the server').waitFor();
  assert.equal(await entries.count(), 50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await eventually(() => page.getByRole('button', { name: 'Show more' }).count(), 0);
  assert.ok((await entries.count()) > 60);
  await page.getByLabel('Action').selectOption('Role changed');
  await eventually(() => entries.count(), 2);
  await page.getByRole('button', { name: 'More filters' }).click();
  await assertAccessible(page, 'the audit log with all filters');
  await page.getByRole('combobox', { name: 'To whom' }).fill('Max');
  await page.getByRole('option', { name: /^Max/ }).click();
  await eventually(() => entries.count(), 1);
  await page.getByLabel('IP address').fill('203.0.113.');
  await page.getByLabel('IP address').press('Enter');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await eventually(() => entries.count(), 50);
  await page.getByLabel('From', { exact: true }).fill('2000-01-01');
  await page.getByLabel('Until').fill('2000-01-02');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await close();
});

test('the audit log names settings as their pages do, in the language of the reader', async () => {
  const { app, ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'garden', subscribers: [ada.id, mia.id] });
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id] });
  const [garden, kitchen] = ['garden', 'kitchen'].map((name) => app.channels.named(name)!.id);
  await ada.patch('/realm', { description: 'We grow leek', message_retention_days: 90 });
  await ada.patch('/realm/user_settings_defaults', { web_font_size_px: 18 });
  await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' });
  await ada.patch(`/streams/${garden}`, { new_name: 'orchard', is_private: true, history_public_to_subscribers: true });
  await ada.post(`/streams/${kitchen}/merge`, { into_stream_id: garden });
  await ada.patch('/settings', { default_language: 'de' });
  const { page, close } = await openWindow(ada, '#organization/audit-log');
  const details = () => page.locator('.audit-what > :last-child').allTextContents();
  await eventually(
    async () => (await details()).slice(1, 6),
    [
      '#kitchen · #orchard',
      '#orchard · Name, Kanalzugang',
      'Automatische Links',
      'Standardeinstellungen: Textgröße',
      'Beschreibung, Aufbewahrung von Nachrichten',
    ],
  );
  await close();
});

test('members have no page for the audit log', async () => {
  const { mia } = newTeam();
  const { page, close } = await openWindow(mia, '#organization/audit-log');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await close();
});
