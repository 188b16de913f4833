import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertAccessible, openWindowAt } from '../../browser/client.ts';
import { createAccount, type Login, sendRequest, signIn, startServer, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';
import { makeZip } from './support.ts';

// Owners import an archive that they upload. The import runs in a process of its own, as the command does.

const PASSWORD = 'correct horse battery';
const data = temporaryFolder();
const ada = await createAccount(data, 'Ada', '--owner', '--password', PASSWORD);
const mia = await createAccount(data, 'Mia', '--role', 'administrator');
const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);

const ask = async (person: Login, method: string, fields = {}) =>
  (await sendRequest(server.url, person, method, '/imports/archive', fields)).reply;

/** Uploads a file as the web client does. */
async function uploadArchive({ email, api_key }: Login, name: string, content: Buffer): Promise<Response> {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return fetch(`${server.url}/api/v1/tus`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${base64(`${email}:${api_key}`)}`,
      'Tus-Resumable': '1.0.0',
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Length': String(content.length),
      'Upload-Metadata': `filename ${base64(name)},purpose ${base64('import')}`,
    },
    body: Uint8Array.from(content),
  });
}

const person = (id: string, name: string) => ({
  id,
  team_id: 'T1',
  name: name.toLowerCase(),
  real_name: name,
  profile: { real_name: name, email: `${name.toLowerCase()}@acme.example` },
});

async function slackArchive(): Promise<Buffer> {
  const path = await makeZip({
    'users.json': [person('U1', 'Olga'), person('U2', 'Milo')],
    'channels.json': [{ id: 'C1', name: 'garden', members: ['U1', 'U2'] }],
    'garden/2024-05-01.json': [
      { type: 'message', user: 'U1', ts: '1714550400.000100', text: 'The leeks are ripe' },
      { type: 'message', subtype: 'channel_join', user: 'U2', ts: '1714550500.000100', text: '<@U2> has joined' },
    ],
  });
  return readFileSync(path);
}

/** A channel of Discord, as DiscordChatExporter writes it. */
const DISCORD = JSON.stringify({
  guild: { id: '9', name: 'Acme' },
  channel: { id: '100', type: 'GuildTextChat', name: 'orchard' },
  messages: [
    {
      ...{ id: '1', type: 'Default', timestamp: '2025-07-07T11:00:00Z' },
      ...{ author: { id: '1', name: 'olga' }, content: 'The pears are ripe' },
    },
  ],
});

/** Waits until nothing runs. Returns the archive. */
async function waitForRun() {
  for (;;) {
    const { archive } = await ask(ada, 'GET');
    if (!['checking', 'importing'].includes(archive.state)) return archive;
    // Requests of one person are limited.
    await wait(500);
  }
}

const foldersOfArchives = () => {
  const incoming = join(data, 'uploads/tmp');
  return existsSync(incoming) ? readdirSync(incoming) : [];
};

test('an owner tries an uploaded archive, imports it and gets a report', async () => {
  assert.equal((await uploadArchive(ada, 'acme.zip', await slackArchive())).status, 201);
  const { archive } = await ask(ada, 'GET');
  assert.equal(archive.file_name, 'acme.zip');
  assert.equal(archive.state, 'uploaded');

  await ask(ada, 'POST', { product: 'slack', dry_run: true });
  const tried = await waitForRun();
  assert.equal(tried.state, 'checked', tried.error);
  assert.deepEqual(tried.result.plan.messages, { total: 1, new: 1 });
  assert.equal(tried.result.people.can_sign_in, 2);
  const channelNames = async () => {
    const { reply } = await sendRequest(server.url, ada, 'GET', '/streams', { include_all: true });
    return reply.streams.map(({ name }: { name: string }) => name);
  };
  assert.ok(!(await channelNames()).includes('garden'));

  await ask(ada, 'POST', { product: 'slack', dry_run: false });
  const imported = await waitForRun();
  assert.equal(imported.state, 'imported', imported.error);
  assert.equal(imported.result.effects.message, 1);
  assert.ok((await channelNames()).includes('garden'));
  assert.match((await ask(ada, 'POST', { product: 'slack', dry_run: false })).msg, /Upload an archive first/);
  const headers = { Authorization: `Basic ${Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64')}` };
  const report = await fetch(`${server.url}/api/v1/imports/archive/report`, { headers });
  assert.match(await report.text(), /"kind":"notice"/);

  await ask(ada, 'DELETE');
  assert.equal((await ask(ada, 'GET')).archive, null);
  await waitUntil(async () => foldersOfArchives().length === 0);
});

test('an owner imports a file in the browser', async () => {
  const cookies = await signIn(server.url, ada.email, PASSWORD);
  const { page, go, close } = await openWindowAt(server.url, cookies, '#organization/import');
  await page.getByRole('combobox', { name: 'Product' }).selectOption('discord');
  const choose = page.locator('.import-form input[type=file]');
  await choose.setInputFiles({ name: 'garden.json', mimeType: 'application/json', buffer: Buffer.from(DISCORD) });
  await page.getByRole('heading', { name: 'What would be imported' }).waitFor();
  await page.getByRole('row', { name: 'Messages 1 1' }).waitFor();
  await assertAccessible(page, 'an archive that was checked');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Upload archive' }).waitFor();

  await go('#organization/server');
  await page.getByText(/Klatch \d/).waitFor();
  await page.getByText(/free of/).waitFor();
  await close();
});

test('a file that is no archive of the product is refused with the reason', async () => {
  await uploadArchive(ada, 'notes.zip', Buffer.from('Not a ZIP file'));
  await ask(ada, 'POST', { product: 'slack', dry_run: true });
  const { state, error } = await waitForRun();
  assert.equal(state, 'failed');
  assert.match(error, /notes\.zip .*no readable ZIP file/);
  assert.ok(!error.includes(data), 'the error names no path of the server');
});

test('a deleted archive leaves no file', async () => {
  await uploadArchive(ada, 'acme.zip', await slackArchive());
  await ask(ada, 'POST', { product: 'slack', dry_run: true });
  await ask(ada, 'DELETE');
  assert.equal((await ask(ada, 'GET')).archive, null);
  await waitUntil(async () => foldersOfArchives().length === 0);
});

test('an administrator cannot upload an archive', async () => {
  const response = await uploadArchive(mia, 'acme.zip', await slackArchive());
  assert.equal(response.status, 413);
  assert.match(await response.text(), /Must be an organization owner/);
  assert.equal((await ask(ada, 'GET')).archive, null);
});

test('an archive for which the disk has no room is refused before it is sent', async () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const response = await fetch(`${server.url}/api/v1/tus`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${base64(`${ada.email}:${ada.api_key}`)}`,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(2 ** 50),
      'Upload-Metadata': `purpose ${base64('import')}`,
    },
  });
  assert.equal(response.status, 413);
  assert.match(await response.text(), /too large to be uploaded/);
});
