import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startGifProvider } from '../integrations/gifs/provider.ts';
import { png } from '../support/images.ts';
import { assertAccessibleInBothThemes, eventually, openWindow, waitForComposeText } from './client.ts';
import { emptyKitchenTeam } from './teams.ts';

async function openGifs(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await page.getByRole('menuitem', { name: 'GIFs' }).click();
}

/** mia's window in a conversation, on a server with a provider of GIFs. */
async function windowWithGifs(kind: 'tenor' | 'giphy') {
  const { ada, mia, app, topic } = await emptyKitchenTeam();
  const provider = await startGifProvider(kind, 20);
  Object.assign(app.config.choices, { gifProvider: kind, gifApiKey: 'word', gifUrl: provider.url });
  const opened = await openWindow(mia, topic('lunch'));
  // The images are at public addresses, which tests cannot reach.
  const image = await png(220, 124);
  await opened.page.route('**/external_content/**', (route) =>
    route.fulfill({ body: image, contentType: 'image/png' }),
  );
  await opened.page.getByRole('button', { name: 'Emoji', exact: true }).waitFor();
  return { ...opened, ada, provider };
}

test('a GIF is searched and picked by keyboard, and is an image in the message', async () => {
  const { page, message, close, provider } = await windowWithGifs('tenor');
  const box = page.locator('#compose-text');
  await box.fill('Look:');
  await openGifs(page);
  const picker = page.getByRole('dialog', { name: 'GIFs' });
  await picker.getByRole('option', { name: 'popular 0' }).waitFor();
  await picker.getByText('Powered by Tenor').waitFor();
  await assertAccessibleInBothThemes(page, 'the GIF picker');
  await page.keyboard.type('soup');
  await picker.getByRole('option', { name: 'soup 0', exact: true }).waitFor();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  await eventually(() => picker.getByRole('option', { selected: true }).getAttribute('aria-label'), 'soup 2');
  // The end of the list loads the next page.
  for (let row = 0; row < 10; row++) await page.keyboard.press('ArrowDown');
  await picker.getByRole('option', { name: 'soup 39' }).waitFor();
  await page.keyboard.press('Enter');
  await picker.waitFor({ state: 'detached' });
  await eventually(() => box.inputValue(), /^Look:\n\[soup \d+\]\(https:\/\/media\.tenor\.example\/\d+\.gif\)\n$/);
  await box.press('Control+Enter');
  await message('Look:').locator('.message_inline_image img, .image-grid img').waitFor();
  // Words that were only typed through are not searched.
  assert.deepEqual(
    provider.asked.map(({ searchParams }) => searchParams.get('q')),
    [null, 'soup', 'soup'],
  );
  await close();
});

test('GIFs of GIPHY say where they are from, and nothing is offered once the organization turns them off', async () => {
  const { page, close, ada } = await windowWithGifs('giphy');
  await openGifs(page);
  const picker = page.getByRole('dialog', { name: 'GIFs' });
  await picker.getByText('Powered by GIPHY').waitFor();
  await picker.getByRole('option', { name: 'popular 1', exact: true }).click();
  await waitForComposeText(page, '[popular 1](https://media.giphy.example/1.gif)\n');
  // On a narrow screen, the picker is a sheet above the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await openGifs(page);
  await picker.getByRole('option', { name: 'popular 2', exact: true }).click();
  await eventually(() => page.locator('#compose-text').inputValue(), /popular 2/);
  await page.setViewportSize({ width: 1400, height: 900 });
  await ada.patch('/realm', { giphy_rating: 0 });
  const insert = page.getByRole('button', { name: 'Insert', exact: true });
  await eventually(async () => {
    await insert.click();
    const isOffered = await page.getByRole('menuitem', { name: 'GIFs' }).isVisible();
    await page.keyboard.press('Escape');
    return isOffered;
  }, false);
  await close();
});

test('an administrator chooses the rating, and a search without results or a provider that fails is explained', async () => {
  const { page, close, ada, provider, go } = await windowWithGifs('tenor');
  await page.route('**/json/gifs?query=nothing', (route) => route.fulfill({ json: { gifs: [], next: '' } }));
  await page.route('**/json/gifs?query=broken', (route) =>
    route.fulfill({ status: 503, json: { result: 'error', msg: 'The GIF provider does not answer.', code: 'X' } }),
  );
  await openGifs(page);
  const field = page.getByRole('combobox', { name: 'Find a GIF' });
  await field.fill('nothing');
  await page.getByText('No GIFs found').waitFor();
  await field.fill('broken');
  await page.getByText('The GIF provider does not answer.').waitFor();
  await page.keyboard.press('Escape');
  await go('#inbox');
  const owner = await openWindow(ada, '#organization/organization-settings');
  await owner.page.getByLabel('GIFs that people can search').selectOption('PG: with parental guidance');
  await eventually(async () => (await ada.post('/register', { fetch_event_types: ['realm'] })).realm_giphy_rating, 3);
  await assertAccessibleInBothThemes(owner.page, 'the rating of GIFs');
  await owner.close();
  assert.equal(provider.asked[0]!.searchParams.get('contentfilter'), 'high');
  await close(/status of 503/);
});
