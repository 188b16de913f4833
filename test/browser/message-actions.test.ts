import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, chip, eventually, openWindow, waitForRender } from './client.ts';
import { gardenTeam } from './teams.ts';

async function kitchen() {
  const team = await gardenTeam();
  const { ada, max } = team;
  await ada.sendMessage('kitchen', 'lunch', 'With bread');
  await max.sendMessage('kitchen', 'lunch', 'Thanks');
  return team;
}

test('a message offers the three most used reactions, a quotation, all emoji and a menu with the rest', async () => {
  const { ada, mia, soup, lunch } = await kitchen();
  const { page, message, close } = await openWindow(mia, lunch);
  const tools = message('Soup today').locator('.message-tools');
  const offered = () =>
    tools
      .locator('button')
      .evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).clipPath === 'none').map((one) => one.getAttribute('aria-label')),
      );
  await message('Soup today').hover();
  await eventually(offered, [
    'React with +1',
    'React with heart',
    'React with tada',
    'Quote and reply',
    'Add reaction',
    'Message actions',
  ]);
  await assertAccessibleInBothThemes(page, 'message actions', '.feed');
  await tools.getByRole('button', { name: 'React with tada' }).click();
  await message('Soup today').getByRole('button', { name: 'tada: you' }).waitFor();
  await tools.getByRole('button', { name: 'Quote and reply' }).click();
  await chip(page, /Ada.*Soup today/).waitFor();
  await tools.getByRole('button', { name: 'Add reaction' }).click();
  await page
    .getByRole('textbox', { name: 'Find an emoji' })
    .or(page.getByRole('combobox', { name: 'Find an emoji' }))
    .fill('soon');
  await page.keyboard.press('Enter');
  await eventually(async () => (await ada.get(`/messages/${soup}`)).message.reactions.length, 2);
  await page.reload();
  await message('Soup today').hover();
  await eventually(async () => (await offered())[0], /tada|soon/, 'what the user used comes first');
  await close();
});

test('a double click beside the words of a message opens the reaction picker, and one on a word selects it', async () => {
  const { mia, lunch } = await kitchen();
  const { page, message, close } = await openWindow(mia, lunch);
  const text = message('Soup today').locator('.rendered p');
  await text.dblclick({ position: { x: 8, y: 10 } });
  await eventually(() => page.evaluate(() => getSelection()?.toString().trim()), 'Soup');
  assert.equal(await page.getByRole('dialog', { name: 'Add reaction' }).count(), 0);
  const { width } = (await text.boundingBox())!;
  await text.dblclick({ position: { x: width - 200, y: 10 } });
  await page.getByRole('dialog', { name: 'Add reaction' }).waitFor();
  await page.getByRole('option', { name: 'heart', exact: true }).first().click();
  await message('Soup today').getByRole('button', { name: 'heart: you' }).waitFor();
  await close();
});

test('messages of one author are 3 pixels apart, and those of different authors 14 pixels', async () => {
  const { mia, lunch } = await kitchen();
  const { message, close } = await openWindow(mia, lunch);
  const box = async (text: string, part: string) => (await message(text).locator(part).first().boundingBox())!;
  await message('Thanks').waitFor();
  const gap = async (above: string, below: string, part: string) => {
    const { y, height } = await box(above, '.message-body');
    return Math.round((await box(below, part)).y - y - height);
  };
  assert.equal(await gap('Soup today', 'With bread', '.message-body'), 3);
  assert.equal(await gap('With bread', 'Thanks', '.message-body'), 14);
  await close();
});

test('the time of a message keeps its whole target above a mention, in fonts of any height', async () => {
  const { mia, max } = await kitchen();
  await max.sendDirectMessage([mia], '@**Mia** '.repeat(9));
  const { page, message, close } = await openWindow(mia, `#narrow/dm/${max.id}`);
  const time = message('@Mia').locator('.message-time');
  await time.waitFor();
  // As in DejaVu Sans, Noto Sans, Noto Sans CJK, and fonts of scripts with marks above and below the letters.
  for (const [ascent, descent] of [
    [93, 24],
    [107, 30],
    [116, 29],
    [140, 60],
    [180, 90],
  ] as const) {
    await page.evaluate(
      async ([above, below]) => {
        const metrics = { ascentOverride: `${above}%`, descentOverride: `${below}%` };
        const font = await new FontFace(`high ${above}`, 'local("DejaVu Sans")', metrics).load();
        document.fonts.add(font);
        document.documentElement.style.setProperty('--font', `"high ${above}"`);
      },
      [ascent, descent] as const,
    );
    await waitForRender(page);
    const free = await time.evaluate((link) => {
      const { left, width, top, height } = link.getBoundingClientRect();
      const isFree = (y: number) => link.contains(document.elementFromPoint(left + width / 2, top + y));
      return Array.from({ length: Math.floor(height) }, (_, y) => isFree(y + 0.5)).filter(Boolean).length;
    });
    assert.ok(free >= 24, `${free} pixels are free in a font of ${ascent} and ${descent} percent`);
  }
  await close();
});

test('users without a picture have initials in a color, and a group shows two overlapping faces', async () => {
  const { ada, mia, max, lunch } = await kitchen();
  await max.sendDirectMessage([mia, ada], 'We three');
  const { page, message, close } = await openWindow(mia, lunch);
  const getColor = (text: string) =>
    message(text)
      .locator('.avatar')
      .evaluate((face) => [face.textContent, getComputedStyle(face).backgroundColor]);
  await message('Thanks').waitFor();
  const [ofAda, ofMax] = [await getColor('Soup today'), await getColor('Thanks')];
  assert.equal(ofAda[0], 'A');
  assert.equal(ofMax[0], 'M');
  assert.notEqual(ofAda[1], ofMax[1]);
  await eventually(() => page.locator('.sidebar .group-faces .avatar').allTextContents(), ['A', 'M']);
  await assertAccessibleInBothThemes(page, 'initials');
  await close();
});

test('a list of topics shows a line of the newest message of each, also of old and new ones', async () => {
  const { ada, max, mia, channel } = await kitchen();
  await ada.sendMessage('kitchen', 'dinner', 'What is for dinner?');
  const { page, close } = await openWindow(mia, `#topics/channel/${channel}-kitchen`);
  const previews = () =>
    page
      .locator('.recent-preview')
      .allTextContents()
      .then((all) => all.slice(0, 2));
  await eventually(previews, ['Ada: What is for dinner?', 'Max: Thanks']);
  const fish = await max.sendMessage('kitchen', 'lunch', 'Fish');
  await eventually(previews, ['Max: Fish', 'Ada: What is for dinner?']);
  await max.patch(`/messages/${fish}`, { content: 'Fish and chips' });
  await eventually(previews, ['Max: Fish and chips', 'Ada: What is for dinner?']);
  await assertAccessibleInBothThemes(page, 'topics with previews');
  await close();
});

test('recent conversations show a line of the newest message, also after an edit', async () => {
  const { ada, mia, max } = await kitchen();
  const psst = await max.sendDirectMessage([mia], 'Are you **there**?');
  await ada.sendDirectMessage([mia, max], 'We three');
  const { page, go, close } = await openWindow(mia, '#recent');
  const previews = () => page.locator('.recent-preview').allTextContents();
  await eventually(async () => (await previews()).slice(0, 3), ['Ada: We three', 'Are you there?', 'Max: Thanks']);
  await max.patch(`/messages/${psst}`, { content: 'Where are you?' });
  await eventually(async () => (await previews())[1], 'Where are you?');
  await assertAccessibleInBothThemes(page, 'previews');
  await go('#narrow/is/dm/view/list');
  await eventually(previews, ['Ada: We three', 'Where are you?']);
  await mia.post(`/users/me/muted_users/${max.id}`);
  await eventually(async () => (await previews()).some((text) => text.includes('Where')), false, 'of a muted user');
  await close();
});
