import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNREACHABLE } from '../support/browser.ts';
import { CuttableConnection } from '../support/connection.ts';
import { png } from '../support/images.ts';
import type { TestUser } from '../support/team.ts';
import { eventually, openWindow, unreachableNotice, unreadCount, type Window } from './client.ts';
import { kitchenTeam } from './teams.ts';

const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const box = ({ page }: Window) => page.locator('#compose-text');
const isWriting = (window: Window) => box(window).evaluate((field) => document.activeElement === field);

/** The number of unread messages in the window is the server's. */
async function assertUnread(window: Window, person: TestUser, wanted: number): Promise<void> {
  await eventually(() => unreadCount(window.page), wanted, 'unread in the window');
  await eventually(async () => (await person.post('/register')).unread_msgs.count, wanted, 'unread on the server');
}

test('two users work together for a day, one at a desk and one with a phone that is offline for a while', async () => {
  const { ada, mia, max, lunch } = await kitchenTeam();
  await ada.patch('/realm', { jitsi_server_url: 'https://meet.example.org' });
  for (const person of [mia, max]) await person.post('/mark_all_as_read');
  const connection = await CuttableConnection.to(await max.team.url);
  const desk = await openWindow(mia, lunch, DESK);
  const phone = await openWindow(max, '#inbox', { ...PHONE, connection });
  for (const { context } of [desk, phone])
    await context.route('https://meet.example.org/**', (route) => route.fulfill({ body: 'Meeting' }));

  // Write: the phone shows one unread message, and the keyboards stay open.
  await desk.message('Soup today').waitFor();
  await box(desk).click();
  await desk.page.keyboard.type('Who brings bread?');
  await desk.page.keyboard.press('Control+Enter');
  await assertUnread(phone, max, 1);
  await phone.page.getByRole('link', { name: /lunch/ }).first().tap();
  await phone.message('Who brings bread?').waitFor();
  await assertUnread(phone, max, 0);
  await box(phone).tap();
  await phone.page.keyboard.type('I bring some');
  await desk.page.getByText('Max is typing').waitFor();
  await phone.page.getByRole('button', { name: 'Send', exact: true }).tap();
  await desk.message('I bring some').waitFor();
  await desk.page.getByText('Max is typing').waitFor({ state: 'detached' });
  assert.deepEqual([await isWriting(desk), await isWriting(phone)], [true, true]);

  // Edit, and go on writing.
  await desk.page.keyboard.press('ArrowUp');
  const edit = desk.page.getByRole('textbox', { name: 'Edit message' });
  await eventually(() => edit.inputValue(), 'Who brings bread?');
  await edit.fill('Who brings rye bread?');
  await desk.page.keyboard.press('Control+Enter');
  await phone.message('rye bread').getByText('edited').waitFor();
  await eventually(() => isWriting(desk), true);

  // React.
  await phone.message('rye bread').locator('p').tap();
  await phone.message('rye bread').getByRole('button', { name: 'Add reaction' }).tap();
  await phone.page.getByRole('option', { name: 'heart', exact: true }).first().tap();
  await desk.message('rye bread').getByRole('button', { name: 'heart: Max' }).waitFor();
  await desk.message('rye bread').getByRole('button', { name: 'heart: Max' }).click();
  await phone
    .message('rye bread')
    .getByRole('button', { name: /^heart: (you|Mia) and / })
    .waitFor();

  // Upload; the back button of the phone closes the picture.
  await desk.page.locator('.bar input[type=file]').setInputFiles([
    { name: 'menu.png', mimeType: 'image/png', buffer: await png(300, 200) },
    { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('soup,3') },
  ]);
  await desk.page.locator('.compose button.chip-body').nth(1).waitFor();
  await box(desk).click();
  await desk.page.keyboard.type('Today we have');
  await desk.page.keyboard.press('Control+Enter');
  await phone.message('Today we have').getByRole('link', { name: 'prices.csv' }).waitFor();
  await phone.message('Today we have').locator('.message_inline_image a').tap();
  await phone.page.getByRole('dialog', { name: 'menu.png' }).waitFor();
  await phone.page.goBack();
  await phone.page.getByRole('dialog', { name: 'menu.png' }).waitFor({ state: 'detached' });
  await phone.page.getByRole('heading', { level: 1, name: 'lunch' }).waitFor();

  // Search, and return to the conversation.
  await phone.page.locator('.bottom-bar').getByRole('button', { name: 'Search' }).tap();
  await phone.page.keyboard.type('bread');
  await phone.page.keyboard.press('Enter');
  await phone.page.getByText('1 result').waitFor();
  await eventually(() => phone.page.locator('article .highlight').allTextContents(), ['bread']);
  await phone.page.getByRole('button', { name: 'Back', exact: true }).tap();
  await phone.message('Today we have').waitFor();
  await eventually(() => phone.page.locator('article .highlight').count(), 0);

  // Call.
  await desk.go(`#narrow/dm/${max.id}`);
  await desk.page.getByRole('button', { name: 'Insert' }).click();
  await desk.page.getByRole('menuitem', { name: 'Start a call' }).click();
  const meeting = phone.context.waitForEvent('page');
  await phone.page.getByRole('dialog', { name: 'Mia is calling you' }).getByRole('link', { name: 'Join' }).tap();
  await (await meeting).close();
  await desk.page.getByText('Max joined the call.').waitFor();
  const own = desk.context.waitForEvent('page');
  await desk.page.getByRole('dialog', { name: 'Join video call' }).getByRole('link', { name: 'Join' }).click();
  await (await own).close();
  for (const { page } of [desk, phone]) await eventually(() => page.locator('.call').count(), 0);
  await assertUnread(phone, max, 0);
  const focused = () => desk.page.evaluate(() => document.activeElement?.localName);
  assert.notEqual(await focused(), 'body', 'the focus is not lost');

  // Be offline: the phone keeps what is written, while others write.
  connection.cut();
  await unreachableNotice(phone.page).waitFor();
  await box(phone).tap();
  await phone.page.keyboard.type('On my way');
  await phone.page.getByRole('button', { name: 'Send', exact: true }).tap();
  await phone.page.getByText('Will be sent automatically.').waitFor();
  await desk.go(lunch);
  for (const text of ['Where are you?', 'We begin']) await desk.send(text);
  await desk.message('We begin').waitFor();
  await mia.sendDirectMessage([max], 'Are you there?');
  assert.equal(await phone.message('We begin').count(), 0);

  // Come back: everything arrives once, and the unread messages are those not seen.
  connection.restore();
  await desk.message('On my way').waitFor();
  await phone.message('We begin').waitFor();
  await unreachableNotice(phone.page).waitFor({ state: 'detached' });
  for (const window of [desk, phone]) await eventually(() => window.message('On my way').count(), 1);
  await assertUnread(phone, max, 1);
  // The bar at the bottom is there again when the keyboard is closed.
  await box(phone).blur();
  await phone.page.getByRole('link', { name: 'DMs' }).tap();
  await phone.page.locator('.main').getByRole('link', { name: /Mia/ }).first().tap();
  await phone.message('Are you there?').waitFor();
  await assertUnread(phone, max, 0);
  await assertUnread(desk, mia, 0);
  assert.equal(await box(desk).inputValue(), '');
  await desk.close();
  await phone.close(UNREACHABLE);
});
