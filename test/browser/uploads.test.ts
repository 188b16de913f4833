import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { pdf } from '../support/pdf.ts';
import { assertAccessible, chip, eventually, openWindow, type Window, waitForComposeText } from './client.ts';
import { gardenTeam, kitchenTeam } from './teams.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a dropped file is uploaded and appears in the message as a link', async () => {
  const { mia, max, lunch } = await gardenTeam();
  const [hers, his] = await Promise.all([openWindow(mia, lunch), openWindow(max, lunch)]);
  await hers.page.getByRole('button', { name: 'Insert' }).waitFor();
  await hers.page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['Leek, potatoes, cream'], 'recipe.txt', { type: 'text/plain' }));
    data.items.add(new File([new Uint8Array(6 * 2 ** 20)], 'large.bin'));
    for (const type of ['dragover', 'drop'])
      document
        .querySelector('.compose-box')!
        .dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  const box = hers.page.getByRole('textbox', { name: 'Message' });
  await chip(hers.page, 'recipe.txt').getByText('21 bytes').waitFor();
  await chip(hers.page, 'large.bin').getByText('6.3 MB').waitFor();
  await waitForComposeText(hers.page, '');
  await box.pressSequentially('For tonight');
  await box.press('Control+Enter');
  await his.message('recipe.txt').getByText('For tonight').waitFor();
  const cards = () => his.message('recipe.txt').locator('.file-card').allTextContents();
  await eventually(cards, ['TXTrecipe.txt21 bytesLeek, potatoes, cream', 'BINlarge.bin6.3 MB']);
  const address = await his.message('recipe.txt').getByRole('link', { name: 'recipe.txt' }).getAttribute('href');
  assert.equal(
    await (await his.context.request.get(new URL(address!, his.page.url()).href)).text(),
    'Leek, potatoes, cream',
  );
  await hers.close();
  await his.close();
});

/** Drops files and folders of this machine on the message box, as a file manager does. */
async function dropPaths({ page, context }: Window, paths: readonly string[]): Promise<void> {
  const box = (await page.locator('.compose-box').boundingBox())!;
  const cdp = await context.newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x: box.x + 40, y: box.y + 20, data });
  await cdp.detach();
}

test('a dropped folder gives its files, or an explanation', async () => {
  const root = mkdtempSync(join(tmpdir(), 'klatch-drop-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('recipes/soup.txt', 'Leek');
  write('recipes/.DS_Store', 'of the file manager');
  write('recipes/cakes/deep/tart.txt', 'Apples');
  write('single.txt', 'One');
  mkdirSync(join(root, 'empty/inside'), { recursive: true });
  for (let at = 0; at < 120; at++) write(`many/${at}.txt`, 'x');
  const { mia, lunch } = await gardenTeam();
  const hers = await openWindow(mia, lunch);
  const { page } = hers;
  await page.getByRole('button', { name: 'Insert' }).waitFor();
  const names = () => page.locator('.chips .chip-name').allTextContents();
  await dropPaths(hers, [join(root, 'recipes'), join(root, 'single.txt')]);
  for (const name of ['soup.txt', 'tart.txt', 'single.txt']) await chip(page, name).waitFor();
  await eventually(async () => (await names()).length, 3);
  await dropPaths(hers, [join(root, 'empty')]);
  await page.locator('.toast', { hasText: 'There are no files in empty.' }).waitFor();
  await dropPaths(hers, [join(root, 'many')]);
  await page
    .locator('.toast', { hasText: 'Drop at most 50 files at once, or put the folder into an archive.' })
    .waitFor();
  await eventually(async () => (await names()).length, 3);
  await hers.close();
});

test('a text that is too long for a message is sent as a file', async () => {
  const { mia, max, lunch } = await gardenTeam();
  const [hers, his] = await Promise.all([openWindow(mia, lunch), openWindow(max, lunch)]);
  const { page } = hers;
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  const text = 'Leek, potatoes, cream, salt\n'.repeat(400).trim();
  await box.fill(text);
  await page.getByText('Shorten it.').waitFor();
  await page.getByRole('button', { name: 'Send as a file' }).click();
  const form = page.getByRole('dialog', { name: 'Send as a file' });
  await assertAccessible(page, 'the form');
  await form.getByRole('textbox', { name: 'File name' }).fill('recipe');
  await form.getByRole('textbox', { name: 'Message (optional)' }).fill('For tonight');
  await form.getByRole('button', { name: 'Send file' }).click();
  await his.message('For tonight').getByRole('link', { name: 'recipe.txt' }).waitFor();
  await waitForComposeText(page, '');
  const address = await his.message('For tonight').getByRole('link', { name: 'recipe.txt' }).getAttribute('href');
  assert.equal(await (await his.context.request.get(new URL(address!, his.page.url()).href)).text(), text);
  await hers.close();
  await his.close();
});

test('a text stays in the box if it could not be uploaded as a file', async () => {
  const { mia, lunch } = await gardenTeam();
  const { page, close } = await openWindow(mia, lunch);
  const text = 'x'.repeat(10_001);
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send as a file' }).click();
  await page.evaluate(() => {
    // A browser reports a broken connection like this.
    XMLHttpRequest.prototype.send = function (this: XMLHttpRequest) {
      this.onerror?.(new ProgressEvent('error'));
    };
  });
  await page.getByRole('button', { name: 'Send file' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await waitForComposeText(page, text);
  await close();
});

test('a channel’s menu shows its images, files and links, in all topics and however old they are', async () => {
  const { mia, max, lunch } = await gardenTeam();
  const { url } = await max.upload('/user_uploads', { 'recipe.pdf': 'Leeks' });
  await max.sendMessage('kitchen', 'soup', `[recipe.pdf](${url})`);
  const picture = await max.upload('/user_uploads', { 'soup.png': PIXEL });
  await max.sendMessage('kitchen', 'soup', `[soup.png](${picture.url})`);
  await max.sendMessage('garden', 'beds', 'Elsewhere: https://garden.example.com/');
  for (let at = 0; at < 101; at++) await max.sendMessage('kitchen', 'lunch', `https://example.com/${at}`);
  const { page, message, close } = await openWindow(mia, lunch);
  const openMenu = async (item: string) => {
    await page.locator('.sidebar').getByRole('link', { name: 'kitchen' }).first().focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: item }).click();
  };
  await openMenu('Links');
  const list = page.getByRole('dialog', { name: 'Files and links in' });
  const names = () => list.locator('.contents-name').allTextContents();
  await eventually(async () => (await names()).length, 100);
  await list.getByRole('button', { name: 'Show more' }).click();
  await eventually(async () => (await names()).at(-1), 'https://example.com/0');
  await list.getByRole('button', { name: 'Files' }).click();
  await eventually(names, ['soup.png', 'recipe.pdf']);
  await assertAccessible(page, 'the files of a channel');
  await list.getByRole('button', { name: 'Images' }).click();
  await list.getByRole('link', { name: 'soup.png' }).click();
  await page.getByRole('dialog', { name: 'soup.png' }).waitFor();
  await page.keyboard.press('Escape');
  // The list is there again.
  await list.getByRole('link', { name: 'soup.png' }).waitFor();
  await list.getByRole('button', { name: 'Files' }).click();
  await list.getByTitle('Go to message').last().click();
  await message('recipe.pdf').waitFor();
  assert.equal(await list.count(), 0);
  await close();
});

test('the card of a PDF file shows the beginning of its first page', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  const plan = await max.upload('/user_uploads', { 'plan.pdf': pdf('The launch') });
  const damaged = await max.upload('/user_uploads', { 'damaged.pdf': 'not a PDF file' });
  await max.sendMessage('kitchen', 'lunch', `[plan.pdf](${plan.url})\n[damaged.pdf](${damaged.url})`);
  const { page, message, close } = await openWindow(mia, lunch);
  const frame = (name: string) => message('plan.pdf').locator('.file-card', { hasText: name }).locator('.file-picture');
  // The bar at the top of the page is blue, the paper below is white.
  const tones = () =>
    frame('plan.pdf')
      .locator('img')
      .evaluate((picture: HTMLImageElement) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 83, height: 37 });
        const context = canvas.getContext('2d')!;
        context.drawImage(picture, 0, 0, canvas.width, canvas.height);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        return [Math.min(...data.filter((_, at) => at % 4 === 0)) < 128, data[data.length - 4]];
      });
  await eventually(tones, [true, 255]);
  const before = await frame('damaged.pdf').boundingBox();
  assert.equal(await frame('damaged.pdf').locator('img').count(), 0);
  await frame('damaged.pdf').getByText('The file may be damaged').waitFor();
  assert.equal(await frame('plan.pdf').locator('svg').count(), 0);
  assert.ok(before!.height > 100, 'its room stays, so that nothing moves');
  await assertAccessible(page, 'cards of PDF files');
  await close();
});

test('an uploaded file is shown if the script that shows it arrives just after the upload', async () => {
  const { mia, lunch } = await gardenTeam();
  const [upload, script] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { page, close } = await openWindow(mia, lunch, {
    before: async (page) => {
      await page.clock.install();
      await page.route('**/json/user_uploads', (route) => upload.promise.then(() => route.continue()));
      await page.route('**/chips-*.js', (route) => script.promise.then(() => route.continue()));
    },
  });
  await page.getByRole('button', { name: 'Insert' }).waitFor();
  const asked = page.waitForRequest('**/chips-*.js');
  const file = { name: 'recipe.txt', mimeType: 'text/plain', buffer: Buffer.from('Leek') };
  await page.locator('.compose input[type=file]').setInputFiles(file);
  const address = (await asked).url();
  // No frame passes between the end of the upload and the arrival of the script.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  upload.resolve();
  await eventually(() => page.evaluate(() => JSON.stringify(localStorage)), /user_uploads/, 'the draft');
  script.resolve();
  await page.evaluate((url) => import(url), address);
  await page.clock.resume();
  await chip(page, 'recipe.txt').getByText('4 bytes').waitFor();
  await close();
});
