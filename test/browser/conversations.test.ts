import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { UNREACHABLE } from '../support/browser.ts';
import { newTeam } from '../support/team.ts';
import { waitUntil } from '../support/until.ts';
import { assertAccessible, eventually, openWindow, WITH_WORKER, waitForComposeText, waitForRender } from './client.ts';

async function kitchenTeam() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  await ada.post('/channels/create', { name: 'garden', subscribers: [max.id] });
  const channel = (name: string) => ada.team.app.channels.named(name)!.id;
  const kitchen = channel('kitchen');
  return {
    ...team,
    channel,
    kitchen,
    topic: (name: string) => `#narrow/channel/${kitchen}/topic/${name}`,
  };
}

test('recent conversations lists every conversation, however old, and shows where the list ends', async () => {
  const { ada, mia } = await kitchenTeam();
  for (let n = 1; n <= 30; n++) await ada.sendMessage('kitchen', `old ${n}`, 'Long ago');
  for (let n = 1; n <= 1100; n++) await ada.sendMessage('kitchen', 'chatter', `Word ${n}`);
  await mia.post('/mark_all_as_read');
  const { page, close } = await openWindow(mia, '#recent');
  await page.locator('.recent-line', { hasText: 'chatter' }).waitFor();
  await page.locator('.recent-line', { hasText: 'old 30' }).waitFor();
  // The list loads more at its end while the user scrolls.
  await waitUntil(async () => {
    await page.locator('.recent-row').last().scrollIntoViewIfNeeded();
    return page.locator('.recent-line', { hasText: /old 1(?!\d)/ }).isVisible();
  });
  await page.locator('.recent-line', { hasText: /old 1(?!\d)/ }).scrollIntoViewIfNeeded();
  await page.getByText('No more conversations').waitFor();
  // Renaming a topic fetches that topic again; the others stay.
  const [first] = (
    await mia.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [
        { operator: 'channel', operand: 'kitchen' },
        { operator: 'topic', operand: 'old 2' },
      ],
    })
  ).messages;
  await ada.patch(`/messages/${first.id}`, { topic: 'renamed', propagate_mode: 'change_all' });
  await page.locator('.recent-line', { hasText: 'renamed' }).waitFor();
  await page.locator('.recent-line', { hasText: /old 2(?!\d)/ }).waitFor({ state: 'detached' });
  await page.locator('.recent-line', { hasText: /old 3(?!\d)/ }).waitFor();
  // The filter also searches old messages.
  await page.getByRole('searchbox', { name: 'Find a conversation by name' }).fill('old 17');
  await page.locator('.recent-line', { hasText: 'old 17' }).waitFor();
  await close();
});

test('an unread mention is marked at the topic, at its channel and in recent conversations', async () => {
  const { max, mia, topic } = await kitchenTeam();
  await max.sendMessage('kitchen', 'lunch', `@**Mia** are you there?`);
  await max.sendMessage('kitchen', 'dinner', 'Soup');
  const { page, go, close } = await openWindow(mia, '#recent');
  const sign = { name: 'You were mentioned' };
  const rows = page.locator('.recent-row');
  await rows.filter({ hasText: 'lunch' }).getByRole('img', sign).waitFor();
  assert.equal(await rows.filter({ hasText: 'dinner' }).getByRole('img', sign).count(), 0);
  await page
    .locator('.sidebar')
    .getByRole('link', { name: /kitchen/ })
    .getByRole('img', sign)
    .waitFor();
  await go(topic('dinner'));
  await page.locator('.topic-rows').getByRole('link', { name: /lunch/ }).getByRole('img', sign).waitFor();
  await go(topic('lunch'));
  await page.locator('.sidebar').getByRole('img', sign).first().waitFor({ state: 'detached' });
  await close();
});

test('a channel that the reader has not joined offers to join it', async () => {
  const { ada, mia, channel } = await kitchenTeam();
  await ada.sendMessage('garden', 'roses', 'They bloom');
  const { page, message, close } = await openWindow(mia, `#narrow/channel/${channel('garden')}/topic/roses`);
  await message('They bloom').waitFor();
  await page.getByText('You haven’t joined #garden.').waitFor();
  await assertAccessible(page, 'a channel that was not joined');
  await page.getByRole('button', { name: 'Join channel' }).click();
  await page.getByRole('button', { name: 'Join channel' }).waitFor({ state: 'detached' });
  await eventually(
    async () => (await mia.get('/users/me/subscriptions')).subscriptions.some((one: any) => one.name === 'garden'),
    true,
  );
  await close();
});

test('the row of a channel and its menu start a topic, if the user may post there', async () => {
  const { ada, mia, kitchen } = await kitchenTeam();
  await ada.post('/channels/create', {
    ...{
      name: 'notices',
      subscribers: [mia.id],
      can_send_message_group: { direct_members: [ada.id], direct_subgroups: [] },
    },
  });
  const { page, message, close } = await openWindow(mia, '#inbox');
  const row = (name: string) => page.locator('.sidebar .has-menu', { has: page.getByRole('link', { name }) });
  const focusedField = page.locator('.topic-field:focus');
  await row('kitchen').getByRole('link').first().hover();
  await row('kitchen').locator('.row-new').click();
  await focusedField.waitFor();
  await page.keyboard.type('soup');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Leek or carrot?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await eventually(async () => {
    const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    return messages.map(({ stream_id, subject }: any) => [stream_id, subject]);
  }, [[kitchen, 'soup']]);
  // Sending opens the topic. Nobody opens a menu at the same moment.
  await message('Leek or carrot?').waitFor();
  // With the keyboard, the menu has it.
  await row('kitchen').getByRole('link').first().focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'New topic' }).click();
  await focusedField.waitFor();
  await row('notices').getByRole('link').first().focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Mute channel' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'New topic' }).count(), 0);
  assert.equal(await row('notices').locator('.row-new').count(), 0);
  await close();
});

test('the channel of a new message is found by typing, with the keyboard alone', async () => {
  const { ada, mia, channel } = await kitchenTeam();
  for (const name of ['kites', 'the kindergarten', 'design'])
    await ada.post('/channels/create', { name, subscribers: [mia.id] });
  const { page, message, close } = await openWindow(mia, '#inbox');
  await page.keyboard.press('c');
  const field = page.getByRole('combobox', { name: 'Channel' });
  await field.waitFor();
  await eventually(() => field.evaluate((one) => one === document.activeElement), true);
  await page.keyboard.type('ki');
  const options = page.getByRole('listbox', { name: 'Channel' }).getByRole('option');
  await eventually(() => options.allTextContents(), ['kitchen', 'kites', 'the kindergarten']);
  assert.equal(await field.getAttribute('aria-expanded'), 'true');
  await page.keyboard.press('ArrowDown');
  const active = await field.getAttribute('aria-activedescendant');
  assert.equal(await page.locator(`#${active}[aria-selected=true]`).textContent(), 'kites');
  await assertAccessible(page, 'the channels that are found', '.recipients');
  await page.keyboard.press('Enter');
  await eventually(() => field.inputValue(), 'kites');
  await page.keyboard.type('wind');
  await page.locator('#compose-text').fill('It blows');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await message('It blows').waitFor();
  assert.match(page.url(), new RegExp(`channel/${channel('kites')}`));
  await close();
});

test('Enter sends in a new organization, and a hint says how a new line begins', async () => {
  const { mia, topic } = await kitchenTeam();
  const { page, message, close } = await openWindow(mia, topic('lunch'));
  const box = page.locator('#compose-text');
  await box.focus();
  await page.keyboard.type('Soup');
  await page.getByText('Shift+Enter for a new line').waitFor();
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('today');
  await waitForComposeText(page, 'Soup\ntoday');
  await page.keyboard.press('Enter');
  await message('Soup today').waitFor();
  await mia.patch('/settings', { enter_sends: false });
  await page.keyboard.type('And');
  await page.getByText('Ctrl+Enter to send').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('bread');
  await waitForComposeText(page, 'And\nbread');
  await page.keyboard.press('Control+Enter');
  await message('And bread').waitFor();
  await close();
});

test('in a new poll Tab and Enter lead from answer to answer, and remove none', async () => {
  const { mia, topic } = await kitchenTeam();
  const { page, close } = await openWindow(mia, topic('lunch'));
  await page.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('menuitem', { name: 'Poll' }).click();
  const answer = (n: number) => page.getByRole('textbox', { name: `Option ${n}` });
  const hasFocus = (n: number) => eventually(() => answer(n).evaluate((one) => one === document.activeElement), true);
  await page.getByRole('textbox', { name: 'Question' }).fill('What is for lunch?');
  await answer(1).fill('Soup');
  await page.keyboard.press('Tab');
  await hasFocus(2);
  await page.keyboard.type('Bread');
  await page.keyboard.press('Enter');
  await hasFocus(3);
  assert.deepEqual([await answer(1).inputValue(), await answer(2).inputValue()], ['Soup', 'Bread']);
  await page.keyboard.press('Backspace');
  await hasFocus(2);
  assert.equal(await answer(3).count(), 0);
  await answer(1).press('Enter');
  await hasFocus(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await close();
});

test('words highlighted by a search are highlighted only in its results', async () => {
  const { ada, mia, topic } = await kitchenTeam();
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  const { page, message, go, close } = await openWindow(mia, topic('lunch'));
  await message('Soup today').waitFor();
  await go('#narrow/search/soup');
  await page.locator('article .highlight', { hasText: 'Soup' }).waitFor();
  await go(topic('lunch'));
  await message('Soup today').waitFor();
  await page.getByRole('heading', { level: 1, name: 'lunch' }).waitFor();
  await eventually(() => page.locator('article .highlight').count(), 0);
  await go('#narrow/search/soup');
  await page.locator('article .highlight', { hasText: 'Soup' }).waitFor();
  await close();
});

test('a page enlarged four times shows messages above the compose box, whatever the box contains', async () => {
  const { ada, mia, topic, channel } = await kitchenTeam();
  for (let n = 1; n <= 20; n++) await ada.sendMessage('kitchen', 'lunch', `Course ${n}`);
  await ada.sendMessage('garden', 'roses', 'They bloom');
  await mia.post('/mark_all_as_read');
  const { page, message, go, close } = await openWindow(mia, topic('lunch'), { viewport: { width: 320, height: 256 } });
  await message('Course 20').waitFor();
  const isRead = async (text: string) => {
    const row = (await message(text).boundingBox())!;
    const feed = (await page.locator('.feed').boundingBox())!;
    return row.y >= feed.y && row.y + row.height <= feed.y + feed.height + 1;
  };
  await page.locator('#compose-text').fill('One');
  await page.getByRole('button', { name: 'Formatting' }).click();
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor();
  await page.locator('#compose-text').fill('One\n\nTwo\n\nThree\n\nFour\n\nFive');
  await eventually(() => isRead('Course 20'), true, 'a message is in view');
  await page.locator('.feed').evaluate((feed) => feed.scrollTo(0, 0));
  const jump = page.getByRole('button', { name: 'Go to latest messages' });
  await eventually(async () => (await jump.boundingBox())!.width <= 32, true, 'the button in the corner');
  await jump.click();
  await page.locator('#compose-text').blur();
  await go(`#narrow/channel/${channel('garden')}/topic/roses`);
  await page.getByRole('button', { name: 'Join channel' }).waitFor();
  await message('They bloom').waitFor();
  await eventually(() => isRead('They bloom'), true, 'beside the offer to join');
  await close();
});

test('a topic that is resolved stays on the screen', async () => {
  const { ada, mia, topic } = await kitchenTeam();
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  const [{ id }] = (await mia.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow: [] })).messages;
  const { page, message, context, close } = await openWindow(mia, topic('lunch'));
  await message('Soup today').waitFor();
  // The server responds slowly; meanwhile the page shows the previous content.
  const held = Promise.withResolvers<void>();
  await context.route('**/json/messages?*', (route) => held.promise.then(() => route.continue()));
  await page.evaluate(() => {
    const seen: string[] = ((globalThis as any).seen = []);
    new MutationObserver(() => {
      if (document.querySelector('.feed .skeleton')) seen.push('skeleton');
      if (!document.querySelector('article[data-id]')) seen.push('nothing');
    }).observe(document.querySelector('.main')!, { childList: true, subtree: true });
  });
  await ada.patch(`/messages/${id}`, { topic: '✔ lunch', propagate_mode: 'change_all' });
  await page.getByRole('heading', { level: 1, name: '✔ lunch' }).waitFor();
  await message('Soup today').waitFor();
  await waitForRender(page);
  assert.deepEqual(await page.evaluate(() => (globalThis as any).seen), []);
  held.resolve();
  await message('Soup today').waitFor();
  await close();
});

test('without a hash in the address, the sidebar marks the view that is shown', async () => {
  const { mia } = await kitchenTeam();
  const { page, close } = await openWindow(mia, '');
  await page.locator('.sidebar a[aria-current=page]', { hasText: 'Inbox' }).waitFor();
  await mia.patch('/settings', { web_home_view: 'recent_topics' });
  await page.locator('.sidebar a[aria-current=page]', { hasText: 'Recent conversations' }).waitFor();
  await close();
});

test('the sidebar still lists topics after a reload while the server is unreachable', async () => {
  const { ada, mia, topic } = await kitchenTeam();
  for (const name of ['lunch', 'dinner', 'breakfast']) await ada.sendMessage('kitchen', name, 'Soup');
  await mia.post('/mark_all_as_read');
  const { page, context, message, close } = await openWindow(mia, topic('lunch'), WITH_WORKER);
  await message('Soup').first().waitFor();
  const row = page.locator('.topic-rows').getByRole('link', { name: 'breakfast' });
  await row.waitFor();
  const keptTopics = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          indexedDB.open('klatch').onsuccess = ({ target }) => {
            const db = (target as IDBOpenDBRequest).result;
            if (!db.objectStoreNames.contains('resources')) return resolve(false);
            const keys = db.transaction('resources').objectStore('resources').getAllKeys();
            keys.onsuccess = () => {
              db.close();
              resolve(['topics', 'whole'].every((name) => keys.result.some((key) => String(key).endsWith(` ${name}`))));
            };
          };
        }),
    );
  await eventually(keptTopics, true, 'it is kept in the end');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.route('**/json/**', (route) => route.abort());
  await page.reload();
  await row.waitFor();
  await close(UNREACHABLE);
});

test('the topic menu moves the whole topic', async () => {
  const { ada, mia, topic } = await kitchenTeam();
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  const { page, message, close } = await openWindow(mia, topic('lunch'));
  await message('Soup today').waitFor();
  await page.getByRole('button', { name: 'Actions for topic lunch' }).first().click();
  await page.getByRole('menuitem', { name: 'Rename topic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename topic' });
  await dialog.waitFor();
  assert.equal(await dialog.getByText('Only this message').count(), 0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await close();
});

test('a tooltip does not cover the text being typed', async () => {
  const { mia, topic } = await kitchenTeam();
  const { page, close } = await openWindow(mia, topic('lunch'));
  const button = page.getByRole('button', { name: 'Emoji', exact: true });
  const isShown = () => button.evaluate((one) => getComputedStyle(one, '::after').content !== 'none');
  await button.hover();
  assert.equal(await isShown(), true);
  await page.locator('#compose-text').focus();
  await page.keyboard.type('a');
  await eventually(isShown, false);
  await page.mouse.move(10, 10);
  await button.hover();
  await eventually(isShown, true);
  await close();
});

/** Adds up the layout shifts while the page opens. */
const sumShifts = (page: Page) =>
  page.addInitScript(() => {
    (globalThis as any).shifted = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as any[])
        if (!hadRecentInput) (globalThis as any).shifted += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

test('nothing shifts while a page opens for the first time', async () => {
  const { ada, mia, kitchen, topic } = await kitchenTeam();
  for (let n = 1; n <= 60; n++) await ada.sendMessage('kitchen', 'lunch', `Course ${n}`);
  for (let n = 1; n <= 12; n++) await ada.sendMessage('kitchen', `dinner ${n}`, `Course ${n}`);
  for (const [width, height] of [
    [1400, 900],
    [390, 844],
  ] as const)
    for (const hash of ['#inbox', '#recent', '#feed', `#narrow/channel/${kitchen}`, topic('lunch')]) {
      const { page, close } = await openWindow(mia, hash, { viewport: { width, height }, before: sumShifts });
      await page.locator('.message, .card-row').first().waitFor();
      await page.waitForFunction(() => {
        const isInView = ({ top, bottom }: DOMRect) => bottom > 60 && top < innerHeight;
        return ![...document.querySelectorAll('.skeleton')].some((one) => isInView(one.getBoundingClientRect()));
      });
      await waitForRender(page);
      const shifted: number = await page.evaluate(() => (globalThis as any).shifted);
      assert.ok(shifted < 0.02, `${hash} at ${width} pixels: ${shifted}`);
      await close();
    }
});

test('filters appear when something is followed or muted, and the header of a channel starts a topic', async () => {
  const { mia, max, team } = await kitchenTeam();
  await max.sendMessage('kitchen', 'lunch', 'Is there any left?');
  const channel = team.app.channels.named('kitchen')!.id;
  const { page, go, close } = await openWindow(mia, '#inbox');
  await page.getByRole('main').getByRole('link', { name: /lunch/ }).getByText('Is there any left?').waitFor();
  const row = (await page.locator('.inbox-row').first().boundingBox())!;
  assert.equal(Math.round(row.height), 56);
  const filters = page.getByRole('group', { name: 'Show' }).getByRole('button');
  assert.deepEqual(await filters.allTextContents(), []);
  await mia.post('/user_topics', { stream_id: channel, topic: 'lunch', visibility_policy: 3 });
  await eventually(() => filters.allTextContents(), ['Unmuted', 'Followed']);
  await go('#recent');
  await eventually(async () => (await filters.allTextContents()).filter((name) => /ollowed|uted/.test(name)).length, 1);
  await go(`#narrow/channel/${channel}`);
  await page.locator('.main-head').getByRole('button', { name: 'New topic' }).click();
  await page.locator('.recipients input:focus').waitFor();
  await close();
});

test('the sidebar lists three direct conversations and eight unread ones, and says how many more are unread', async () => {
  const { team, mia, ada, max } = await kitchenTeam();
  await max.sendDirectMessage([mia], 'read');
  const others = Array.from({ length: 12 }, (_, at) => team.addUser(`Guest${at}`, 400));
  for (const other of others) await other.sendDirectMessage([mia], 'unread');
  await ada.sendDirectMessage([mia], 'read, and the newest');
  const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 20, num_after: 0 });
  const read = messages.filter(({ content }: any) => content.includes('read,') || content === '<p>read</p>');
  await mia.post('/messages/flags', { op: 'add', flag: 'read', messages: read.map(({ id }: any) => id) });
  const { page, close } = await openWindow(mia, '#inbox');
  const rows = page.locator('.sidebar .section', { has: page.getByRole('button', { name: 'Direct messages' }) });
  const names = () => rows.locator('.row:not(.row-more) .row-name').allTextContents();
  await eventually(names, ['Ada', ...[11, 10, 9, 8, 7, 6, 5, 4].map((at) => `Guest${at}`)]);
  await rows.getByRole('link', { name: '4 more unread' }).waitFor();
  await page.locator('.sidebar').getByRole('link', { name: 'kitchen' }).waitFor();
  await close();
});

test('recent conversations fills the screen even if many are unread when it opens', async () => {
  const { mia, max } = await kitchenTeam();
  for (let at = 0; at < 30; at++) await max.sendMessage('kitchen', `topic ${at}`, 'Soup');
  const { page, close } = await openWindow(mia, '#recent');
  const rows = page.locator('ul.recent > li');
  await rows.first().waitFor();
  const isFilled = () => page.locator('.recent').evaluate((list) => list.getBoundingClientRect().bottom >= innerHeight);
  await eventually(isFilled, true);
  await eventually(async () => {
    await rows.last().scrollIntoViewIfNeeded();
    return rows.count();
  }, 31);
  await close();
});
