import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedServer, item, rss } from '../support/feed-server.ts';
import { newTeam, type TestUser } from '../support/team.ts';
import { assertAccessible, eventually, openWindow } from './client.ts';

const openFor = (person: TestUser, part: string) => openWindow(person, `#organization/${part}`);

const SMOKE = { method: 'POST', body: new URLSearchParams({ payload: JSON.stringify({ text: 'Smoke!' }) }) };

test('a bot is created, its key is shown and replaced, its webhook URL works, and it is deactivated', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'news', subscribers: [ada.id, mia.id] });
  const { page, close } = await openFor(mia, 'bots');
  await page.getByRole('button', { name: 'Create bot' }).click();
  const form = page.getByRole('dialog', { name: 'Create bot' });
  await form.getByRole('radio', { name: /^Incoming webhook/ }).check();
  await form.getByLabel('Name').fill('Alarm');
  await form.getByLabel('E-mail address').fill('alarm');
  await form.getByRole('button', { name: 'Create bot' }).click();
  const keys = page.getByRole('dialog', { name: 'Key of Alarm' });
  const key = keys.getByLabel('Key', { exact: true });
  assert.equal(await key.getAttribute('type'), 'password', 'it is hidden at first');
  const before = await key.inputValue();
  // An incoming webhook is used by its URL, so that comes with the key.
  const hook = keys.getByRole('textbox', { name: 'Webhook URL' });
  assert.equal(new URL(await hook.inputValue()).searchParams.get('api_key'), before);
  await keys.getByRole('button', { name: 'Copy Webhook URL' }).waitFor();
  await keys.getByLabel('Integration').selectOption('slack_incoming');
  assert.equal((await fetch(await hook.inputValue(), SMOKE)).status, 200);
  await keys.getByRole('button', { name: 'Show key' }).click();
  await eventually(() => key.getAttribute('type'), 'text');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    keys.getByRole('button', { name: 'Download zuliprc' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'zuliprc');
  await keys.getByRole('button', { name: 'Replace key' }).click();
  await keys.getByRole('button', { name: /^Replace and/ }).click();
  await page.waitForFunction(
    (was) => document.querySelector<HTMLInputElement>('input[aria-label=Key]')?.value !== was,
    before,
  );
  assert.equal(new URL(await hook.inputValue()).searchParams.get('api_key'), await key.inputValue());
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Actions for Alarm' }).click();
  await page.getByRole('menuitem', { name: 'Create webhook URL' }).click();
  const address = page.getByRole('dialog', { name: 'Create webhook URL' });
  await address.getByLabel('Integration').selectOption('slack_incoming');
  await address.getByLabel('Send messages to').selectOption({ label: 'news' });
  await address.getByLabel('Topic').fill('fire drill');
  const url = await address.getByRole('textbox', { name: 'Webhook URL' }).inputValue();
  const sent = await fetch(url, SMOKE);
  assert.equal(sent.status, 200, await sent.text());
  const { messages } = await ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  assert.match(messages[0].content, /Smoke!/);
  assert.equal(messages[0].subject, 'fire drill');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Actions for Alarm' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const settings = page.getByRole('dialog', { name: 'Edit Alarm' });
  await settings.getByLabel('Limit the API key to channels').check();
  await settings.getByLabel('Channels of the API key').fill('news');
  await page.getByRole('option', { name: 'news' }).click();
  await settings.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Limited key').waitFor();
  const [{ key_channels }] = (await mia.get('/bots')).bots;
  assert.equal(key_channels.length, 1);

  await page.getByRole('button', { name: 'Actions for Alarm' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('heading', { name: 'No bots' }).waitFor();
  await close();
});

test('the page of an app without a field for webhooks says how to connect it', async () => {
  const { mia } = newTeam();
  const { page, close } = await openFor(mia, 'integrations/nagios');
  await page.getByText('Add a command that posts its variables').waitFor();
  await page.locator('pre', { hasText: 'define command' }).waitFor();
  await close();
});

test('a member connects an app from its page, sends a sample, and looks at a delivery', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'news', subscribers: [ada.id, mia.id] });
  const { page, close } = await openFor(mia, 'integrations');
  await page.getByLabel('Find an app').fill('kuma');
  await page.getByRole('link', { name: 'Uptime Kuma' }).click();
  await page.getByRole('link', { name: 'Shop', exact: true }).waitFor();
  await page.getByLabel('Send messages to').selectOption({ label: 'news' });
  await page.getByRole('button', { name: 'Create address' }).click();
  const url = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue();
  const last = async () =>
    (await mia.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false })).messages[0];
  await page.getByRole('button', { name: 'Send a sample' }).click();
  await eventually(async () => (await last())?.subject, 'Shop');
  const { id: sample } = await last();
  await page.getByRole('button', { name: 'Send to #news' }).last().click();
  await eventually(async () => (await last()).id > sample, true);
  assert.equal((await fetch(url, { method: 'POST', body: '{"msg": "It is back"}' })).status, 200);
  const { id, content } = await last();
  assert.equal(content, 'It is back');
  await page.reload();
  await page.locator('summary', { hasText: 'Last deliveries' }).click();
  await page.locator('summary', { hasText: 'Payload' }).first().click();
  await page.getByText('"It is back"').waitFor();
  await page.getByRole('button', { name: 'Send again' }).first().click();
  await eventually(async () => (await last()).id > id, true);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'Addresses' }).waitFor({ state: 'detached' });
  assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 404);
  await close();
});

test('an administrator writes a template, with a delivery of the log as its test', async () => {
  const { ada } = newTeam();
  const { user_id: bot_id } = await ada.post('/bots', { full_name: 'Alarm', short_name: 'alarm', bot_type: 2 });
  const { url } = await ada.post('/webhooks', { bot_id, service: 'uptimekuma' });
  const { page, close } = await openFor(ada, 'integrations/uptimekuma');
  const path = new URL(url).pathname;
  await fetch(new URL(path, page.url()), { method: 'POST', body: '{"msg": "It is *back*"}' });
  await page.reload();
  await page.locator('summary', { hasText: 'Last deliveries' }).click();
  await page.locator('summary', { hasText: 'Payload' }).first().click();
  await page.getByRole('button', { name: 'Use as a test' }).click();
  assert.match(await page.getByLabel('Payload').inputValue(), /"It is \*back\*"/);
  await page.getByLabel('Begin with a copy of').selectOption({ label: 'Uptime Kuma' });
  await page.getByRole('status').getByText('It is *back*').waitFor();
  await page.getByLabel('Template', { exact: true }).fill('topic: {{ msg | shout }}\ntext: {{ msg }}');
  await page.getByText('Line 1 of the template: undefined filter: shout').waitFor();
  await page.getByLabel('Template', { exact: true }).fill('topic: Kuma\ntext: It says {{ msg }}');
  await page.getByRole('status').getByText('It says It is *back*').waitFor();
  await page.getByLabel('Name').fill('Own Kuma');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Connect Own Kuma' }).waitFor();
  await page.getByLabel('Preview with').selectOption({ label: 'uptimekuma: Direct message to the owner' });
  await page.getByRole('status').getByText('It says It is *back*').waitFor();
  await assertAccessible(page, 'a template');
  await page.getByRole('link', { name: 'Integrations' }).first().click();
  await page.getByRole('list', { name: 'Your own' }).getByRole('link', { name: 'Own Kuma' }).waitFor();
  await close();
});

test('a member adds a feed, reads it and removes it', async () => {
  const { ada, mia, app } = newTeam();
  app.config.choices.allowPrivateWebhooks = true;
  const served = await feedServer();
  await ada.post('/channels/create', { name: 'news', subscribers: [ada.id, mia.id] });
  const { page, close } = await openFor(mia, 'integrations');
  await page.getByRole('link', { name: 'Post the new entries of RSS, Atom and JSON feeds' }).click();
  await page.getByLabel('Send messages to').selectOption({ label: 'news' });
  await page.getByLabel('URL of the feed').fill(`${served.url}?missing`);
  served.answer.status = 404;
  await page.getByRole('button', { name: 'Add feed' }).click();
  await page.getByText('The feed’s server answered with status 404').waitFor();
  served.answer.status = 200;
  await page.getByLabel('URL of the feed').fill(served.url);
  await page.getByRole('button', { name: 'Add feed' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Marmot news' }).waitFor();
  served.answer.body = rss([item('2')]);
  await page.getByRole('button', { name: 'Read now' }).click();
  await page.getByText('Posted', { exact: true }).waitFor();
  assert.match(
    (await mia.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages[0].content,
    /Entry 2/,
  );
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'Feeds', exact: true }).waitFor({ state: 'detached' });
  await close();
});
