import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import {
  assertAccessible,
  endWaiting,
  eventually,
  holdEvents,
  openWindow,
  unreadCount,
  waitForComposeText,
  waitForRender,
} from './client.ts';

async function createTeam() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  await ada.post('/channels/create', { name: 'garden', subscribers: [mia.id, max.id] });
  const channel = (name: string) => ada.team.app.channels.named(name)!.id;
  return { ...team, kitchen: channel('kitchen'), garden: channel('garden') };
}

const focusName = (page: import('playwright-core').Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

/** Whether the page has saved everything it wants to save. */
const isSaved = (): Promise<boolean> =>
  new Promise((resolve) => {
    const request = indexedDB.open('klatch');
    request.onerror = () => resolve(false);
    request.onsuccess = () => {
      const db = request.result;
      if (!db.objectStoreNames.contains('resources')) return resolve(false);
      const keys = db.transaction('resources').objectStore('resources').getAllKeys();
      keys.onsuccess = () => {
        db.close();
        resolve(keys.result.some((key) => String(key).endsWith(' whole')));
      };
    };
  });

test('a returning user finds the previous position in a long conversation and in a list', async () => {
  const { ada, mia, kitchen } = await createTeam();
  for (let n = 1; n <= 120; n++) await ada.sendMessage('kitchen', 'story', `Chapter ${n} of it`);
  await mia.post('/mark_all_as_read');
  const { page, message, go, close } = await openWindow(mia, `#narrow/channel/${kitchen}/topic/story`);
  await message('Chapter 120 of it').waitFor();
  await message('Chapter 70 of it').scrollIntoViewIfNeeded();
  await waitForRender(page);
  // Found and measured at once: a row that was found before may have been rendered again.
  const top = (text: string) =>
    page.evaluate((wanted) => {
      const row = [...document.querySelectorAll('article')].find(({ textContent }) => textContent!.includes(wanted))!;
      return Math.round(row.getBoundingClientRect().top);
    }, text);
  const before = await top('Chapter 70 of it');
  await go('#recent');
  await page.getByRole('heading', { level: 1, name: 'Recent conversations' }).waitFor();
  await page.goBack();
  await message('Chapter 70 of it').waitFor();
  await eventually(async () => Math.abs((await top('Chapter 70 of it')) - before) < 4, true, 'back where it was');
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Recent conversations' }).waitFor();
  await go(`#narrow/channel/${kitchen}/topic/story`);
  await message('Chapter 120 of it').waitFor();
  await page.waitForFunction(() => {
    const box = document.querySelector('.feed')!;
    return box.scrollHeight - box.scrollTop - box.clientHeight < 30;
  });
  await close();
});

test('a conversation with many unread messages is fetched once, and the view stays where reading began', async () => {
  const { ada, mia, kitchen } = await createTeam();
  for (let n = 1; n <= 60; n++) await ada.sendMessage('kitchen', 'story', `Chapter ${n} of it`);
  const { page, message, go, close } = await openWindow(mia, '#inbox');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/json/messages' && request.method() === 'GET') asked.push(String(searchParams.get('anchor')));
  });
  await go(`#narrow/channel/${kitchen}/topic/story`);
  await message('Chapter 1 of it').waitFor();
  await waitForRender(page);
  await eventually(async () => (await unreadCount(page)) < 60, true, 'what is on the screen is read');
  await message('Chapter 41 of it').waitFor({ state: 'attached' });
  assert.equal(asked.filter((anchor) => anchor === 'first_unread').length, 1);
  const { y } = (await message('Chapter 1 of it').boundingBox())!;
  assert.ok(y > 60 && y < 500, `the first chapter is in sight, at ${y}`);
  await close();
});

test('a message link works even after a move, and shows a notice if the message does not exist', async () => {
  const { ada, mia, kitchen } = await createTeam();
  for (let n = 1; n <= 60; n++) await ada.sendMessage('kitchen', 'soups', `Soup ${n} is served`);
  const [wanted] = (
    await mia.get('/messages', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 30,
      narrow: [{ operator: 'topic', operand: 'soups' }],
    })
  ).messages.slice(-10);
  await mia.post('/mark_all_as_read');
  const { page, message, go, close } = await openWindow(
    mia,
    `#narrow/channel/${kitchen}-kitchen/topic/soups/near/${wanted.id}`,
  );
  const row = page.locator(`[data-id="${wanted.id}"]`);
  const isInSight = async () => {
    const { y } = (await row.boundingBox())!;
    return y > 60 && y < 700;
  };
  await eventually(isInSight, true, 'the message is on the screen');
  await go('#inbox');
  await ada.patch(`/messages/${wanted.id}`, { topic: 'stews', propagate_mode: 'change_all' });
  await go(`#narrow/channel/${kitchen}-kitchen/topic/soups/with/${wanted.id}`);
  await page.getByRole('heading', { level: 1, name: 'stews' }).waitFor();
  await message('Soup 60 is served').waitFor();
  await page.waitForURL(/topic\/stews\/with\//);
  // The topic on the screen is renamed, and the view follows it.
  await ada.patch(`/messages/${wanted.id}`, { topic: 'casseroles', propagate_mode: 'change_all' });
  await page.getByRole('heading', { level: 1, name: 'casseroles' }).waitFor();
  await go('#narrow/channel/99999-nothing/topic/x');
  await page.getByText('Conversation not found').waitFor();
  await page.getByRole('button', { name: /^Actions for/ }).waitFor({ state: 'detached' });
  await assertAccessible(page, 'an unknown conversation');
  await close();
});

test('a topic that is renamed while it is being opened is followed', async () => {
  const { ada, mia, kitchen } = await createTeam();
  const soup = await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  const { page, message, go, close } = await openWindow(mia, '#inbox');
  const events = await holdEvents(page);
  await ada.patch(`/messages/${soup}`, { topic: 'dinner', propagate_mode: 'change_all' });
  // The messages arrive before the event, and the topic is already empty.
  await go(`#narrow/channel/${kitchen}-kitchen/topic/lunch`);
  await page.getByText('No messages yet').waitFor();
  events.release();
  await page.getByRole('heading', { level: 1, name: 'dinner' }).waitFor();
  await message('Soup today').waitFor();
  await close();
});

test('resolving the topic on screen moves no message', async () => {
  const { ada, mia, kitchen } = await createTeam();
  let last = 0;
  for (let n = 1; n <= 60; n++) last = await ada.sendMessage('kitchen', 'lunch', `Course ${n}.`);
  await mia.post('/mark_all_as_read');
  const { page, message, close } = await openWindow(mia, `#narrow/channel/${kitchen}/topic/lunch`);
  await message('Course 1.').waitFor({ state: 'attached' });
  await page.locator('.feed').evaluate((feed) => feed.scrollTo(0, feed.scrollHeight / 3));
  await waitForRender(page);
  const id = await page.evaluate(() => {
    const { top } = document.querySelector('.feed')!.getBoundingClientRect();
    const rows = [...document.querySelectorAll<HTMLElement>('article[data-id]')];
    return rows.find((row) => row.getBoundingClientRect().top > top)!.dataset.id;
  });
  const top = async () => Math.round((await page.locator(`[data-id="${id}"]`).boundingBox())!.y);
  const before = await top();
  await ada.patch(`/messages/${last}`, { topic: '✔ lunch', propagate_mode: 'change_all' });
  await page.getByRole('heading', { level: 1, name: '✔ lunch' }).waitFor();
  await message('marked this topic as resolved').waitFor({ state: 'attached' });
  await waitForRender(page);
  assert.ok(Math.abs((await top()) - before) <= 1, `${before} → ${await top()}`);
  await close();
});

test('a message marked as unread stays so until the user leaves, and the counts match the server’s', async () => {
  const { ada, mia, kitchen } = await createTeam();
  for (let n = 1; n <= 6; n++) await ada.sendMessage('kitchen', 'lunch', `Course ${n}`);
  const { page, message, go, close } = await openWindow(mia, `#narrow/channel/${kitchen}/topic/lunch`);
  await message('Course 6').waitFor();
  await page.waitForFunction(() => !document.title.includes('(6)'));
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await eventually(() => focusName(page), /Course 4/);
  await page.keyboard.press('Shift+U');
  await page.getByText('Messages stay unread until you leave this view.').waitFor();
  await page.locator('.feed').hover();
  await page.mouse.wheel(0, 300);
  await waitForRender(page);
  await page.getByText('Messages stay unread until you leave this view.').waitFor();
  const { unread_msgs } = await mia.post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
  const waiting = unread_msgs.streams.find(({ topic }: { topic: string }) => topic === 'lunch');
  assert.equal(waiting?.unread_message_ids.length, 3);
  // A search starts with the newest results and marks nothing as read.
  const looked = page.waitForRequest((request) => /anchor=newest.*search/.test(request.url()));
  await go('#narrow/search/Course');
  await looked;
  await page.locator('mark, .highlight', { hasText: 'Course' }).nth(5).waitFor();
  await waitForRender(page);
  assert.equal(await page.locator('.unread-divider').count(), 0);
  await go('#inbox');
  const inInbox = page.locator('.inbox').getByRole('link', { name: /lunch/ });
  await inInbox.waitFor();
  await page.getByRole('button', { name: 'Mark all of kitchen as read' }).click();
  await inInbox.waitFor({ state: 'detached' });
  await close();
});

test('a session by keyboard: unread topics in list order, direct messages, folding, filters, commands', async () => {
  const { ada, mia, max } = await createTeam();
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  await ada.sendMessage('garden', 'beans', 'They grow');
  await ada.sendMessage('garden', 'peas', 'They do not');
  await max.sendDirectMessage([mia], 'Psst');
  const { page, message, close } = await openWindow(mia, '#inbox');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.locator('.inbox :focus').waitFor();
  const visited: string[] = [];
  for (let n = 0; n < 3; n++) {
    const waiting = await unreadCount(page);
    await page.keyboard.press('n');
    await page.locator('.feed article').first().waitFor();
    await page.waitForFunction((seen) => document.querySelector('h1')?.textContent !== seen, visited.at(-1) ?? 'Inbox');
    visited.push((await page.locator('h1').textContent())!);
    await eventually(() => unreadCount(page), waiting - 1, 'what is seen is read');
  }
  assert.deepEqual(visited, ['peas', 'beans', 'channel events'], 'garden before kitchen, and there the newest first');
  await page.keyboard.press('p');
  await heading('Max');
  await message('Psst').waitFor();
  await page.keyboard.press('k');
  await page.keyboard.press('-');
  await page.getByRole('button', { name: 'Show more' }).waitFor();
  await page.keyboard.press('-');
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark theme');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await page.keyboard.press('Control+k');
  await assertAccessible(page, 'the palette');
  await page.keyboard.type('gar');
  await page.keyboard.press('Enter');
  await heading('garden');
  await page.keyboard.press('q');
  await page.keyboard.type('kitch');
  await page.keyboard.press('Enter');
  // The browser changes the address before the page learns of it.
  await page.locator('.main-head', { hasText: 'kitchen' }).waitFor();
  await page.keyboard.press('y');
  await page.getByRole('searchbox', { name: 'Find a topic' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.getByRole('switch', { name: /Single-letter/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Single-key shortcuts are off, as the next key shows.
  await page.keyboard.press('t');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.waitForURL(/channel\/\d+-kitchen/);
  await page.keyboard.press('Escape');
  await close();
});

test('a search consists of filters with completion, and also receives new messages', async () => {
  const { ada, mia, max } = await createTeam();
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  await max.sendMessage('kitchen', 'Soups & more', 'No soup for me');
  await max.patch('/settings', { full_name: 'Max Miller' });
  const { page, message, close } = await openWindow(mia, '#inbox');
  await page.keyboard.press('/');
  await page.keyboard.type('from:ma');
  await page.getByRole('option', { name: /from Max/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.search .pill', { hasText: 'from Max' }).waitFor();
  await page.keyboard.type('soup');
  await page.keyboard.press('Enter');
  await message('No soup for me').waitFor();
  await page
    .locator('.recipient-bar a', { hasText: 'Soups & more' })
    .locator('.highlight', { hasText: 'Soups' })
    .waitFor();
  assert.equal(await message('Soup today').count(), 0);
  await max.sendMessage('kitchen', 'lunch', 'Still no soup');
  await message('Still no soup').waitFor();
  await page.getByRole('button', { name: 'Remove from Max' }).click();
  await message('Soup today').waitFor();
  await assertAccessible(page, 'a search');
  // A first name is enough if only one user has it.
  await page.keyboard.press('/');
  await page.keyboard.type('from:max ');
  await page.locator('.search .pill', { hasText: 'from Max Miller' }).waitFor();
  await close();
});

interface Shifts {
  shifts: string[];
}

/** In the page: records layout shifts and their size. */
function watchShifts(): void {
  const shifts: string[] = ((globalThis as unknown as Shifts).shifts = []);
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node?: Element }[];
    })[])
      if (value > 0.002) shifts.push(`${value} ${sources.map(({ node }) => node?.className)}`);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The messages that this browser has saved. */
const savedMessages = (page: import('playwright-core').Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.open('klatch').onsuccess = ({ target }) => {
          const db = (target as IDBOpenDBRequest).result;
          const all = db.transaction('windows').objectStore('windows').getAll();
          all.onsuccess = () => {
            db.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );

test('the second visit shows saved messages, catches up, and forgets inaccessible ones', async () => {
  const { ada, mia, kitchen } = await createTeam();
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  for (const name of ['attic', 'cellar']) {
    await ada.post('/channels/create', { name, subscribers: [ada.id, mia.id], invite_only: true });
    await ada.sendMessage(name, 'lost', `Found in the ${name}`);
  }
  const takenFrom = (name: string) =>
    ada.delete('/users/me/subscriptions', { subscriptions: [name], principals: [mia.id] });
  const window = await openWindow(mia, '#feed');
  const { page, context, message, go } = window;
  await message('Found in the cellar').waitFor();
  const there = `#narrow/channel/${kitchen}/topic/lunch`;
  await go(there);
  await message('Soup today').waitFor();
  await eventually(() => page.evaluate(isSaved), true, 'it is kept in the end');
  await eventually(() => savedMessages(page), /Found in the attic.*Found in the cellar/);
  await eventually(() => savedMessages(page), /"key":"[^"]*lunch"/);
  await takenFrom('attic');
  await eventually(
    async () => /in the attic/.test(await savedMessages(page)),
    false,
    'what was taken away is gone at once',
  );
  await eventually(() => savedMessages(page), /in the cellar/, 'and nothing else');
  const { origin } = new URL(page.url());
  await page.locator('#compose-text').fill('Is there any left');
  await eventually(async () => (await mia.get('/drafts')).count, 1);
  await page.goto('about:blank');
  await takenFrom('cellar');
  await ada.sendMessage('kitchen', 'lunch', 'And bread');
  const held = Promise.withResolvers<void>();
  await context.route('**/json/register', (route) => held.promise.then(() => route.continue()));
  await page.addInitScript(watchShifts);
  const registered = page.waitForResponse('**/json/register');
  await page.goto(`${origin}/${there}`);
  // The server has not answered yet.
  await message('Soup today').waitFor();
  await page.getByRole('toolbar', { name: 'Writing' }).waitFor();
  await waitForComposeText(page, 'Is there any left');
  await waitForRender(page);
  assert.deepEqual(
    await page.evaluate(() => (globalThis as unknown as Shifts).shifts),
    [],
    'nothing moves while the page opens',
  );
  assert.equal(
    await page.locator('article ~ .skeleton').count(),
    0,
    'below the newest known there is nothing that would go',
  );
  held.resolve();
  assert.deepEqual((await (await registered).json()).realm_users, [], 'the page has the people from before');
  await message('And bread').getByText('Ada').first().waitFor();
  await eventually(
    async () => /in the cellar/.test(await savedMessages(page)),
    false,
    'nor is what was taken away meanwhile',
  );
  await page.evaluate(() =>
    addEventListener('pagehide', () =>
      sessionStorage.setItem('left', String(document.querySelector('.shell')!.checkVisibility())),
    ),
  );
  await page.locator('.me').first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/login/);
  assert.equal(
    await page.evaluate(() => sessionStorage.getItem('left')),
    'false',
    'nor does who goes back see anything',
  );
  const left = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await eventually(left, [], 'nothing is left');
  await window.close();
});

test('a topic can be printed: only its messages, and all that are loaded', async () => {
  const { ada, mia, kitchen } = await createTeam();
  for (let n = 1; n <= 40; n++) await ada.sendMessage('kitchen', 'recipe', `Step ${n}`);
  const { page, message, close } = await openWindow(mia, `#narrow/channel/${kitchen}/topic/recipe`);
  await message('Step 40').waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor({ state: 'hidden' });
  await page.locator('#compose').waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await eventually(
    () => page.evaluate(() => document.documentElement.scrollHeight > 1300),
    true,
    'the page is as long as its messages',
  );
  const pdf = await page.pdf({ format: 'A4' });
  assert.ok((pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []).length > 1, 'on several sheets');
  await close();
});

test('only channels near the viewport are in the sidebar, and all of them are reachable', async () => {
  const { mia } = await createTeam();
  const names = Array.from({ length: 60 }, (_, at) => `room ${100 + at}`);
  await mia.post('/users/me/subscriptions', { subscriptions: names.map((name) => ({ name })) });
  const { page, go, close } = await openWindow(mia, '#inbox');
  const list = page.getByRole('navigation', { name: 'Conversations' });
  const row = (name: string) => list.getByRole('link', { name: new RegExp(`^${name}`) });
  await row('room 100').waitFor();
  await row('room 159').waitFor({ state: 'detached' });
  // The last channel is visible when the user is in it, and so are its neighbors.
  await go(`#narrow/channel/${mia.team.app.channels.named('room 159')!.id}`);
  await page.waitForFunction(() => {
    const box = document.querySelector('.sidebar-scroll')!.getBoundingClientRect();
    const { top, bottom } = document.querySelector('.sidebar [aria-current]')?.getBoundingClientRect() ?? {
      top: -1,
      bottom: 0,
    };
    return top >= box.top && bottom <= box.bottom;
  });
  await row('room 150').waitFor();
  await page.keyboard.press('q');
  await page.keyboard.type('room 1');
  await page.keyboard.press('Enter');
  await page.waitForURL(/channel\/\d+-room-100/);

  // A returning user finds the previous position in a list, however far down.
  for (let n = 0; n < 60; n++) await mia.sendMessage('room 100', `talk ${n}`, 'Said');
  await go('#recent');
  const rows = page.locator('.recent-row');
  // The newest one arrives last.
  await rows.first().getByRole('link', { name: 'talk 59', exact: true }).waitFor();
  const talk = rows.getByRole('link', { name: 'talk 5', exact: true });
  const top = await (
    await page.waitForFunction(() => {
      const view = document.querySelector('.view')!;
      view.scrollTop = view.scrollHeight;
      return (
        [...document.querySelectorAll('.recent-row')].some((row) => row.textContent!.includes('talk 0')) &&
        view.scrollTop
      );
    })
  ).jsonValue();
  await talk.click();
  await page.locator('article[data-id]', { hasText: 'Said' }).first().waitFor();
  await page.goBack();
  await talk.waitFor();
  await page.waitForFunction((at) => Math.abs(document.querySelector('.view')!.scrollTop - at) < 3, top as number);
  await close();
});

test('signing out leads to the page that the server names, although the open poll ends first', async () => {
  const { mia } = newTeam();
  const window = await openWindow(mia, '#inbox');
  const { page } = window;
  await page.route('**/accounts/logout/', async (route) => {
    const ended = page.waitForResponse((answer) => answer.url().includes('/events') && answer.status() === 401);
    const response = await route.fetch();
    await ended;
    await route.fulfill({ response, json: { ...(await response.json()), provider_logout_url: '/help/' } });
  });
  // The driver does not see the end of a poll that began before the route, so another one begins.
  const polls = page.waitForRequest((request) => request.url().includes('/events'));
  await endWaiting(page);
  await polls;
  await page.locator('.me').first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/help/');
  await page.context().close();
});
