import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { drawn, eventually, intercept, windowOf, written } from './client.ts';

// A small team whose tests do what experienced chat users do every day.

async function kitchen() {
  const team = newTeam();
  const { ada, mia, max, app } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id, mia.id, max.id] });
  const channel = app.channels.named('kitchen')!.id;
  const topic = (name: string) => `#narrow/channel/${channel}-kitchen/topic/${name}`;
  return { ...team, channel, topic };
}

test('two windows of one browser never lose each other’s drafts or failed messages', async () => {
  const { mia, max, topic } = await kitchen();
  await max.say('kitchen', 'lunch', 'Who brings what?');
  await mia.patch('/settings', { enable_drafts_synchronization: false });
  const { page, context, close, message, say } = await windowOf(mia, topic('lunch'));
  await message('Who brings what?').waitFor();
  const other = await context.newPage();
  await other.goto(page.url().replace('lunch', 'supper'));
  await other.locator('#compose-text').fill('Cheese for supper');
  await page.locator('#compose-text').fill('Bread for lunch');
  await other.getByRole('link', { name: /Drafts/ }).waitFor();
  await page.evaluate((to) => {
    location.hash = to;
  }, topic('supper'));
  await written(page, 'Cheese for supper');
  await page.reload();
  await written(page, 'Cheese for supper');
  await page.goBack();
  await written(page, 'Bread for lunch');

  const rejecting = await intercept(page, '**/json/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not now' } })
      : route.continue(),
  );
  await say('Bread for lunch');
  const unsent = (at: typeof page) => at.locator('.message-failed', { hasText: 'Bread for lunch' });
  await unsent(page).waitFor();
  await other.getByRole('button', { name: 'Send', exact: true }).click();
  await other.locator('article[data-id]', { hasText: 'Cheese for supper' }).waitFor();
  // A user who left the conversation is notified too, and finds the message among the drafts.
  await say('Butter for lunch');
  await page.locator('.message-failed', { hasText: 'Butter' }).waitFor();
  await page.evaluate((to) => {
    location.hash = to;
  }, topic('supper'));
  await page.getByRole('link', { name: 'Drafts 2 messages weren’t sent' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Butter for lunch' }).filter({ hasText: 'Not now' });
  await row.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Your message to #kitchen › lunch wasn’t sent.').waitFor();
  await row.getByRole('button', { name: 'Discard' }).click();
  await row.waitFor({ state: 'detached' });
  rejecting.stop();
  await page.evaluate((to) => {
    location.hash = to;
  }, topic('lunch'));
  await page.reload();
  await unsent(page).waitFor();
  await other.evaluate((to) => {
    location.hash = to;
  }, topic('lunch'));
  await unsent(other).getByRole('button', { name: 'Try again' }).click();
  await message('Bread for lunch').waitFor();
  await unsent(page).waitFor({ state: 'detached' });
  await close();
});

test('part of a message is quoted and copied, links are pasted, and warnings appear before sending', async () => {
  const { ada, mia, max, gus, app, channel, topic } = await kitchen();
  await ada.post('/realm/playgrounds', {
    name: 'Try it',
    pygments_language: 'Python',
    url_template: 'https://try.example/?q={code}',
  });
  const soup = await max.say('kitchen', 'lunch', 'Leek and **potatoes** with @**Mia** :leafy_green:');
  await max.say('kitchen', 'lunch', '```python\nprint("a b")\n```');
  await mia.say('kitchen', 'lunch', 'Cream');
  const slat = await mia.say('kitchen', 'lunch', 'And slat');
  const { page, context, message, go, close } = await windowOf(mia, topic('lunch'), {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const origin = new URL(page.url()).origin;
  const box = page.locator('#compose-text');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const paste = async (text: string) => {
    await page.evaluate((what) => navigator.clipboard.writeText(what), text);
    await page.keyboard.press('Control+V');
  };
  /** Selects from a word in one message to a word in another. */
  const select = (from: string, to: string) =>
    page.evaluate(
      ([begin, end]) => {
        const find = (word: string): Text => {
          const all = document.createTreeWalker(document.querySelector('.feed')!, NodeFilter.SHOW_TEXT);
          while (all.nextNode()) if (all.currentNode.textContent!.includes(word)) return all.currentNode as Text;
          throw new Error(word);
        };
        const last = find(end!);
        getSelection()!.setBaseAndExtent(find(begin!), 0, last, last.data.indexOf(end!) + end!.length);
      },
      [from, to],
    );
  await message('And slat').waitFor();
  await box.waitFor();
  await page.getByRole('button', { name: 'Emoji', exact: true }).waitFor();

  await box.fill('So it says:');
  await message('Leek').focus();
  await select('potatoes', '@Mia');
  await page.keyboard.press('>');
  await eventually(
    () => box.inputValue(),
    new RegExp(
      `^So it says:\\n@_\\*\\*Max\\|${max.id}\\*\\* \\[said\\].*\n\`\`\`quote\n\\*\\*potatoes\\*\\* with @_\\*\\*Mia\\|${mia.id}\\*\\*\n\`\`\`\n$`,
    ),
  );
  await box.fill('');

  await message('Leek').focus();
  await select('potatoes', 'Cream');
  await page.keyboard.press('Control+C');
  await eventually(
    copied,
    /^\*\*Max\*\*, .*\n\*\*potatoes\*\* with .* :leafy_green:\n\n\*\*Max\*\*, .*\n```python\nprint\("a b"\)\n```\n\n\*\*Mia\*\*, .*\nCream$/,
  );

  // A formula, and the whole source of a message.
  await max.say('kitchen', 'lunch', 'So **hot**: $$x^2$$');
  await message('So hot').locator('.katex').waitFor();
  await page.getByRole('article', { name: /: So hot: x\^2$/ }).waitFor();
  await message('So hot').focus();
  await page.evaluate(() => {
    const all = [...document.querySelectorAll('.feed .rendered')].at(-1)!;
    getSelection()!.selectAllChildren(all);
  });
  await page.keyboard.press('Control+C');
  await eventually(copied, 'So **hot**: $$x^2$$');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('i');
  await page.getByRole('menuitem', { name: 'Copy text' }).click();
  await eventually(copied, 'So **hot**: $$x^2$$');

  // A link to a topic still works after the topic was renamed.
  await page.locator('.main-actions').getByRole('button', { name: 'Actions for topic lunch' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await eventually(copied, /#narrow\/channel\/\d+-kitchen\/topic\/lunch\/with\/\d+$/);

  await box.focus();
  await paste(`${origin}/${topic('lunch')}/near/${soup}`);
  await written(page, `#**kitchen>lunch@${soup}**`);
  await page.keyboard.press('Control+Z');
  await written(page, '');

  const tried = context.waitForEvent('page');
  await context.route('https://try.example/**', (route) => route.fulfill({ body: 'It runs' }));
  await message('print').hover();
  const bottom = () =>
    message('print')
      .locator('.message-tools')
      .evaluate((tools) => tools.getBoundingClientRect().bottom);
  const top = () =>
    message('print')
      .locator('.try-code')
      .evaluate((button) => button.getBoundingClientRect().top);
  await eventually(
    async () => (await bottom()) <= (await top()),
    true,
    'the buttons of a message leave those of its code free',
  );
  await page.getByRole('button', { name: 'Open in playground' }).click();
  assert.equal((await tried).url(), 'https://try.example/?q=print%28%22a%20b%22%29%0A');

  // A consecutive message of the same sender also shows that it was edited.
  await mia.patch(`/messages/${slat}`, { content: 'And salad' });
  await message('And salad').getByText('edited').waitFor();
  await message('And salad').focus();
  await page.keyboard.press('Control+s');
  await message('And salad').getByRole('img', { name: 'Starred' }).waitFor();

  await ada.patch(`/messages/${soup}`, { topic: '✔ lunch', propagate_mode: 'change_all' });
  await page.getByText('This topic is marked as resolved.').waitFor();
  await page.locator('.notice').getByRole('button', { name: 'Unresolve topic' }).click();
  await page.getByText('This topic is marked as resolved.').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'lunch', exact: true }).waitFor();

  await go(`#narrow/dm/${gus.id}`);
  // Guests are marked as guests wherever their names appear. Senders are warned about guest recipients if the
  // organization wants it.
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const warning = page.getByText('Gus is a guest in this organization.');
  await heading('Gus (guest)');
  await warning.waitFor();
  await gus.tell([mia], 'Where is the salt?');
  await message('Where is the salt?').getByRole('button', { name: 'Gus (guest)', exact: true }).waitFor();
  await page.locator('.sidebar').getByRole('link', { name: 'Gus (guest)' }).waitFor();
  await box.pressSequentially('@gu');
  await page.getByRole('option', { name: 'Gus (guest)' }).waitFor();
  await box.press('Enter');
  await written(page, '@**Gus** ');
  await box.fill('');
  await ada.patch(`/users/${mia.id}`, { role: 600 });
  await warning.waitFor({ state: 'detached' });
  await ada.patch(`/users/${mia.id}`, { role: 400 });
  await warning.waitFor();
  await ada.patch('/realm', { enable_guest_user_dm_warning: false });
  await warning.waitFor({ state: 'detached' });
  await ada.patch('/realm', { enable_guest_user_indicator: false });
  await heading('Gus');
  await message('Where is the salt?').getByRole('button', { name: 'Gus', exact: true }).waitFor();
  await box.fill('x'.repeat(10_001));
  await page.getByText('This is 1 character too long. Shorten it.').waitFor();
  // The server would accept the text and truncate it.
  await box.press('Control+Enter');
  await page.locator('.toast', { hasText: 'too long' }).waitFor();
  assert.equal((await box.inputValue()).length, 10_001);
  await box.fill('');
  await ada.delete(`/users/${gus.id}`);
  await page.getByText('The account of Gus is deactivated. You can’t send messages here.').waitFor();
  await drawn(page);
  assert.ok(app.channels.byId(channel));
  await close();
});

test('a search supports every filter, completes topics and users, and is kept as a recent search', async () => {
  const { ada, mia, max, topic } = await kitchen();
  await ada.say('kitchen', 'lunch', 'Soup for all');
  await ada.tell([mia, max], 'Soup for three');
  await max.tell([mia], 'Soup for two');
  const { page, go, message, close } = await windowOf(mia, topic('nowhere'));
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

test('a draft moves with its topic, and the keyboard continues at the linked or previous message', async () => {
  const { ada, mia, max, topic } = await kitchen();
  const first = await max.say('kitchen', 'lunch', 'Soup');
  await max.say('kitchen', 'lunch', 'With leek');
  await max.say('kitchen', 'lunch', 'With cream');
  const { page, go, message, close } = await windowOf(mia, topic('lunch'));
  const box = page.locator('#compose-text');
  const selected = (text: string) => page.locator('article:focus', { hasText: text }).waitFor();
  await message('With cream').waitFor();
  await page.getByRole('button', { name: 'Emoji', exact: true }).waitFor();
  // Users who write in this conversation are suggested before other subscribers.
  await box.pressSequentially('@');
  await eventually(async () => (await page.locator('.completion-name').first().textContent()) ?? '', 'Max');
  await page.keyboard.press('Enter');
  await written(page, '@**Max** ');
  await page.keyboard.type('more salt');
  await page.keyboard.press('Home');
  await ada.patch(`/messages/${first}`, { topic: 'dinner', propagate_mode: 'change_all' });
  await page.getByRole('heading', { level: 1, name: 'dinner', exact: true }).waitFor();
  await page.keyboard.type('Hey ');
  await written(page, 'Hey @**Max** more salt');
  await page.keyboard.press('Control+Enter');
  await page.locator('article[data-id]', { hasText: 'more salt' }).waitFor();

  await go('#feed');
  await message('With leek').focus();
  await page.keyboard.press('s');
  await page.getByRole('heading', { level: 1, name: 'dinner', exact: true }).waitFor();
  await selected('With leek');
  await page.keyboard.press('j');
  await selected('With cream');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Combined feed' }).waitFor();
  await message('With leek').waitFor();
  await page.locator('.main:focus').waitFor();
  await page.keyboard.press('j');
  await selected('With leek');

  // A user who opens a draft can continue writing; muted users are not suggested.
  await go(topic('supper'));
  await box.fill('And for supper?');
  await go('#drafts');
  await page.getByRole('link', { name: /And for supper/ }).focus();
  await page.keyboard.press('Enter');
  await written(page, 'And for supper?');
  await page.locator('#compose-text:focus').waitFor();
  await mia.post(`/users/me/muted_users/${max.id}`);
  await box.fill('');
  await eventually(async () => {
    await box.fill('');
    await box.pressSequentially('@m');
    return (await page.locator('.completion-name').allTextContents()).filter((name) => name !== 'Mia').join();
  }, 'Mona');
  await close();
});

test('recipients can be changed while keeping the text, and an edit survives the message’s deletion', async () => {
  const { ada, mia, max, channel, topic } = await kitchen();
  await max.say('kitchen', 'lunch', 'Soup today');
  const own = await mia.say('kitchen', 'lunch', 'With leek');
  const { page, go, message, close } = await windowOf(mia, `#narrow/channel/${channel}`);
  await message('Soup today').focus();
  await page.keyboard.press('r');
  const to = page.locator('.compose-to');
  await to.getByText('To #kitchen › lunch').waitFor();
  await page.locator('#compose-text:focus').waitFor();
  await page.keyboard.type('What about supper?');
  await to.getByRole('button', { name: 'Change recipient' }).click();
  const field = page.getByRole('textbox', { name: 'Topic' }).or(page.getByRole('combobox', { name: 'Topic' }));
  await eventually(() => field.inputValue(), 'lunch');
  await field.fill('supper');
  await written(page, 'What about supper?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'supper', exact: true }).waitFor();
  await message('What about supper?').waitFor();

  await go(topic('lunch'));
  await message('With leek').focus();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Edit message' }).fill('With leek and potatoes');
  await page.getByText(/^You can edit this until /).waitFor();
  await ada.patch('/realm', { message_content_edit_limit_seconds: 1 });
  await page.getByText('This can no longer be edited.').waitFor();
  await ada.delete(`/messages/${own}`);
  await page.getByText('The message you were editing was deleted.').waitFor();
  await written(page, 'With leek and potatoes');
  await close();
});
