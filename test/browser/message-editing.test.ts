import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, eventually, holdEvents, openWindow, waitForComposeText, waitForRender } from './client.ts';
import { gardenTeam } from './teams.ts';

const lastMessage = async (person: Awaited<ReturnType<typeof gardenTeam>>['mia']) =>
  (await person.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false })).messages.at(
    -1,
  );

test('a message is edited by keyboard, moved with its topic, and deleted after a confirmation', async () => {
  const { mia, max, lunch, app } = await gardenTeam();
  const [hers, his] = await Promise.all([openWindow(mia, lunch), openWindow(max, lunch)]);
  await hers.message('Soup today').waitFor();
  await hers.send('With bred');
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
  await hers.page.locator('#compose-text:focus').waitFor();
  await hers.message('With bred').focus();
  await hers.page.keyboard.press('e');
  await hers.page.getByText('your unsaved changes').waitFor();
  await eventually(() => field.inputValue(), 'With bread');
  await hers.page.locator('.message-edit').getByRole('button', { name: 'Cancel' }).click();
  await hers.page.locator('.toast', { hasText: 'discarded' }).getByRole('button', { name: 'Undo' }).click();
  await eventually(() => field.inputValue(), 'With bread');
  // If the message is edited elsewhere meanwhile, the new text is shown before it is overwritten.
  await mia.patch(`/messages/${await his.message('With bred').getAttribute('data-id')}`, { content: 'With rye' });
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
  await move.getByRole('combobox', { name: 'Topic' }).fill('picnic');
  await move.getByLabel('Only this message').check();
  await assertAccessible(hers.page, 'moving');
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await his.message('With bread').waitFor({ state: 'detached' });
  await hers.page.getByRole('heading', { level: 1, name: 'picnic' }).waitFor();
  await hers.message('With bread').waitFor();
  assert.equal(app.channels.named('garden')!.id, (await lastMessage(mia)).stream_id);
  app.db.write(() => app.realm.set('can_delete_own_message_group', app.groups.named('role:everyone')!.id));
  await choose('Delete');
  const sure = hers.page.getByRole('dialog', { name: 'Delete this message?' });
  await sure.getByRole('button', { name: 'Delete' }).click();
  await hers.message('With bread').waitFor({ state: 'detached' });
  await hers.close();
  await his.close();
});

test('an edit form without changes shows a newer text, and one with changes returns with a warning', async () => {
  const { mia, lunch } = await gardenTeam();
  const { page, send, message, close } = await openWindow(mia, lunch);
  await message('Soup today').waitFor();
  await send('With bread');
  await message('With bread').waitFor();
  const { id } = await lastMessage(mia);
  const isOutdated = page.getByRole('alert').getByText('edited elsewhere');
  await page.getByRole('textbox', { name: 'Message', exact: true }).press('ArrowUp');
  const field = page.getByRole('textbox', { name: 'Edit message' });
  await eventually(() => field.inputValue(), 'With bread');
  await mia.patch(`/messages/${id}`, { content: 'With rye' });
  await eventually(() => field.inputValue(), 'With rye');
  assert.equal(await isOutdated.count(), 0);
  await field.fill('With rye bread');
  await field.press('Control+Enter');
  await message('With rye bread').waitFor();
  await page.locator('#compose-text:focus').waitFor();
  await page.keyboard.press('ArrowUp');
  await eventually(() => field.inputValue(), 'With rye bread');
  await field.fill('With rye and butter');
  await field.press('Escape');
  await mia.patch(`/messages/${id}`, { content: 'With spelt' });
  await message('With spelt').focus();
  await page.keyboard.press('e');
  await isOutdated.waitFor();
  await eventually(() => field.inputValue(), 'With rye and butter');
  // The same text from elsewhere leaves nothing to save.
  await mia.patch(`/messages/${id}`, { content: 'With rye and butter' });
  await isOutdated.waitFor({ state: 'detached' });
  await field.press('Control+Enter');
  await field.waitFor({ state: 'detached' });
  await page.locator('article:focus').waitFor();
  // A text that is saved slowly does not take the focus from where the user writes meanwhile.
  const answered = Promise.withResolvers<void>();
  await page.route(new RegExp(`/messages/${id}$`), async (route) => {
    if (route.request().method() === 'PATCH') await answered.promise;
    await route.continue();
  });
  await page.keyboard.press('e');
  await field.fill('With rye and cheese');
  await field.press('Control+Enter');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Who brings');
  answered.resolve();
  await field.waitFor({ state: 'detached' });
  await waitForRender(page);
  await page.keyboard.type(' it?');
  await waitForComposeText(page, 'Who brings it?');
  await close();
});

test('a moved message is shown in its new topic before the event of the move arrives', async () => {
  const { mia, lunch } = await gardenTeam();
  const { page, send, message, close } = await openWindow(mia, lunch);
  await message('Soup today').waitFor();
  await send('With bread');
  const moving = message('With bread');
  await moving.waitFor();
  const events = await holdEvents(page);
  await moving.hover();
  await moving.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Move messages' });
  await dialog.getByRole('combobox', { name: 'Topic' }).fill('picnic');
  await dialog.getByLabel('Only this message').check();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const heading = page.getByRole('heading', { level: 1, name: 'picnic' });
  await heading.waitFor();
  events.release();
  await message('With bread').waitFor();
  await heading.waitFor();
  await close();
});
