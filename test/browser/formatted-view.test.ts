import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessibleInBothThemes, eventually, openWindow, waitForComposeText } from './client.ts';
import { emptyKitchenTeam } from './teams.ts';

async function turnOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Formatting', exact: true }).click();
  await page.getByRole('button', { name: 'Show formatting while writing' }).click();
}

/** The texts that the view shows in a style. */
const shownAs = (page: Page, style: string) => page.locator(`.formatted-view .in-${style}`).allTextContents();

const LONG = [
  'Please **water the tomatoes** and *all of the basil* before `nine o’clock`, or ~~the leeks~~ see [it](/plan).',
  '',
  '> @**Mia** wrote that **everything, and really *everything* that grows,** needs water twice a day in this heat',
  '- a *rather long* item with https://example.com/a/long/address?that=goes&on=and#on and a :tomato: at the end',
  '```js\nconst code = "is **not** formatted, however long the line is, and wraps like any other text in a field";\n```',
  'مرحبا **بالجميع** هل أنتم مستعدون',
].join('\n');

/** The view ends its lines where the field does, so both are equally high. A field has a whole height. */
const isEquallyHigh = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector<HTMLTextAreaElement>('#compose-text')!;
    field.style.height = '0';
    const height = field.scrollHeight;
    field.style.height = `${height}px`;
    const { height: shown } = document.querySelector('.formatted-view > div')!.getBoundingClientRect();
    return Math.abs(height - shown) <= 1;
  });

test('the formatted view shows bold text as bold, and the text that is sent stays Markdown', async () => {
  const { mia, topic } = await emptyKitchenTeam();
  const { page, message, close } = await openWindow(mia, topic('lunch'));
  const box = page.locator('#compose-text');
  await box.fill('Some **cream** and');
  await turnOn(page);
  await eventually(() => shownAs(page, 'bold'), ['cream']);
  await box.focus();
  await page.keyboard.press('End');
  await box.pressSequentially(' *salt*');
  await eventually(() => shownAs(page, 'italic'), ['salt']);
  // Undo, formatting by key and completion work as in the plain field.
  await page.keyboard.press('Control+Z');
  await eventually(() => box.inputValue(), /^Some \*\*cream\*\* and/);
  await box.fill('Ask @ma');
  await page.getByRole('option', { name: 'Max' }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => shownAs(page, 'mention'), ['Max']);
  await page.keyboard.press('Control+B');
  await page.keyboard.type('now');
  await eventually(() => shownAs(page, 'bold'), ['now']);
  await waitForComposeText(page, 'Ask @**Max** **now**');
  await assertAccessibleInBothThemes(page, 'the formatted view');
  await box.press('Control+Enter');
  await message('Ask @Max now').locator('strong').getByText('now').waitFor();
  await eventually(() => page.locator('.formatted-view').textContent(), '', 'nothing is left of a sent text');

  // Edits of messages have the view too, and the browser remembers it.
  await page.reload();
  await message('Ask @Max now').waitFor();
  // The view comes with a later script.
  await page.locator('.formatted-view').waitFor();
  await box.press('ArrowUp');
  const edit = page.getByRole('textbox', { name: 'Edit message' });
  await edit.waitFor();
  await eventually(() => page.locator('.message-edit .in-bold').allTextContents(), ['now']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show formatting while writing' }).click();
  await eventually(() => page.locator('.formatted-view').count(), 0);
  await close();
});

test('each line of the formatted view ends where it ends in the field, at any width', async () => {
  const { mia, topic } = await emptyKitchenTeam();
  const { page, close } = await openWindow(mia, topic('lunch'));
  await page.locator('#compose-text').fill(LONG);
  await turnOn(page);
  await eventually(() => shownAs(page, 'italic'), ['all of the basil', 'everything', 'rather long']);
  for (const width of [1440, 1024, 900, 613, 390, 360]) {
    await page.setViewportSize({ width, height: 1200 });
    await eventually(() => isEquallyHigh(page), true, `at ${width} pixels`);
  }
  // No style changes the width of a piece of text.
  const differences = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.formatted-view span')].flatMap((piece) => {
      const { width } = piece.getBoundingClientRect();
      const name = piece.className;
      piece.className = '';
      const plain = piece.getBoundingClientRect().width;
      piece.className = name;
      return Math.abs(width - plain) < 0.6 ? [] : [`${name} ${piece.textContent}: ${width}, not ${plain}`];
    }),
  );
  assert.deepEqual(differences, []);
  await close();
});

test('the formatted view follows a long text that scrolls, and drafts of other conversations', async () => {
  const { mia, topic } = await emptyKitchenTeam();
  const { page, go, close } = await openWindow(mia, topic('lunch'));
  const box = page.locator('#compose-text');
  await turnOn(page);
  await box.fill(`${'line\n'.repeat(100)}**last**`);
  await eventually(() => shownAs(page, 'bold'), ['last']);
  await box.focus();
  await page.keyboard.press('Control+End');
  const isVisible = () =>
    page.evaluate(() => {
      const shown = document.querySelector('.formatted-view .in-bold')!.getBoundingClientRect();
      const field = document.querySelector('#compose-text')!.getBoundingClientRect();
      return shown.top >= field.top && shown.bottom <= field.bottom;
    });
  await eventually(isVisible, true);
  await go(topic('dinner'));
  await eventually(() => page.locator('.formatted-view').textContent(), '');
  await go(topic('lunch'));
  await eventually(() => shownAs(page, 'bold'), ['last']);
  await close();
});
