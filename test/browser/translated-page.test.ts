import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, openWindow, unreadCount, waitForRender } from './client.ts';
import { kitchenTeam } from './teams.ts';

/** In the page: does what a browser's translation does. Each text gets two elements around it, now and later. */
function translatePage(): void {
  const wrap = (text: Text) => {
    const inner = document.createElement('font');
    const outer = document.createElement('font');
    const { data, parentElement: parent } = text;
    if (!parent?.translate || parent.closest('font, script, style, noscript, textarea, title') || data.trim() === '')
      return;
    // Chromium puts new texts in the place of the old ones.
    inner.append(`«${data}»`);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const wrapAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(wrap);
  };
  wrapAll();
  new MutationObserver(wrapAll).observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** The texts that a translation changes and that are no words of messages. */
const otherTranslated = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('font')].flatMap((font) =>
      font.closest('.rendered') || font.parentElement!.closest('font')
        ? []
        : [font.parentElement!.outerHTML.slice(0, 200)],
    ),
  );

test('a translated page shows the names, numbers and messages of the current view', async () => {
  const { ada, mia, max, channel, lunch } = await kitchenTeam();
  await ada.post('/channels/create', { name: 'garden', subscribers: [mia.id, max.id] });
  const garden = ada.team.app.channels.named('garden')!.id;
  await max.sendMessage('garden', 'beds', 'Leeks for @**Mia**, `now`');
  await ada.sendDirectMessage([mia], 'Psst');
  const { page, go, send, message, close } = await openWindow(mia, lunch);
  await message('Soup today').waitFor();
  await page.evaluate(translatePage);
  await message('«Soup today»').waitFor();

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await go(`#narrow/channel/${garden}/topic/beds`);
  await heading('beds');
  await message('«Leeks for »@Mia«, »now').waitFor();
  await eventually(() => page.locator('.breadcrumb .row-name').textContent(), 'garden');
  await go(`#narrow/dm/${ada.id}`);
  await heading('Ada');
  await message('«Psst»').waitFor();

  // Events change what is shown.
  await ada.sendDirectMessage([mia], 'Are you there?');
  await message('«Are you there?»').waitFor();
  await send('Yes');
  await message('«Yes»').waitFor();
  await eventually(() => page.locator('article').count(), 3);
  const before = await unreadCount(page);
  for (let n = 1; n <= 2; n++) await max.sendMessage('kitchen', 'lunch', `Course ${n}`);
  const last = await max.sendMessage('kitchen', 'lunch', 'Course 3');
  await eventually(() => unreadCount(page), before + 3);
  const row = page.getByRole('list', { name: 'Channels' }).or(page.locator('.sidebar'));
  await eventually(() => row.first().textContent(), /kitchen([34])\1 unread/);
  await ada.patch(`/streams/${channel}`, { new_name: 'canteen' });
  await ada.patch(`/users/${max.id}`, { full_name: 'Maxim' });
  await go(lunch);
  await heading('lunch');
  await eventually(() => page.locator('.breadcrumb .row-name').textContent(), 'canteen');
  await eventually(() => page.locator('article .sender').first().textContent(), 'Maxim');
  await max.patch(`/messages/${last}`, { content: 'Cheese' });
  await message('«Cheese»').waitFor();
  await eventually(() => page.locator('article', { hasText: 'Course 3' }).count(), 0);
  await close();
});

test('only the words of messages are translated, in every view', async () => {
  const { mia, max, lunch, channel } = await kitchenTeam();
  const { page, go, close } = await openWindow(mia, lunch);
  await page.evaluate(translatePage);
  const addresses = ['#inbox', '#recent', '#feed', '#drafts', '#scheduled', '#reminders', '#you', '#settings', lunch];
  for (const address of [
    ...addresses,
    `#topics/channel/${channel}`,
    `#narrow/channel/${channel}`,
    '#channels',
    `#narrow/dm/${max.id}`,
    '#narrow/search/soup',
    '#narrow/is/starred',
    `#user/${max.id}`,
    '#nowhere/at-all',
  ]) {
    await go(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await waitForRender(page);
    assert.deepEqual(await otherTranslated(page), [], address);
  }
  for (const key of ['?', 'Control+k', 'g']) {
    await page.keyboard.press(key);
    await waitForRender(page);
    assert.deepEqual(await otherTranslated(page), [], key);
    await page.keyboard.press('Escape');
  }
  await close();
});
