import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exporting } from '../../src/chat/organization/exports/jobs.ts';
import { continueErasures } from '../../src/chat/people/erasure/batches.ts';
import { exportingData } from '../../src/chat/personal/data-exports/jobs.ts';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, openWindow } from './client.ts';

const team = async () => {
  const people = newTeam();
  const { ada, mia } = people;
  await ada.post('/channels/create', {
    name: 'kitchen',
    subscribers: [ada.id, mia.id],
    send_new_subscription_messages: false,
  });
  return people;
};

test('an administrator restores a deleted message', async () => {
  const { ada, mia } = await team();
  const id = await mia.sendMessage('kitchen', 'lunch', 'Noodles at noon');
  await ada.delete(`/messages/${id}`);
  const { page, close } = await openWindow(ada, '#organization/deleted-messages');
  const line = page.getByRole('listitem').filter({ hasText: 'Noodles at noon' });
  await line.getByText('Mia · #kitchen › lunch · deleted by Ada').waitFor();
  await assertAccessible(page, 'deleted messages');
  await line.getByRole('button', { name: 'Restore the message of Mia' }).click();
  await page.getByText('No deleted messages').waitFor();
  assert.equal((await mia.get(`/messages/${id}`)).message.content, '<p>Noodles at noon</p>');
  await close();
});

test('an owner turns on that archived channels are deleted, sees the date and restores one', async () => {
  const { app, ada } = await team();
  const { id } = app.channels.named('kitchen')!;
  await ada.delete(`/streams/${id}`);
  const { page, close, go } = await openWindow(ada, '#organization/deleted-messages');
  const line = page.getByRole('list', { name: 'Archived channels' }).getByRole('listitem');
  await line.getByText('kitchen').waitFor();
  assert.equal(await line.getByText('Permanently deleted on').count(), 0);
  await go('#organization/data-exports-admin');
  await page.getByRole('switch', { name: 'Delete archived channels after the restore period' }).click();
  await eventually(() => app.realm.get('delete_archived_channels'), true);
  await assertAccessible(page, 'retention');
  await go('#organization/deleted-messages');
  await line.getByText('Permanently deleted on').waitFor();
  await assertAccessible(page, 'archived channels');
  await line.getByRole('button', { name: 'Restore the channel kitchen' }).click();
  await eventually(() => app.channels.byId(id)!.is_archived, false);
  await line.waitFor({ state: 'detached' });
  await close();
});

test('an administrator erases the personal data of a user', async () => {
  const { app, ada, mia } = await team();
  const id = await mia.sendMessage('kitchen', 'lunch', 'Noodles at noon');
  const { page, close } = await openWindow(ada, '#organization/users');
  await page.getByRole('searchbox', { name: 'Find people' }).fill('mia');
  await page.getByRole('button', { name: 'Change Mia' }).click();
  await page.getByRole('menuitem', { name: 'Erase personal data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase the personal data of Mia?' });
  await dialog.getByRole('radio', { name: /^Delete messages/ }).check();
  assert.equal(await dialog.getByRole('button', { name: 'Erase personal data' }).isEnabled(), false);
  await dialog.getByRole('checkbox', { name: /can’t be undone/ }).check();
  await assertAccessible(page, 'erasing a person');
  await dialog.getByRole('button', { name: 'Erase personal data' }).click();
  await dialog.waitFor({ state: 'detached' });
  await continueErasures(app);
  app.db.commit();
  assert.equal((await ada.request('GET', `/messages/${id}`)).result, 'error');
  assert.equal(app.users.byId(mia.id)!.full_name, 'Deleted user');
  // The client fetches everything again.
  await page.getByRole('searchbox', { name: 'Find people' }).fill('mia');
  await eventually(() => page.getByRole('button', { name: 'Change Mia' }).count(), 0);
  await close();
});

test('a user exports, downloads and deletes their own data', async () => {
  const { app, mia } = await team();
  const { page, close } = await openWindow(mia, '#settings/account-and-privacy');
  await page.getByRole('button', { name: 'Start export' }).click();
  await page.getByRole('status').filter({ hasText: 'Creating…' }).waitFor();
  await exportingData.run(app);
  const link = page.getByRole('link', { name: 'Download' });
  await link.waitFor();
  await page.getByText(/^You can start the next export /).waitFor();
  await assertAccessible(page, 'the export of own data');
  assert.equal(await link.getAttribute('href'), `${app.config.url}/data_export`);
  await page.getByRole('button', { name: 'Delete the export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await link.waitFor({ state: 'detached' });
  assert.equal(app.dataExports.of(mia.id)!.file_key, null);
  await close();
});

test('an administrator starts an export, sees its progress, downloads and deletes it', async () => {
  const { app, ada } = await team();
  const { page, close } = await openWindow(ada, '#organization/data-exports-admin');
  await page.getByRole('button', { name: 'Start export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start export' });
  await dialog.getByRole('radio', { name: /^JSON lines/ }).check();
  await assertAccessible(page, 'starting an export');
  await dialog.getByRole('button', { name: 'Start export' }).click();
  const line = page.getByRole('list', { name: 'Exports' }).getByRole('listitem');
  await line.getByText('Waiting…').waitFor();
  const { id } = app.exports.pending()!;
  Object.assign(app.memory.exportProgress, { id, progress: 0.4 });
  const progress = line.getByRole('progressbar', { name: 'Progress of the export' });
  await eventually(() => progress.getAttribute('value'), '0.4');
  await assertAccessible(page, 'an export in progress');
  await exporting.run(app);
  const link = line.getByRole('link', { name: 'Download' });
  await link.waitFor();
  assert.equal(await link.getAttribute('href'), `${app.config.url}/realm_exports/${id}`);
  await line.getByText(/^JSON lines · Will be deleted on /).waitFor();
  await line.getByRole('button', { name: /^Delete export from/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No exports').waitFor();
  await close();
});
