import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, windowOf, written } from './client.ts';

test('pictures in messages open above the page, can be browsed, and restore the focus', async () => {
  const { ada, mia, team } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  const channel = team.app.channels.named('kitchen')!.id;
  const { page, message, close } = await windowOf(mia, `#narrow/channel/${channel}/topic/cakes`);
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await page.getByRole('button', { name: 'Attach files' }).waitFor();
  for (const name of ['one', 'two']) {
    await page.evaluate(async (file) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
      canvas.getContext('2d')!.fillRect(0, 0, file.length * 9, 30);
      const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)));
      const data = new DataTransfer();
      data.items.add(new File([blob], `${file}.png`, { type: 'image/png' }));
      const field = document.querySelector<HTMLTextAreaElement>('#compose-text')!;
      field.focus();
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, name);
    await page.waitForFunction(
      (file) => document.querySelector<HTMLTextAreaElement>('#compose-text')!.value.includes(`[${file}.png](/user_`),
      name,
    );
    await box.press('Control+Enter');
    await message(`${name}.png`).locator('.message_inline_image img').waitFor();
  }
  await message('one.png').focus();
  await page.keyboard.press('v');
  await page.getByRole('dialog', { name: 'one.png' }).waitFor();
  await page.getByText('1 of 2').waitFor();
  await assertAccessible(page, 'a picture');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: 'two.png' }).waitFor();
  await page.keyboard.press('+');
  await page.locator('.lightbox-stage.zoomed').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('article:focus', { hasText: 'one.png' }).waitFor();
  await message('two.png').locator('.message_inline_image a').click();
  await page.getByRole('dialog', { name: 'two.png' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await close();
});

test('pasted text keeps its format, is previewed, saved as a snippet, and a message is forwarded', async () => {
  const { ada, mia, max, team } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  await ada.say('kitchen', 'lunch', 'Soup today');
  const channel = team.app.channels.named('kitchen')!.id;
  const { page, context, message, close } = await windowOf(mia, `#narrow/channel/${channel}/topic/lunch`);
  await message('Soup today').waitFor();
  await page.getByRole('button', { name: 'Preview' }).waitFor();
  const box = page.locator('#compose-text');
  const paste = (html: string, text: string) =>
    page.evaluate(
      ([rich, plain]) => {
        const data = new DataTransfer();
        if (rich) data.setData('text/html', rich);
        data.setData('text/plain', plain!);
        const field = document.querySelector<HTMLTextAreaElement>('#compose-text')!;
        field.focus();
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      [html, text],
    );
  await paste(
    '<meta charset="utf-8"><p>A <b>bold</b> <a href="https://example.com/x">link</a></p><ul><li>one</li><li><i>two</i></li></ul><script>alert(1)</script>',
    'A bold link one two',
  );
  await written(page, 'A **bold** [link](https://example.com/x)\n\n- one\n- *two*');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('region', { name: 'Preview' }).locator('li').first().waitFor();
  await assertAccessible(page, 'a preview');
  await page.getByRole('button', { name: 'Continue writing' }).click();
  // A picture without clipboard types in the event, as in WebKit on Linux. Where reading the clipboard would ask for
  // permission, it is not read.
  await box.fill('');
  const pasteNothing = () =>
    page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
      canvas.getContext('2d');
      const picture = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)));
      let reads = 0;
      const read = async () => {
        reads++;
        return [new ClipboardItem({ 'image/png': picture })];
      };
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { read } });
      const data = new DataTransfer();
      document
        .querySelector('#compose-text')!
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      Reflect.deleteProperty(navigator, 'clipboard');
      return reads;
    });
  assert.equal(await pasteNothing(), 0);
  await context.grantPermissions(['clipboard-read']);
  await eventually(pasteNothing, 1);
  await eventually(() => box.inputValue(), /^\[image\.png\]\(\/user_uploads\//);
  await box.fill('see here');
  await box.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 8));
  await paste('', 'https://example.com');
  await written(page, 'see [here](https://example.com)');
  await page.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('menuitem', { name: 'Saved snippets' }).click();
  await page.getByRole('button', { name: 'New snippet' }).click();
  await page.getByLabel('Title').fill('Link');
  await assertAccessible(page, 'a new snippet');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Saved snippets' }).getByRole('button', { name: /^Link/ }).click();
  await written(page, 'see [here](https://example.com) see [here](https://example.com) ');
  await box.fill('');
  await message('Soup today').focus();
  await page.keyboard.press('<');
  await page.getByLabel('Recipients').getByRole('button', { name: 'Direct message' }).click();
  await page.getByRole('combobox', { name: 'People' }).fill('max');
  await page.getByRole('option', { name: 'Max' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() =>
    document.querySelector<HTMLTextAreaElement>('#compose-text')?.value.includes('Soup today'),
  );
  await assertAccessible(page, 'forwarding');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Max' }).waitFor();
  const newest = async () =>
    (await max.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages.at(-1).content;
  await eventually(newest, /<blockquote>\s*<p>Soup today/);
  await close();
});
