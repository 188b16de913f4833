import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, chip, eventually, openWindow } from './client.ts';

test('pictures in messages open above the page, can be browsed, and restore the focus', async () => {
  const { ada, mia, team } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  const channel = team.app.channels.named('kitchen')!.id;
  const { page, message, close } = await openWindow(mia, `#narrow/channel/${channel}/topic/cakes`);
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await page.getByRole('button', { name: 'Insert' }).waitFor();
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
    await chip(page, `${name}.png`).waitFor();
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

test('several images of a message stand in a grid, without their links, beside cards of other files', async () => {
  const { ada, mia, team } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  const channel = team.app.channels.named('kitchen')!.id;
  const { page, message, close } = await openWindow(mia, `#narrow/channel/${channel}/topic/cakes`);
  await page.getByRole('button', { name: 'Insert' }).waitFor();
  await page.evaluate(async () => {
    const data = new DataTransfer();
    for (const [name, width, height] of [
      ['wide', 90, 30],
      ['high', 30, 90],
    ] as const) {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)));
      data.items.add(new File([blob], `${name}.png`, { type: 'image/png' }));
    }
    data.items.add(new File(['Flour, eggs'], 'recipe.txt', { type: 'text/plain' }));
    document
      .querySelector('.compose-box')!
      .dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await eventually(() => chip(page, /\.(png|txt)/).count(), 3);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const cake = message('recipe.txt');
  await cake.locator('.image-grid img').nth(1).waitFor();
  const sizes = () =>
    cake
      .locator('.image-grid img')
      .evaluateAll((all) => all.map((one) => `${Math.round(one.clientWidth)} ${Math.round(one.clientHeight)}`));
  const [first, second] = await sizes();
  assert.equal(first, second);
  assert.equal(await cake.getByText('wide.png').count(), 0);
  await cake.getByRole('link', { name: 'high.png' }).click();
  await page.getByRole('dialog', { name: 'high.png' }).waitFor();
  // Files follow each other as their uploads end.
  await page.getByText(/^[12] of 2$/).waitFor();
  await close();
});
