import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { UNREACHABLE } from '../support/browser.ts';
import { newTeam, type TestUser } from '../support/team.ts';
import {
  assertAccessibleInBothThemes,
  endWaiting,
  eventually,
  intercept,
  openWindow,
  unreadCount,
  waitForRender,
} from './client.ts';

async function kitchenTeam() {
  const team = newTeam();
  const { ada, mia } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  const kitchen = ada.team.app.channels.named('kitchen')!.id;
  const say = async (topic: string, from: number, to: number) => {
    for (let n = from; n <= to; n++) await ada.sendMessage('kitchen', topic, `Line ${n} of it`);
  };
  return { ...team, kitchen, topic: (name: string) => `#narrow/channel/${kitchen}/topic/${name}`, say };
}

/** Interrupts the event polls of a window: each fails until `resume` is called. */
async function cutConnection(page: Page, person: TestUser) {
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/json/events'));
  const polls = await intercept(page, '**/json/events*', (route) => route.abort());
  // A poll that was on its way to the server when the interception began arrives only now.
  const releasing = setInterval(() => person.team.app.queues.release(), 50);
  await failed.finally(() => clearInterval(releasing));
  return { resume: polls.stop };
}

/** Replaces the answer to the next poll: the server has forgotten the queue. */
async function loseQueue(page: Page): Promise<void> {
  const next = await intercept(page, '**/json/events*', (route) => {
    next.stop();
    return route.fulfill({
      status: 400,
      json: { result: 'error', code: 'BAD_EVENT_QUEUE_ID', msg: 'Bad event queue ID', queue_id: 'x' },
    });
  });
  await endWaiting(page);
}

const unreadOn = async (person: TestUser, topic: string): Promise<number> => {
  const { unread_msgs } = await person.post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
  const found = unread_msgs.streams.find((one: { topic: string }) => one.topic === topic);
  return found?.unread_message_ids.length ?? 0;
};

/** The messages whose last line lies inside the list. */
const inView = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { top, bottom } = document.querySelector('.feed')!.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('article[data-id]')]
      .filter((row) => row.getBoundingClientRect().bottom > top && row.getBoundingClientRect().bottom <= bottom + 1)
      .map((row) => /Line \d+ of it/.exec(row.textContent!)?.[0] ?? '');
  });

/** Everything that is visible was reported as read, and no report is pending. */
async function readIsReported(page: Page, person: TestUser, topic: string) {
  await eventually(async () => (await unreadCount(page)) === (await unreadOn(person, topic)), true, 'the counts agree');
}

for (const how of ['the queue was kept', 'the queue was lost'] as const)
  test(`after a reconnect only visible messages become read, and "New" is above the first, when ${how}`, async () => {
    const { mia, topic, say } = await kitchenTeam();
    await say('story', 1, 30);
    await mia.post('/mark_all_as_read');
    const { page, message, close } = await openWindow(mia, topic('story'));
    await message('Line 30 of it').waitFor();
    await waitForRender(page);
    const { resume } = await cutConnection(page, mia);
    await say('story', 31, 180);
    resume();
    if (how === 'the queue was lost') await loseQueue(page);
    await message('Line 31 of it').waitFor();
    const divider = page.locator('.unread-divider');
    await divider.waitFor();
    await eventually(async () => (await inView(page)).includes('Line 30 of it'), true, 'the place is kept');
    await page.getByRole('button', { name: /^1\d\d new messages$/ }).waitFor();
    await readIsReported(page, mia, 'story');
    const seen = (await inView(page)).filter((line) => Number(/\d+/.exec(line)) > 30).length;
    assert.ok(seen < 30, `${seen} in view`);
    assert.ok((await unreadCount(page)) >= 150 - seen - 1, `${await unreadCount(page)} of 150 are still unread`);
    const next = await divider.evaluate((line) => line.nextElementSibling!.textContent);
    assert.match(next!, /Line 31 of it/);
    await close(UNREACHABLE);
  });

test('messages that arrive in a window without focus stay unread, and in view once it has the focus', async () => {
  const { mia, topic, say } = await kitchenTeam();
  await say('story', 1, 30);
  await mia.post('/mark_all_as_read');
  const { page, message, close } = await openWindow(mia, topic('story'));
  await message('Line 30 of it').waitFor();
  await waitForRender(page);
  await page.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event('blur'));
  });
  await say('story', 31, 70);
  await message('Line 70 of it').waitFor({ state: 'attached' });
  await waitForRender(page);
  assert.equal(await unreadCount(page), 40);
  assert.equal(await unreadOn(mia, 'story'), 40);
  assert.ok((await inView(page)).includes('Line 31 of it'), 'the first new message is in view');
  await page.evaluate(() => {
    document.hasFocus = () => true;
    window.dispatchEvent(new Event('focus'));
  });
  await eventually(async () => (await unreadCount(page)) < 40, true, 'what is in view is read');
  await readIsReported(page, mia, 'story');
  assert.ok((await unreadCount(page)) > 15, 'what is not in view is not');
  await close();
});

test('coming back to a conversation that was left at its end begins at what arrived meanwhile', async () => {
  const { mia, topic, say } = await kitchenTeam();
  await say('story', 1, 30);
  await mia.post('/mark_all_as_read');
  const { page, message, go, close } = await openWindow(mia, topic('story'));
  await message('Line 30 of it').waitFor();
  await go('#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await say('story', 31, 90);
  await eventually(() => unreadCount(page), 60);
  await page.goBack();
  await message('Line 31 of it').waitFor();
  await eventually(async () => (await inView(page)).includes('Line 31 of it'), true, 'the first unread is in view');
  await readIsReported(page, mia, 'story');
  assert.ok((await unreadCount(page)) > 30);
  await close();
});

test('a jump to the newest messages works while another page of messages is being fetched', async () => {
  const { mia, topic, say } = await kitchenTeam();
  await mia.post('/mark_all_as_read');
  await say('story', 1, 400);
  const held = Promise.withResolvers<void>();
  const isFetching = Promise.withResolvers<void>();
  const { page, message, close } = await openWindow(mia, topic('story'), {
    before: (tab) =>
      tab.route('**/json/messages?*', async (route) => {
        const { searchParams } = new URL(route.request().url());
        if (searchParams.get('num_before') === '0' && searchParams.get('anchor') !== 'newest') {
          isFetching.resolve();
          await held.promise;
        }
        await route.continue();
      }),
  });
  await message('Line 1 of it').waitFor();
  await page.locator('.feed').hover();
  await page.mouse.wheel(0, 100_000);
  await isFetching.promise;
  await page.getByRole('button', { name: /new messages$/ }).click();
  held.resolve();
  await message('Line 400 of it').waitFor();
  await close();
});

test('the jump button counts unread messages that are not loaded, and a jump marks all as read', async () => {
  const { mia, topic, say } = await kitchenTeam();
  await mia.post('/mark_all_as_read');
  await say('story', 1, 400);
  const { page, message, close } = await openWindow(mia, topic('story'));
  await message('Line 1 of it').waitFor();
  await page.getByRole('button', { name: /^3[5-9]\d new messages$/ }).click();
  await message('Line 400 of it').waitFor();
  await eventually(() => unreadOn(mia, 'story'), 0);
  await eventually(() => unreadCount(page), 0);
  await page.getByText(/messages marked as read/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => (await unreadOn(mia, 'story')) > 350, true, 'they are unread again');
  await close();
});

test('a bar has the number of all unread messages, leads back to the first one, and marks all as read', async () => {
  const { mia, topic, say } = await kitchenTeam();
  await mia.post('/mark_all_as_read');
  await mia.patch('/settings', { web_mark_read_on_scroll_policy: 3 });
  await say('story', 1, 400);
  const { page, message, close } = await openWindow(mia, topic('story'));
  const bar = page.getByRole('group', { name: 'Unread messages' });
  await message('Line 1 of it').waitFor();
  await bar.getByText('400 unread messages').waitFor();
  await eventually(() => bar.getByRole('button').allTextContents(), ['Mark as read']);
  await page.locator('article[tabindex="0"]').waitFor({ state: 'attached' });
  await assertAccessibleInBothThemes(page, 'unread messages', '.main');
  await page.getByRole('button', { name: /^3\d\d new messages$/ }).click();
  await message('Line 400 of it').waitFor();
  await message('Line 1 of it').waitFor({ state: 'detached' });
  await bar.getByRole('button', { name: 'First unread' }).click();
  await message('Line 1 of it').waitFor();
  await eventually(async () => (await inView(page)).includes('Line 1 of it'), true, 'the first unread one is in view');
  await eventually(
    () => page.evaluate(() => document.activeElement?.textContent?.includes('Line 1 of it')),
    true,
    'it has the focus',
  );
  await page.locator('.unread-divider').waitFor();
  await bar.getByRole('button', { name: 'Mark as read' }).click();
  await bar.waitFor({ state: 'detached' });
  await eventually(() => unreadOn(mia, 'story'), 0);
  await page.locator('.unread-divider').waitFor();
  await close();
});

test('the bar of unread messages covers and moves nothing, and marking as read can be undone', async () => {
  const { mia, topic, say } = await kitchenTeam();
  await mia.post('/mark_all_as_read');
  await say('story', 1, 60);
  const { page, message, close } = await openWindow(mia, topic('story'));
  const bar = page.getByRole('group', { name: 'Unread messages' });
  await bar.waitFor();
  const place = (await bar.boundingBox())!;
  assert.equal(place.height, 36);
  await page.keyboard.press('Home');
  await waitForRender(page);
  const first = (await page.locator('article[data-id]').first().boundingBox())!;
  assert.ok(first.y >= place.y + place.height, 'the first message is below the bar');
  const top = async () => (await message('Line 3 of it').boundingBox())!.y;
  const before = await top();
  await bar.getByRole('button', { name: 'Mark as read' }).click();
  await bar.waitFor({ state: 'detached' });
  await waitForRender(page);
  assert.ok(Math.abs((await top()) - before) < 1.5, 'the messages stay where they are');
  await eventually(() => unreadOn(mia, 'story'), 0);
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => (await unreadOn(mia, 'story')) > 5, true);
  await bar.waitFor();
  await close();
});

test('the bar disappears once all unread messages were on the screen', async () => {
  const { mia, topic, say } = await kitchenTeam();
  await mia.post('/mark_all_as_read');
  await say('story', 1, 60);
  const { page, message, close } = await openWindow(mia, topic('story'));
  const bar = page.getByRole('group', { name: 'Unread messages' });
  await message('Line 1 of it').waitFor();
  await bar.waitFor();
  await page.locator('.feed').hover();
  await eventually(async () => {
    await page.mouse.wheel(0, 400);
    await waitForRender(page);
    return bar.count();
  }, 0);
  await eventually(() => unreadOn(mia, 'story'), 0);
  await close();
});
