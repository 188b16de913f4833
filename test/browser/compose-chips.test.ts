import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { png } from '../support/images.ts';
import type { TestUser } from '../support/team.ts';
import { assertAccessibleInBothThemes, chip, eventually, intercept, openWindow, waitForComposeText } from './client.ts';
import { emptyKitchenTeam, kitchenTeam } from './teams.ts';

const attach = (page: Page, name: string, text = 'Leeks') =>
  page
    .locator('.compose .bar input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

const sent = (user: TestUser) => async (): Promise<string> =>
  (await user.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false })).messages.at(
    -1,
  ).content;

test('a quote and files are chips in the box, and the message has their Markdown around the text', async () => {
  const { mia, max, soup, lunch } = await kitchenTeam();
  const { page, message, close } = await openWindow(mia, lunch);
  await page.getByRole('button', { name: 'Insert' }).waitFor();
  await message('Soup today').focus();
  await page.keyboard.press('>');
  await chip(page, 'Max').getByText('Soup today').waitFor();
  const box = page.locator('#compose-text');
  await box.pressSequentially('With this:');
  await attach(page, 'recipe.txt');
  await chip(page, 'recipe.txt').getByText('5 bytes').waitFor();
  await waitForComposeText(page, 'With this:');
  // An image has a thumbnail.
  const buffer = await png(300, 200);
  await page
    .locator('.compose .bar input[type=file]')
    .setInputFiles({ name: 'soup.png', mimeType: 'image/png', buffer });
  const isLoaded = (picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0;
  await eventually(() => chip(page, 'soup.png').locator('img').evaluate(isLoaded), true);
  await assertAccessibleInBothThemes(page, 'chips');
  await page.getByRole('button', { name: 'Remove soup.png' }).click();

  // The draft returns as it was.
  await page.reload();
  await chip(page, 'Max').waitFor();
  await chip(page, 'recipe.txt').waitFor();
  await waitForComposeText(page, 'With this:');

  // A quote opens, and one that is removed can be brought back.
  await chip(page, 'Max').click();
  const panel = page.getByRole('dialog', { name: 'Quote from Max' });
  await panel.getByText('Soup today').waitFor();
  await assertAccessibleInBothThemes(page, 'an open quote');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove Max' }).click();
  await eventually(() => chip(page, 'Max').count(), 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await chip(page, 'Max').waitFor();

  await box.press('Control+Enter');
  const file = String.raw`\[recipe\.txt\]\(/user_uploads/\S+\)`;
  const quote = String.raw`@_\*\*Max\|${max.id}\*\* \[said\]\(\S+/near/${soup}\):\n` + '```quote\nSoup today\n```\n';
  await eventually(sent(mia), new RegExp(`^${quote}With this:\n${file}$`));
  await eventually(() => page.locator('.compose .chip').count(), 0);
  await waitForComposeText(page, '');
  await close();
});

test('a notice does not cover the compose box, however high it is', async () => {
  const { mia, lunch } = await kitchenTeam();
  const { page, message, close } = await openWindow(mia, lunch);
  await message('Soup today').focus();
  await page.keyboard.press('>');
  await chip(page, 'Max').waitFor();
  await page.locator('#compose-text').fill('One line\n'.repeat(9));
  await page.getByRole('button', { name: 'Remove Max' }).click();
  const end = async (): Promise<number> => {
    const { y, height } = (await page.locator('.toast').boundingBox())!;
    return y + height;
  };
  const start = async (): Promise<number> => (await page.locator('.compose-box').boundingBox())!.y;
  await eventually(async () => (await end()) < (await start()), true);
  await close();
});

test('a quote and a file can be moved into the text', async () => {
  const { mia, lunch } = await kitchenTeam();
  const { page, message, close } = await openWindow(mia, lunch);
  await page.getByRole('button', { name: 'Insert' }).waitFor();
  await message('Soup today').focus();
  await page.keyboard.press('>');
  await chip(page, 'Max').click();
  await page.getByRole('button', { name: 'Edit as text' }).click();
  const box = page.locator('#compose-text');
  await eventually(() => box.inputValue(), /^@_\*\*Max\|\d+\*\* \[said\].*\n```quote\nSoup today\n```\n$/);
  await box.fill('First  then');
  await box.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 6));
  await attach(page, 'recipe.txt');
  await chip(page, 'recipe.txt').click();
  await page.getByRole('menuitem', { name: 'Move into the text' }).click();
  await eventually(() => box.inputValue(), /^First \n\[recipe\.txt\]\(\/user_uploads\/.*\)\n then$/);
  assert.equal(await page.locator('.compose .chip').count(), 0);
  await close();
});

test('a message waits for its uploads, and a file belongs to the draft for which it was chosen', async () => {
  const { mia, topic } = await emptyKitchenTeam();
  const { page, go, close } = await openWindow(mia, topic('lunch'));
  await page.getByRole('button', { name: 'Insert' }).waitFor();
  const held = Promise.withResolvers<void>();
  await intercept(page, '**/json/user_uploads', (route) => held.promise.then(() => route.continue()));
  await attach(page, 'recipe.txt');
  const box = page.locator('#compose-text');
  await page.getByRole('progressbar', { name: 'Uploading recipe.txt…' }).waitFor();
  await box.fill('Here');
  await box.press('Control+Enter');
  await page.getByText('Wait until your files are uploaded').waitFor();
  await waitForComposeText(page, 'Here');
  await go(topic('dinner'));
  await eventually(() => page.locator('.compose .chip').count(), 0);
  held.resolve();
  const stored = () => page.evaluate(() => Object.values(localStorage).join());
  await eventually(stored, /Here\\+n\[recipe\.txt\]\(\/user_uploads/);
  assert.equal(await page.locator('.compose .chip').count(), 0, 'it is not in another conversation’s box');
  await go(topic('lunch'));
  await chip(page, 'recipe.txt').waitFor();
  await waitForComposeText(page, 'Here');
  await close();
});

test('a long text is sent as a file, also in the formatted view, and its quote and files stay in the message', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  const { page, message, close } = await openWindow(mia, lunch);
  await page.getByRole('button', { name: 'Formatting', exact: true }).click();
  await page.getByRole('button', { name: 'Show formatting while writing' }).click();
  await message('Soup today').focus();
  await page.keyboard.press('>');
  await chip(page, 'Max').waitFor();
  await attach(page, 'recipe.txt');
  await chip(page, 'recipe.txt').waitFor();
  const box = page.locator('#compose-text');
  // Pasted text has its formats at once.
  await box.evaluate((field) => {
    const data = new DataTransfer();
    data.setData('text/html', '<p>Very <b>long</b></p>');
    data.setData('text/plain', 'Very long');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await eventually(() => page.locator('.formatted-view .in-bold').allTextContents(), ['long']);
  const text = 'Leek, potatoes, cream, salt\n'.repeat(400).trim();
  await box.fill(text);
  await page.getByRole('button', { name: 'Send as a file' }).click();
  await page.getByRole('textbox', { name: 'Message (optional)' }).fill('For tonight');
  await page.getByRole('button', { name: 'Send file' }).click();
  const files = String.raw`\[recipe\.txt\]\(/user_uploads/\S+\)\n\[message\.txt\]\(/user_uploads/\S+\)`;
  await eventually(
    sent(mia),
    new RegExp(`^@_\\*\\*Max\\|${max.id}[\\s\\S]*Soup today\n\`\`\`\nFor tonight\n\n${files}$`),
  );
  await waitForComposeText(page, '');
  await eventually(() => page.locator('.formatted-view').textContent(), '');
  const address = /\[message\.txt\]\((\S+)\)/.exec(await sent(mia)())![1]!;
  const file = await page.context().request.get(new URL(address, page.url()).href);
  assert.equal(await file.text(), text);
  await close();
});

test('the chips of an edited message stay with it', async () => {
  const { mia, topic } = await emptyKitchenTeam();
  const { url } = await mia.upload('/user_uploads', { 'recipe.txt': 'Leeks' });
  await mia.sendMessage('kitchen', 'lunch', `Soup\n[recipe.txt](${url})`);
  const { page, message, close } = await openWindow(mia, topic('lunch'));
  await message('Soup').focus();
  await page.keyboard.press('e');
  const edit = page.getByRole('textbox', { name: 'Edit message' });
  await eventually(() => edit.inputValue(), 'Soup');
  await page.locator('.message-edit button.chip-body').getByText('recipe.txt').waitFor();
  await edit.fill('Leek soup');
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually(sent(mia), `Leek soup\n[recipe.txt](${url})`);
  await edit.waitFor({ state: 'detached' });
  await message('Leek soup').focus();
  await page.keyboard.press('e');
  await page.locator('.message-edit').getByRole('button', { name: 'Remove recipe.txt' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually(sent(mia), 'Leek soup');
  await close();
});

test('files keep the order in which they were chosen, whichever is uploaded first', async () => {
  const { mia, lunch } = await kitchenTeam();
  const { page, context, close } = await openWindow(mia, lunch);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(context, '**/json/user_uploads', async (route) => {
    if (/first\.txt/.test(route.request().postData() ?? '')) await released;
    await route.continue();
  });
  const files = ['first.txt', 'second.txt', 'third.txt'].map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from('Leek'),
  }));
  await page.locator('.compose input[type=file]').setInputFiles(files);
  for (const name of ['second.txt', 'third.txt'])
    await page.locator('.compose button.chip-body', { hasText: name }).waitFor();
  release();
  await eventually(
    async () => (await page.locator('.compose button.chip-body .chip-name').allTextContents()).join(),
    'first.txt,second.txt,third.txt',
  );
  await close();
});
