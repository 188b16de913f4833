import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertAccessibleInBothThemes, eventually, openWindow } from './client.ts';
import { emptyKitchenTeam } from './teams.ts';

// A small team whose tests do what experienced chat users do every day.

test('a search supports every filter, completes topics and users, and is kept as a recent search', async () => {
  const { ada, mia, max, topic } = await emptyKitchenTeam();
  await ada.sendMessage('kitchen', 'lunch', 'Soup for all');
  await ada.sendDirectMessage([mia, max], 'Soup for three');
  await max.sendDirectMessage([mia], 'Soup for two');
  const { page, go, message, close } = await openWindow(mia, topic('nowhere'));
  const option = (name: string | RegExp) => page.getByRole('option', { name });
  const look = async (words: string, wanted: string | RegExp) => {
    await page.keyboard.type(words);
    await option(wanted).first().waitFor();
    await eventually(async () => (await page.locator('[role=option][aria-selected=true]').textContent()) ?? '', wanted);
    await page.keyboard.press('Enter');
  };
  const pill = (name: string) => page.locator('.search .pill', { hasText: name }).waitFor();
  await go('#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('channel:kitchen topic:lu');
  await pill('kitchen');
  await option('topic: lunch').waitFor();
  await page.keyboard.press('Enter');
  await pill('topic: lunch');
  await page.keyboard.type('soup');
  await page.keyboard.press('Enter');
  await message('Soup for all').waitFor();

  await go('#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.keyboard.press('/');
  await option(/topic: lunch · soup/).waitFor();
  await page.keyboard.type('dm:ada');
  await option(/with Ada/)
    .first()
    .waitFor();
  await page.keyboard.type(',ma');
  await option(/with (Ada and Max|Max and Ada)/)
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await pill('Max');
  await page.keyboard.press('Enter');
  await message('Soup for three').waitFor();
  assert.equal(await message('Soup for two').count(), 0);

  await page.keyboard.press('Escape');
  await go('#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.keyboard.press('/');
  await look('dm-including:max in:al', /^including muted messages/);
  await page.keyboard.press('Enter');
  await message('Soup for two').waitFor();
  await message('Soup for three').waitFor();
  await close();
});

test('a search finds messages by day, from the calendar or typed', async () => {
  const { mia, max, clock, topic } = await emptyKitchenTeam();
  await mia.patch('/settings', { timezone: 'UTC' });
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const days: string[] = [];
  for (const words of ['Soup on the first day', 'Soup on the second day', 'Soup on the third day']) {
    days.push(today());
    await max.sendMessage('kitchen', 'lunch', words);
    clock.advance(86_400);
  }
  const { page, go, message, close } = await openWindow(mia, topic('nowhere'));
  await go('#inbox');
  await page.keyboard.press('/');
  await page.getByLabel('Day', { exact: true }).fill(days[1]!);
  await assertAccessible(page, 'the search with a calendar');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.locator('.search .pill', { hasText: /^sent on / }).waitFor();
  await page.keyboard.press('Enter');
  await message('Soup on the second day').waitFor();
  await page.locator('.result-count', { hasText: '1 result' }).waitFor();
  assert.equal(await page.locator('article[data-id]').count(), 1);
  await go('#inbox');
  await page.keyboard.press('/');
  await page.keyboard.type(`-on:${days[1]} soup`);
  await page.keyboard.press('Enter');
  await message('Soup on the first day').waitFor();
  await message('Soup on the third day').waitFor();
  assert.equal(await page.locator('article[data-id]').count(), 2);
  await close();
});

test('a result of the sidebar that the keyboard opens passes the focus to the view', async () => {
  const { mia, topic, max } = await emptyKitchenTeam();
  const { page, close } = await openWindow(mia, topic('lunch'));
  await page.keyboard.press('q');
  await page.keyboard.type('max');
  await page.getByRole('list', { name: 'Results' }).getByRole('link', { name: /^Max/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.hash.startsWith(`#narrow/dm/${max.id}`));
  await eventually(() => page.evaluate(() => document.activeElement!.tagName), 'MAIN');
  await close();
});

test('the search field of the sidebar finds people, channels, topics and actions, and says if there are none', async () => {
  const { ada, mia, max, topic } = await emptyKitchenTeam();
  await ada.post('/channels/create', { name: 'greenhouse', subscribers: [ada.id] });
  await max.sendMessage('kitchen', 'lunch', 'Soup today');
  const { page, message, close } = await openWindow(mia, topic('lunch'));
  await message('Soup today').waitFor();
  const field = page.getByRole('searchbox', { name: 'Search or go to…' });
  const results = page.getByRole('navigation', { name: 'Conversations' }).getByRole('list', { name: 'Results' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const find = async (words: string) => {
    await page.keyboard.press('q');
    await page.keyboard.type(words);
    await results.getByRole('link', { name: `Search messages for “${words}”` }).waitFor();
    return results.getByRole('listitem').first();
  };

  // Somebody to whom she never wrote, a channel that she has not joined, a topic and an action.
  await (await find('ada')).getByRole('link', { name: 'Ada' }).waitFor();
  await assertAccessible(page, 'results in the sidebar');
  await page.keyboard.press('Enter');
  await heading('Ada');
  await eventually(() => field.inputValue(), '');
  await (await find('greenh')).getByRole('link', { name: 'greenhouse' }).click();
  await heading('greenhouse');
  await (await find('lun')).getByRole('link', { name: 'lunch' }).waitFor();
  await page.keyboard.press('Enter');
  await heading('lunch');
  await (await find('dark theme')).getByRole('button', { name: 'Dark theme' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');

  // Nothing: the messages are searched.
  await find('zucchini');
  await page.getByText('No people, channels, topics or actions match.').waitFor();
  await page.keyboard.press('Escape');
  await results.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zucchini');
  const palette = page.getByRole('dialog');
  await palette.getByText('No people, channels, topics or actions match.').waitFor();
  await assertAccessible(page, 'a palette without results');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await find('soup');
  await page.keyboard.press('Enter');
  await message('Soup today').waitFor();
  await heading('Search results');

  // A new direct message offers people before anything is typed.
  await page.keyboard.press('x');
  await page.getByRole('option', { name: 'Max' }).click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Hello');
  await page.keyboard.press('Control+Enter');
  await eventually(
    async () => (await max.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages.at(-1).content,
    '<p>Hello</p>',
  );
  await close();
});

test('everybody is in the directory, which the menu of the organization opens', async () => {
  const { ada, mia, max } = await emptyKitchenTeam();
  const { id: team } = await ada.post('/realm/profile_fields', { field_type: 1, name: 'Team' });
  await max.patch('/users/me/profile_data', { data: [{ id: team, value: 'The **gardeners**' }] });
  await max.post('/users/me/status', { status_text: 'In the garden' });
  const { page, close } = await openWindow(mia, '#inbox');
  await page.getByRole('button', { name: ada.team.app.realm.get('name') }).click();
  const items = page.getByRole('menu').getByRole('menuitem');
  await eventually(
    () => items.allTextContents(),
    ['Invite people', 'People', 'Home view', 'Settings', 'Organization', 'Other organizations…'],
  );
  await assertAccessibleInBothThemes(page, 'the menu of the organization');
  await items.getByText('People', { exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  const people = page.getByRole('region', { name: 'People' });
  const names = () => people.locator('.line-name a').allTextContents();
  await people.getByText('In the garden · The gardeners').waitFor();
  await assertAccessibleInBothThemes(page, 'the directory', '.main');
  // A page that is enlarged twice. The facts leave room for the names.
  const window = page.viewportSize()!;
  await page.setViewportSize({ width: 720, height: 450 });
  await eventually(async () => (await people.locator('.line-body').first().boundingBox())!.width > 120, true);
  await page.setViewportSize(window);
  await people.getByRole('combobox', { name: 'Role' }).selectOption('Owner');
  await eventually(names, ['Ada']);
  await people.getByRole('combobox', { name: 'Role' }).selectOption('All roles');
  await people.getByRole('combobox', { name: 'Sort by' }).selectOption('Role');
  await eventually(async () => (await names())[0], 'Ada');
  await people.getByRole('searchbox', { name: 'Find people' }).fill('gardeners');
  await eventually(names, ['Max']);
  await people.getByRole('link', { name: 'Send Max a direct message' }).click();
  await page.getByRole('heading', { level: 1, name: 'Max' }).waitFor();
  await close();
});

test('the menu of the organization opens other organizations that the user has entered', async () => {
  const { mia } = await emptyKitchenTeam();
  const { page, context, close } = await openWindow(mia, '#inbox');
  const menu = page.getByRole('menu');
  const openMenu = () => page.getByRole('button', { name: mia.team.app.realm.get('name') }).click();
  await openMenu();
  await menu.getByText('Other organizations…').click();
  const dialog = page.getByRole('dialog', { name: 'Other organizations' });
  const add = async (address: string) => {
    await dialog.getByLabel('Server URL').fill(address);
    await dialog.getByRole('button', { name: 'Add' }).click();
  };
  for (const wrong of ['javascript:alert(1)', 'https://mia:secret@example.com', page.url()]) {
    await add(wrong);
    await dialog.getByText('Enter a valid URL.').waitFor();
  }
  await add('garden.example.com/#inbox');
  await add('http://localhost:1');
  const listed = dialog.locator('.line-name');
  await eventually(() => listed.allTextContents(), ['garden.example.com', 'localhost:1']);
  await assertAccessibleInBothThemes(page, 'the list of other organizations', '.dialog');
  await page.reload();
  await openMenu();
  await context.route('https://garden.example.com/', (route) => route.fulfill({ body: 'The garden' }));
  const opened = context.waitForEvent('page');
  await menu.getByText('garden.example.com').click();
  await (await opened).getByText('The garden').waitFor();
  await (await opened).close();
  await openMenu();
  await menu.getByText('Other organizations…').click();
  await dialog.getByRole('button', { name: 'Remove garden.example.com' }).click();
  await eventually(() => listed.allTextContents(), ['localhost:1']);
  await close();
});

test('a setting is found by its name, on whichever page it is', async () => {
  const { ada } = await emptyKitchenTeam();
  const { page, close } = await openWindow(ada, '#settings/profile');
  const field = page.getByRole('searchbox', { name: 'Find a setting' });
  const focused = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '');
  const find = async (words: string, label: string) => {
    await field.fill(words);
    await page.getByRole('list', { name: 'Results' }).getByText(label, { exact: true }).waitFor();
    await field.press('Enter');
    await eventually(focused, label);
  };
  await find('text size', 'Text size');
  await find('read receipts', 'Enable read receipts');
  await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
  await find('invitation lin', 'Who can create invitation links');
  await field.fill('zucchini');
  await page.getByText('No settings match.').waitFor();
  await field.press('Escape');
  await page.getByRole('navigation', { name: 'Organization settings' }).getByRole('link', { name: 'Groups' }).waitFor();
  await close();
});
