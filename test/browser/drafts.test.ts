import { test } from 'node:test';
import { assertAccessible, eventually, goTo, intercept, openWindow, waitForComposeText } from './client.ts';
import { emptyKitchenTeam } from './teams.ts';

test('two windows of one browser never lose each other’s drafts or failed messages', async () => {
  const { mia, max, topic } = await emptyKitchenTeam();
  await max.sendMessage('kitchen', 'lunch', 'Who brings what?');
  await mia.patch('/settings', { enable_drafts_synchronization: false });
  const { page, context, close, message, send } = await openWindow(mia, topic('lunch'));
  await message('Who brings what?').waitFor();
  const other = await context.newPage();
  await other.goto(page.url().replace('lunch', 'supper'));
  await other.locator('#compose-text').fill('Cheese for supper');
  await page.locator('#compose-text').fill('Bread for lunch');
  await other.getByRole('link', { name: /Later/ }).waitFor();
  await goTo(page, topic('supper'));
  await waitForComposeText(page, 'Cheese for supper');
  await page.reload();
  await waitForComposeText(page, 'Cheese for supper');
  await page.goBack();
  await waitForComposeText(page, 'Bread for lunch');

  const rejecting = await intercept(page, '**/json/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not now' } })
      : route.continue(),
  );
  await send('Bread for lunch');
  const unsent = (at: typeof page) => at.locator('.message-failed', { hasText: 'Bread for lunch' });
  await unsent(page).waitFor();
  await other.getByRole('button', { name: 'Send', exact: true }).click();
  await other.locator('article[data-id]', { hasText: 'Cheese for supper' }).waitFor();
  // A user who left the conversation is notified too, and finds the message among the drafts.
  await send('Butter for lunch');
  await page.locator('.message-failed', { hasText: 'Butter' }).waitFor();
  await goTo(page, topic('supper'));
  await page.getByRole('link', { name: 'Later 2 messages weren’t sent' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Butter for lunch' }).filter({ hasText: 'Not now' });
  await row.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Your message to #kitchen › lunch wasn’t sent.').waitFor();
  await row.getByRole('button', { name: 'Discard' }).click();
  await row.waitFor({ state: 'detached' });
  rejecting.stop();
  await goTo(page, topic('lunch'));
  await page.reload();
  await unsent(page).waitFor();
  await goTo(other, topic('lunch'));
  await unsent(other).getByRole('button', { name: 'Try again' }).click();
  await message('Bread for lunch').waitFor();
  await unsent(page).waitFor({ state: 'detached' });
  await close();
});

test('a draft moves with its topic, and the keyboard continues at the linked or previous message', async () => {
  const { ada, mia, max, topic } = await emptyKitchenTeam();
  const first = await max.sendMessage('kitchen', 'lunch', 'Soup');
  await max.sendMessage('kitchen', 'lunch', 'With leek');
  await max.sendMessage('kitchen', 'lunch', 'With cream');
  const { page, go, message, close } = await openWindow(mia, topic('lunch'));
  const box = page.locator('#compose-text');
  const selected = (text: string) => page.locator('article:focus', { hasText: text }).waitFor();
  await message('With cream').waitFor();
  await page.getByRole('button', { name: 'Emoji', exact: true }).waitFor();
  // Users who write in this conversation are suggested before other subscribers.
  await box.pressSequentially('@');
  await eventually(async () => (await page.locator('.completion-name').first().textContent()) ?? '', 'Max');
  await page.keyboard.press('Enter');
  await waitForComposeText(page, '@**Max** ');
  await page.keyboard.type('more salt');
  await page.keyboard.press('Home');
  await ada.patch(`/messages/${first}`, { topic: 'dinner', propagate_mode: 'change_all' });
  await page.getByRole('heading', { level: 1, name: 'dinner', exact: true }).waitFor();
  await page.keyboard.type('Hey ');
  await waitForComposeText(page, 'Hey @**Max** more salt');
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
  await waitForComposeText(page, 'And for supper?');
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

test('drafts are kept after a reload, appear in another window, and may have no recipient yet', async () => {
  const { ada, mia, topic } = await emptyKitchenTeam();
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  await mia.patch('/settings', { enable_drafts_synchronization: true });
  const [one, two] = await Promise.all([openWindow(mia, topic('lunch')), openWindow(mia, '#drafts')]);
  await one.message('Soup today').waitFor();
  await two.page.getByText('No drafts').waitFor();
  await one.page.getByRole('textbox', { name: 'Message', exact: true }).fill('Is there any left');
  await two.page.getByText('Is there any left').waitFor();
  await assertAccessible(two.page, 'drafts');
  await one.page.reload();
  await waitForComposeText(one.page, 'Is there any left');
  await two.page.getByRole('link', { name: /Is there any left/ }).click();
  await waitForComposeText(two.page, 'Is there any left');
  // Also in a box that has the focus.
  await one.page.locator('#compose-text').focus();
  await two.page.getByRole('button', { name: 'Send', exact: true }).click();
  await one.message('Is there any left').waitFor();
  await waitForComposeText(one.page, '');
  await one.message('Soup today').click({ position: { x: 5, y: 5 } });
  await one.page.keyboard.press('c');
  await one.page.locator('.recipients').waitFor();
  await one.page.locator('#compose-text').fill('To whom it may concern');
  await one.page.reload();
  await one.message('Soup today').waitFor();
  await one.page.keyboard.press('c');
  await waitForComposeText(one.page, 'To whom it may concern');
  await one.close();
  await two.close();
});

test('a user removed from a channel while writing keeps the draft, and misses nothing when added again', async () => {
  const { ada, mia, max, app } = await emptyKitchenTeam();
  await ada.post('/channels/create', {
    name: 'secret',
    subscribers: [ada.id, mia.id, max.id],
    invite_only: true,
    history_public_to_subscribers: true,
  });
  await max.sendMessage('secret', 'plans', 'First');
  const place = `#narrow/channel/${app.channels.named('secret')!.id}/topic/plans`;
  const { page, message, go, close } = await openWindow(mia, place);
  await message('First').waitFor();
  await page.locator('#compose-text').fill('Half a sentence');
  await ada.delete('/users/me/subscriptions', { subscriptions: ['secret'], principals: [mia.id] });
  await page.getByText('Conversation not found').waitFor();
  await page.getByText('Your message was saved to drafts.').waitFor();
  await max.sendMessage('secret', 'plans', 'Second');
  await go('#drafts');
  await page.getByText('Half a sentence').waitFor();
  await go(place);
  await page.getByText('Conversation not found').waitFor();
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], principals: [mia.id] });
  for (const text of ['First', 'Second']) await message(text).waitFor();
  await waitForComposeText(page, 'Half a sentence');
  await ada.delete(`/streams/${app.channels.named('secret')!.id}`);
  await page.getByText('This channel is archived. You can’t send messages here.').waitFor();
  await ada.delete(`/users/${mia.id}`);
  await page.getByText('Your account or the organization was deactivated.').waitFor();
  await waitForComposeText(page, 'Half a sentence');
  await close();
});

test('opening another draft of the same conversation keeps the previous text as a draft', async () => {
  const { mia, channel } = await emptyKitchenTeam();
  await mia.patch('/settings', { enable_drafts_synchronization: true });
  const draft = (content: string, timestamp: number) => ({
    ...{ type: 'stream', to: [channel], topic: 'lunch' },
    ...{ content, timestamp },
  });
  await mia.post('/drafts', { drafts: [draft('Bread for lunch', 1), draft('Butter for lunch', 2)] });
  const { page, close } = await openWindow(mia, '#drafts');
  const link = (content: string) => page.getByRole('link', { name: new RegExp(content) });
  await link('Butter for lunch').waitFor();
  await link('Bread for lunch').click();
  await waitForComposeText(page, 'Bread for lunch');
  await goTo(page, '#drafts');
  await link('Bread for lunch').waitFor();
  await link('Butter for lunch').waitFor();
  await close();
});

test('a draft that is too long for a message is kept on the server, and opened elsewhere', async () => {
  const { mia, topic } = await emptyKitchenTeam();
  const { page, close } = await openWindow(mia, topic('lunch'));
  const long = 'Much to say. '.repeat(2000).trim();
  await page.locator('#compose-text').fill(long);
  await eventually(async () => (await mia.get('/drafts')).drafts[0]?.content, long);
  await waitForComposeText(page, long);
  const other = await openWindow(mia, topic('lunch'));
  await waitForComposeText(other.page, long);
  await other.close();
  await close();
});
