import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, eventually, goTo, openWindow } from './client.ts';
import { emptyKitchenTeam } from './teams.ts';

/** The usual team, where ada reads what max says in "lunch". */
async function kitchenTeam() {
  const team = await emptyKitchenTeam();
  await team.max.sendMessage('kitchen', 'lunch', 'Soup today');
  return { ...team, lunch: team.topic('lunch') };
}

/** The views, each with an element that appears once it is rendered. */
const VIEWS: readonly (readonly [hash: string, element: string])[] = [
  ['#inbox', '.empty, .inbox'],
  ['#recent', '.recent-row'],
  ['#feed', 'article[data-id]'],
  ['#drafts', '.empty'],
  ['#settings/profile', '.settings-rows'],
  ['#settings/notifications', 'main table'],
  ['#channels/all', '.channel-line'],
  ['#organization/users', '.lines'],
  ['#organization/organization-permissions', '.settings-rows'],
];

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth);

for (const [code, greeting] of [
  ['ar', 'مرحبا بالجميع (الساعة 3:30)؟'],
  ['he', 'שלום לכולם (בשעה 3:30)?'],
] as const)
  test(`every view is mirrored in the language ${code}, and nothing overflows`, async () => {
    const { ada, max, lunch } = await kitchenTeam();
    await max.sendMessage('kitchen', 'lunch', greeting);
    await ada.patch('/settings', { default_language: code });
    const { page, message, close } = await openWindow(ada, lunch);
    await message(greeting).waitFor();
    await eventually(() => page.locator('html').getAttribute('dir'), 'rtl');
    await assertAccessible(page, `${code}: the topic`);
    const send = page.locator('.compose .mirrored').first();
    assert.match(await send.evaluate((icon) => getComputedStyle(icon).transform), /^matrix\(-1, 0, 0, 1,/, 'send');
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const [hash, element] of VIEWS) {
        await goTo(page, hash);
        await page.locator(element).first().waitFor();
        await eventually(() => overflow(page), 0, `${code} ${width} ${hash}`);
      }
    }
    await assertAccessible(page, `${code}: permissions on a phone`);
    await page.setViewportSize({ width: 1440, height: 844 });
    await goTo(page, '#inbox');
    const sidebar = (await page.locator('.sidebar').boundingBox())!;
    assert.ok(sidebar.x > 720, 'the sidebar is where a line begins');
    await page.locator('.me').first().click();
    const menu = (await page.getByRole('menu').boundingBox())!;
    assert.ok(menu.x >= 0 && menu.x + menu.width <= 1440, 'the menu is on the screen');
    await page.keyboard.press('Escape');
    await close();
  });

/** The distances of an element's text from its left and its right edge, in pixels. */
const gaps = (page: Page, selector: string): Promise<[left: number, right: number]> =>
  page.evaluate((which) => {
    const element = [...document.querySelectorAll(which)].at(-1)!;
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return [text.left - box.left, box.right - text.right];
  }, selector);

/** How far a message's text is from the picture of its author, or from where that would be, in pixels. */
const distanceToAuthor = (page: Page, selector: string): Promise<number> =>
  page.evaluate((which) => {
    const element = [...document.querySelectorAll(which)].at(-1)!;
    const row = element.closest('article')!.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    return document.documentElement.dir === 'rtl' ? row.right - text.right : text.left - row.left;
  }, selector);

test('a message stays near its author in any direction, and code is written from the left', async () => {
  const { ada, lunch } = await kitchenTeam();
  const { page, message, close } = await openWindow(ada, lunch);
  const last = 'article[data-id]:last-of-type .rendered p';
  await ada.sendMessage('kitchen', 'lunch', 'مرحبا');
  await message('مرحبا').waitFor();
  assert.ok((await distanceToAuthor(page, last)) < 60, 'Arabic in an English client');
  await ada.patch('/settings', { default_language: 'ar' });
  await eventually(() => page.locator('html').getAttribute('dir'), 'rtl');
  await ada.sendMessage('kitchen', 'lunch', 'Hello');
  await message('Hello').waitFor();
  assert.ok((await distanceToAuthor(page, last)) < 60, 'English in an Arabic client');
  await ada.sendMessage('kitchen', 'lunch', '```js\nlet bread = 1;\n```');
  await message('let bread').waitFor();
  const [left] = await gaps(page, '.codehilite code');
  assert.ok(left < 30, 'a line of code begins at the left');
  const copy = (await page.locator('.codehilite .code-button').first().boundingBox())!;
  const block = (await page.locator('.codehilite').boundingBox())!;
  assert.ok(copy.x - block.x > block.width / 2, 'the button does not cover the beginning of the code');
  await close();
});

test('the compose box has the direction of what is written, and before that the one of the interface', async () => {
  const { ada, lunch } = await kitchenTeam();
  await ada.patch('/settings', { default_language: 'he' });
  const { page, close } = await openWindow(ada, lunch);
  const box = page.locator('#compose-text');
  const direction = () =>
    box.evaluate((field) =>
      field.matches(':placeholder-shown')
        ? getComputedStyle(field).direction
        : field.matches(':dir(rtl)')
          ? 'rtl'
          : 'ltr',
    );
  await eventually(direction, 'rtl');
  await box.fill('Soup today');
  await eventually(direction, 'ltr');
  await box.fill('מרק היום');
  await eventually(direction, 'rtl');
  await close();
});

test('a list of names that is cut keeps the beginning of each name', async () => {
  const { team, ada } = await kitchenTeam();
  const others = ['Kavya Quispe', 'Chioma Rossi', 'Uma Petrov'].map((name) => team.addUser(name, 400));
  await others[0]!.sendDirectMessage([ada, ...others.slice(1)], 'We four');
  await ada.patch('/settings', { default_language: 'ar' });
  const { page, close } = await openWindow(ada, '#inbox', { viewport: { width: 1024, height: 768 } });
  const names = page.locator('.sidebar .row-name', { hasText: 'Uma Petrov' });
  const getEdges = () =>
    names.evaluate((line) => {
      const text = line.firstChild!;
      const range = document.createRange();
      range.setStart(text, text.textContent!.indexOf('Uma'));
      range.setEnd(text, text.textContent!.indexOf('Uma') + 1);
      const first = range.getBoundingClientRect();
      const { left, right } = line.getBoundingClientRect();
      return { isCut: line.scrollWidth > line.clientWidth, isAtTheEnd: first.left > (left + right) / 2 };
    });
  await eventually(getEdges, { isCut: true, isAtTheEnd: true });
  await close();
});

test('names in a text keep their order, and long previews lose their end', async () => {
  const { ada, max } = await kitchenTeam();
  const name = 'Max of the Long Kitchen Beside the Garden';
  await max.patch('/settings', { full_name: name });
  await max.sendMessage('kitchen', 'lunch', `Soup ${'and bread '.repeat(40)}`);
  await ada.patch('/settings', { default_language: 'ar' });
  const { page, close } = await openWindow(ada, '#recent', { viewport: { width: 390, height: 844 } });
  const preview = page.locator('.recent-preview').first();
  await preview.waitFor();
  await eventually(() => page.locator('html').getAttribute('dir'), 'rtl');
  assert.match((await preview.textContent())!, /^Max of[^:]*: Soup and bread/);
  const [sender, text] = await preview.evaluate((line) =>
    [...line.children].map((part) => part.getBoundingClientRect().right),
  );
  assert.ok(sender! > text!, 'the sender comes first');
  const isCut = (selector: string) =>
    preview.locator(selector).evaluate((part) => {
      const range = document.createRange();
      range.setStart(part.firstChild!, 0);
      range.setEnd(part.firstChild!, 4);
      const beginning = range.getBoundingClientRect();
      return part.scrollWidth > part.clientWidth && beginning.left >= part.getBoundingClientRect().left - 1;
    });
  assert.equal(await isCut('bdi'), true, 'the beginning of the name is visible');
  assert.equal(await isCut('[dir=auto]'), true, 'the beginning of the message is visible');
  await close();
});
