import assert from 'node:assert/strict';
import { test } from 'node:test';
import { png } from '../support/images.ts';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, openWindow, waitForComposeText } from './client.ts';

/** The first bytes of an empty sound and an empty video: enough to detect their types. */
const AUDIO = Uint8Array.from([...Buffer.from('ID3'), 3, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0]);

const VIDEO = Uint8Array.from([0, 0, 0, 24, ...Buffer.from('ftypisom'), 0, 0, 2, 0, ...Buffer.from('isommp42')]);

async function kitchenTeam() {
  const team = newTeam();
  const { ada, mia, max, app } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id, mia.id, max.id] });
  await ada.post('/channels/create', { name: 'reports', subscribers: [ada.id], invite_only: true });
  const reports = app.channels.named('reports')!.id;
  await ada.patch('/realm', { moderation_request_channel_id: reports });
  await ada.post('/user_groups/create', { name: 'cooks', description: 'Who stirs', members: [mia.id, max.id] });
  const song = await max.upload('/user_uploads', { 'song.mp3': AUDIO });
  const film = await max.upload('/user_uploads', { 'film.mp4': VIDEO });
  const channel = app.channels.named('kitchen')!.id;
  await max.sendMessage('kitchen', 'lunch', `Hear ![song](${song.url}) and see [film.mp4](${film.url})`);
  await max.sendMessage('kitchen', 'lunch', 'All @*cooks*!\n\n```spoiler Who did it\nThe gardener\n```');
  return { ...team, channel, lunch: `#narrow/channel/${channel}/topic/lunch` };
}

test('message contents open, a message is reported, a time is inserted, and an upload is canceled', async () => {
  const { ada, mia, max, lunch } = await kitchenTeam();
  const { page, context, go, message, close } = await openWindow(mia, lunch);
  const dialog = page.getByRole('dialog');
  const gone = () => dialog.waitFor({ state: 'detached' });
  const media = message('Hear');
  await media.locator('audio[controls]').waitFor();
  await media.locator('.message_inline_video video').waitFor({ state: 'attached' });
  const spoiler = message('All @cooks');
  await spoiler.getByText('The gardener').waitFor({ state: 'hidden' });
  await spoiler.getByText('Who did it').click();
  await spoiler.getByText('The gardener').waitFor();

  await spoiler.getByText('@cooks').click();
  const card = page.getByRole('dialog', { name: 'cooks' });
  await card.getByText('Who stirs').waitFor();
  await card.getByRole('link', { name: 'Max' }).waitFor();
  await assertAccessible(page, 'the card of a group', '.popover');
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });

  await spoiler.focus();
  await page.keyboard.press('i');
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await dialog.getByRole('radio', { name: 'Other' }).check();
  await dialog.getByLabel('Details').fill('It tells who did it');
  await assertAccessible(page, 'a report', '.dialog');
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByText('Message reported to the moderators').waitFor();
  const { messages } = await ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  assert.match(messages[0].content, /It tells who did it/);

  const box = page.locator('#compose-text');
  await page.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('menuitem', { name: 'Time' }).click();
  await dialog.getByLabel('Day and time').fill('2031-05-17T12:30');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await page.waitForFunction(() =>
    /<time:2031-05-17T/.test(document.querySelector<HTMLTextAreaElement>('#compose-text')!.value),
  );
  await box.fill('');

  // The server responds slowly, so that there is time to cancel.
  await context.route('**/json/user_uploads', () => {});
  await page
    .locator('.bar input[type=file]')
    .setInputFiles({ name: 'secret.txt', mimeType: 'text/plain', buffer: Buffer.from('psst') });
  const list = page.locator('.compose').getByRole('list', { name: 'Files' });
  await list.getByText('secret.txt').waitFor();
  await page.getByRole('button', { name: 'Cancel secret.txt' }).click();
  await list.waitFor({ state: 'detached' });
  await waitForComposeText(page, '');

  await go('#settings/profile');
  const picture = page.getByLabel('Your profile picture');
  await picture.waitFor({ state: 'attached' });
  await picture.setInputFiles({ name: 'not-a-picture.png', mimeType: 'image/png', buffer: Buffer.from('Leeks') });
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await gone();
  await picture.setInputFiles({ name: 'mia.png', mimeType: 'image/png', buffer: await png(64, 64) });
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByRole('button', { name: 'Change picture' }).waitFor();
  const seen = await max.get(`/users/${mia.id}`);
  assert.match(seen.user.avatar_url, /^\/user_avatars\//);
  await close();
});

test('a quote is one block with its author, its time and a way to the message', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  const soup = await max.sendMessage('kitchen', 'lunch', 'Leek soup');
  for (let at = 0; at < 40; at++) await max.sendMessage('kitchen', 'lunch', `Course ${at}`);
  const link = `${await mia.team.url}/${lunch}/near/${soup}`;
  const quote = `@_**Max|${max.id}** [said](${link}):\n\`\`\`quote\nLeek soup\n\`\`\`\nGood. See #**kitchen>lunch**`;
  await max.sendMessage('kitchen', 'lunch', `${quote}\n\n|Who|What|\n|-|-|\n|Max|Soup|`);
  await mia.post('/mark_all_as_read');
  const { page, message, close } = await openWindow(mia, lunch);
  const row = message('Good. See');
  const block = row.locator('blockquote');
  await eventually(() => block.locator('p').first().textContent(), /^Max (?!said)\S/);
  assert.equal(await row.locator('.rendered > p').first().textContent(), 'Good. See #kitchen › lunch');
  assert.equal(await block.evaluate((one) => getComputedStyle(one).borderInlineStartWidth), '3px');
  const head = row.locator('th').first();
  await eventually(() => head.evaluate((one) => getComputedStyle(one).textAlign), 'start');
  await assertAccessible(page, 'a quote', '.main');
  await block.getByText('Leek soup').click();
  await page.waitForURL((url) => url.hash.endsWith(`/near/${soup}`));
  await page.locator(`article[data-id="${soup}"]`).waitFor();
  await close();
});

const readHue = (element: HTMLElement | SVGElement) => element.style.getPropertyValue('--hue');

test('people of a small team have different colors', async () => {
  const { mia } = await kitchenTeam();
  const { page, close } = await openWindow(mia, '#user');
  const faces = page.locator('.main .avatar.name-color');
  await eventually(() => faces.count(), 6);
  const hues = await faces.evaluateAll((all) => all.map((one) => (one as HTMLElement).style.getPropertyValue('--hue')));
  assert.equal(new Set(hues).size, hues.length, hues.join());
  await close();
});

test('the bar of a quote has the color of its author', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  const soup = await max.sendMessage('kitchen', 'lunch', 'Leek soup');
  const link = `${await mia.team.url}/${lunch}/near/${soup}`;
  const quote = `@_**Max|${max.id}** [wrote](${link}):\n\`\`\`quote\nLeek soup\n\`\`\``;
  await max.sendMessage('kitchen', 'lunch', quote);
  const { page, close } = await openWindow(mia, lunch);
  const wanted = await page.locator('.feed .avatar').first().evaluate(readHue);
  await eventually(() => page.locator('blockquote.quote').evaluate(readHue), wanted);
  await close();
});

test('lines of text have a limited width and the chosen spacing, and one message has tools', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  await max.sendMessage('kitchen', 'lunch', `${'Leek and potatoes '.repeat(30)}\n\`\`\`\nlet soup = 1;\n\`\`\``);
  const { page, message, close } = await openWindow(mia, lunch, { viewport: { width: 1440, height: 900 } });
  const text = message('Leek and potatoes').locator('.rendered > p');
  const getWidth = async (one: typeof text) => Math.round((await one.boundingBox())!.width);
  const lineHeight = () => text.evaluate((one) => Math.round(Number.parseFloat(getComputedStyle(one).lineHeight)));
  assert.equal(await getWidth(text), 46 * 16);
  assert.ok((await getWidth(message('Leek and potatoes').locator('.codehilite'))) > 46 * 16);
  assert.equal(await lineHeight(), 22);
  assert.equal(await text.evaluate((one) => getComputedStyle(one).fontSize), '16px');
  await mia.patch('/settings', { web_line_height_percent: 200 });
  await eventually(lineHeight, 31);
  const shown = () =>
    page
      .locator('.message-tools')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity === '1').length);
  await message('Who did it').locator('.rendered').click();
  await eventually(shown, 1);
  await message('Leek and potatoes').hover();
  await eventually(shown, 1, 'the one under the pointer');
  await message('Leek and potatoes').getByRole('button', { name: 'Add reaction' }).click();
  await page.getByRole('dialog', { name: 'Add reaction' }).waitFor();
  await close();
});
