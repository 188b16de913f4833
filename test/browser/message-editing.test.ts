import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, windowOf, written } from './client.ts';

async function kitchen() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  await ada.post('/channels/create', { name: 'garden', subscribers: [mia.id, max.id] });
  await ada.say('kitchen', 'lunch', 'Soup today');
  const channel = team.app.channels.named('kitchen')!.id;
  return { ...team, channel, lunch: `#narrow/channel/${channel}-kitchen/topic/lunch` };
}

const lastOf = async (person: Awaited<ReturnType<typeof kitchen>>['mia']) =>
  (await person.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false })).messages.at(
    -1,
  );

test('a dropped file is uploaded and appears in the message as a link', async () => {
  const { mia, max, lunch } = await kitchen();
  const [hers, his] = await Promise.all([windowOf(mia, lunch), windowOf(max, lunch)]);
  await hers.page.getByRole('button', { name: 'Attach files' }).waitFor();
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
  await hers.page.waitForFunction(() => {
    const { value } = document.querySelector<HTMLTextAreaElement>('#compose-text')!;
    return value.includes('[recipe.txt](/user_uploads/') && value.includes('[large.bin](/user_uploads/');
  });
  await eventually(() => hers.page.locator('.upload').count(), 0);
  await box.press('Control+Enter');
  await his.message('recipe.txt').waitFor();
  const address = await his.message('recipe.txt').getByRole('link', { name: 'recipe.txt' }).getAttribute('href');
  assert.equal(
    await (await his.context.request.get(new URL(address!, his.page.url()).href)).text(),
    'Leek, potatoes, cream',
  );
  await hers.close();
  await his.close();
});

test('a message is edited by keyboard, moved with its topic, and deleted after a confirmation', async () => {
  const { mia, max, lunch, app } = await kitchen();
  const [hers, his] = await Promise.all([windowOf(mia, lunch), windowOf(max, lunch)]);
  await hers.message('Soup today').waitFor();
  await hers.say('With bred');
  await his.message('With bred').waitFor();
  const box = hers.page.getByRole('textbox', { name: 'Message', exact: true });
  await hers.message('With bred').waitFor();
  await box.press('ArrowUp');
  const field = hers.page.getByRole('textbox', { name: 'Edit message' });
  await field.waitFor();
  // Escape loses no text: it is restored at once or with the next edit. Canceling can be undone.
  await field.fill('With bread');
  const asksToLeave = () => hers.page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await eventually(asksToLeave, true);
  await field.press('Escape');
  await hers.page.getByText('Your changes were saved').waitFor();
  await eventually(asksToLeave, false);
  await hers.page.locator('article:focus').waitFor();
  await hers.page.keyboard.press('e');
  await hers.page.getByText('your unsaved changes').waitFor();
  await eventually(() => field.inputValue(), 'With bread');
  await hers.page.locator('.message-edit').getByRole('button', { name: 'Cancel' }).click();
  await hers.page.locator('.toast', { hasText: 'discarded' }).getByRole('button', { name: 'Undo' }).click();
  await eventually(() => field.inputValue(), 'With bread');
  // If the message was edited elsewhere meanwhile, the new text is shown before it is overwritten.
  await mia.patch(`/messages/${await his.message('With bred').getAttribute('data-id')}`, { content: 'With rye' });
  await field.press('Control+Enter');
  await hers.page.getByRole('alert').getByText('edited elsewhere').waitFor();
  await hers.page.locator('.message-edit').getByText('With rye', { exact: true }).waitFor();
  await field.press('Control+Enter');
  await his.message('With bread').waitFor();
  await hers.message('With bread').waitFor();
  await hers.page.locator('article:focus').waitFor();
  const choose = async (name: string) => {
    await hers.message('With bread').hover();
    await hers.message('With bread').getByRole('button', { name: 'Message actions' }).click();
    await hers.page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('View history');
  await hers.page.getByRole('dialog', { name: 'Message history' }).getByText('bred').first().waitFor();
  await assertAccessible(hers.page, 'the history of a message');
  await hers.page.keyboard.press('Escape');
  await choose('Move');
  const move = hers.page.getByRole('dialog', { name: 'Move messages' });
  await move.getByLabel('Channel', { exact: true }).selectOption({ label: 'garden' });
  await move.getByLabel('Topic', { exact: true }).fill('picnic');
  await move.getByLabel('Only this message').check();
  await assertAccessible(hers.page, 'moving');
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await his.message('With bread').waitFor({ state: 'detached' });
  await hers.page.getByRole('heading', { level: 1, name: 'picnic' }).waitFor();
  await hers.message('With bread').waitFor();
  assert.equal(app.channels.named('garden')!.id, (await lastOf(mia)).stream_id);
  app.db.write(() => app.realm.set('can_delete_own_message_group', app.groups.named('role:everyone')!.id));
  await choose('Delete');
  const sure = hers.page.getByRole('dialog', { name: 'Delete this message?' });
  await sure.getByRole('button', { name: 'Delete' }).click();
  await hers.message('With bread').waitFor({ state: 'detached' });
  await hers.close();
  await his.close();
});

test('a moved message is shown in its new topic before the event of the move arrives', async () => {
  const { ada, mia, lunch } = await kitchen();
  const held = Promise.withResolvers<void>();
  const { page, say, message, close } = await windowOf(mia, lunch);
  await message('Soup today').waitFor();
  await say('With bread');
  const moving = message('With bread');
  await moving.waitFor();
  await page.route('**/json/events?*', (route) => held.promise.then(() => route.continue()));
  // The current poll is not held back. This message ends it.
  const next = page.waitForRequest('**/json/events?*');
  await ada.say('kitchen', 'lunch', 'Cake tomorrow');
  await next;
  await moving.hover();
  await moving.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Move messages' });
  await dialog.getByLabel('Topic', { exact: true }).fill('picnic');
  await dialog.getByLabel('Only this message').check();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const heading = page.getByRole('heading', { level: 1, name: 'picnic' });
  await heading.waitFor();
  held.resolve();
  await message('With bread').waitFor();
  await heading.waitFor();
  await close();
});

test('users, channels with topics, emoji and commands are completed with the keyboard', async () => {
  const { mia, max, lunch } = await kitchen();
  const { page, message, close } = await windowOf(mia, lunch);
  await message('Soup today').waitFor();
  await page.getByRole('button', { name: 'Emoji', exact: true }).waitFor();
  const box = page.locator('#compose-text');
  const suggested = (name: string | RegExp) =>
    page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name });
  await box.focus();
  await page.keyboard.type('@ma');
  await suggested('Max').waitFor();
  await eventually(() => box.getAttribute('role'), 'combobox');
  await eventually(
    async () => page.locator(`#${await box.getAttribute('aria-activedescendant')}[aria-selected=true]`).count(),
    1,
  );
  await assertAccessible(page, 'suggestions');
  await page.keyboard.press('Enter');
  await written(page, '@**Max** ');
  await page.keyboard.type('see #kit');
  await suggested(/kitchen/).waitFor();
  await page.keyboard.type('>lu');
  await suggested(/lunch/).waitFor();
  await page.keyboard.press('Tab');
  await written(page, '@**Max** see #**kitchen>lunch** ');
  await page.keyboard.type(':tada');
  await suggested(':tada:').waitFor();
  await page.keyboard.press('Enter');
  await written(page, '@**Max** see #**kitchen>lunch** :tada: ');
  await page.keyboard.type('@al');
  await suggested(/all/).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor({ state: 'hidden' });
  await eventually(
    () => page.evaluate(() => document.activeElement?.id),
    'compose-text',
    'Escape closes the list alone',
  );
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+B');
  await eventually(() => box.inputValue(), /^\*\*@.*@al\*\*$/);
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('/dar');
  await suggested(/dark/).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  assert.equal((await lastOf(max)).content, 'Soup today', 'nothing was sent');
  await close();
});

test('a menu accepts no click before it is positioned', async () => {
  const { mia, lunch } = await kitchen();
  const held = Promise.withResolvers<void>();
  const { page, message, close } = await windowOf(mia, lunch, {
    before: (page) => page.route('**/floating-*.js', (route) => held.promise.then(() => route.continue())),
  });
  await message('Soup today').waitFor();
  await page.getByRole('button', { name: 'Insert' }).click();
  const poll = page.getByRole('menuitem', { name: 'Poll' });
  await poll.waitFor();
  const takesClick = () =>
    poll.evaluate((item) => {
      const { left, top } = item.getBoundingClientRect();
      return item.contains(document.elementFromPoint(left + 9, top + 9));
    });
  assert.equal(await takesClick(), false);
  held.resolve();
  await eventually(takesClick, true);
  await poll.click();
  await page.getByRole('dialog', { name: 'New poll' }).waitFor();
  await close();
});

test('two users answer a poll, one adds an option, and a to-do list is completed', async () => {
  const { mia, max, lunch } = await kitchen();
  const [hers, his] = await Promise.all([windowOf(mia, lunch), windowOf(max, lunch)]);
  await hers.page.getByRole('button', { name: 'Insert' }).click();
  await hers.page.getByRole('menuitem', { name: 'Poll' }).click();
  const dialog = hers.page.getByRole('dialog', { name: 'New poll' });
  await dialog.getByLabel('Question').fill('Dessert?');
  await dialog.getByRole('textbox', { name: 'Option 1' }).fill('Cake');
  await dialog.getByRole('textbox', { name: 'Option 2' }).fill('Fruit');
  await assertAccessible(hers.page, 'a new poll');
  await dialog.getByRole('button', { name: 'Send poll' }).click();
  await hers.page.getByRole('button', { name: 'Cake: 0 votes' }).click();
  await his.page.getByRole('button', { name: 'Cake: 1 vote' }).click();
  await his.page.getByRole('button', { name: 'Cake: 2 votes' }).waitFor();
  await his.page.getByRole('textbox', { name: 'Add option' }).fill('Ice');
  await his.page.getByRole('button', { name: 'Add', exact: true }).click();
  await hers.page.getByRole('button', { name: 'Ice: 1 vote' }).click();
  await his.page.getByRole('button', { name: 'Ice: 2 votes' }).waitFor();
  assert.equal(
    await his.page.getByRole('button', { name: 'Edit Question' }).count(),
    0,
    'the question is its author’s',
  );
  await hers.page.getByRole('button', { name: 'Edit Question' }).click();
  await hers.page.getByRole('textbox', { name: 'Question' }).fill('Sweets?');
  await hers.page.keyboard.press('Enter');
  await his.page.getByRole('heading', { name: 'Sweets?' }).waitFor();
  await hers.say('/todo Shopping\nCake: with cherries');
  const task = his.page.getByRole('checkbox', { name: /Cake/ });
  const filled = () =>
    task.evaluate((box) => getComputedStyle(box).backgroundColor === getComputedStyle(box).accentColor);
  await task.waitFor();
  await his.page.emulateMedia({ colorScheme: 'dark' });
  const paper = await his.page.evaluate(() => getComputedStyle(document.querySelector('.widget')!).backgroundColor);
  await eventually(
    () => task.evaluate((box) => getComputedStyle(box).backgroundColor),
    paper,
    'what is not done looks empty in the dark, too',
  );
  await task.check();
  await eventually(filled, true);
  await hers.page.locator('.task-done').waitFor();
  await assertAccessible(his.page, 'a poll and a list');
  await hers.close();
  await his.close();
});
