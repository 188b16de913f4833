import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newTeam } from '../support/team.ts';
import { eventually, openWindow } from './client.ts';

async function kitchenTeam() {
  const team = newTeam();
  const { ada, mia, max, app } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id, mia.id, max.id] });
  const id = app.channels.named('kitchen')!.id;
  const first = await ada.sendMessage(
    'kitchen',
    'office plants',
    'Who waters them? See https://example.com/plants and https://example.com/water',
  );
  const last = await max.sendMessage('kitchen', 'office plants', 'I [do](https://example.com/do), with `water`');
  await ada.post(`/messages/${last}/reactions`, { emoji_name: 'tada' });
  await max.sendMessage('kitchen', 'lunch', 'Soup');
  await max.sendDirectMessage([mia], 'Psst');
  return { ...team, first, plants: `#narrow/channel/${id}-kitchen/topic/office.20plants` };
}

test('a screen reader finds each part by its heading, and announces navigation and new messages', async () => {
  const { ada, max, plants } = await kitchenTeam();
  const { page, message, close } = await openWindow(ada, plants);
  await message('with water').waitFor();
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('heading', { name: 'Direct messages', exact: true })
    .waitFor();
  const told = (name: string) =>
    page.getByRole('status').getByText(name, { exact: true }).waitFor({ state: 'attached' });
  await page.keyboard.press('a');
  await page.getByRole('heading', { level: 3, name: 'kitchen office plants' }).waitFor();
  await told('Combined feed');
  await message('Soup').focus();
  await page.keyboard.press('s');
  await told('lunch, kitchen');
  // Content that is there when the view opens is not announced.
  await message('with water').waitFor({ state: 'detached' });
  await message('Soup').waitFor();
  // The same text twice is announced twice.
  const aloud = () => page.locator('.feed-frame > [aria-live=polite]').textContent();
  await max.sendMessage('kitchen', 'lunch', 'Yes');
  await eventually(aloud, 'Max: Yes');
  await max.sendMessage('kitchen', 'lunch', 'Yes');
  await eventually(aloud, 'Max: Yes\u00a0');
  const people = page.getByRole('button', { name: 'People', exact: true });
  await people.click();
  const column = page.getByRole('complementary', { name: 'People' });
  await column.getByRole('button', { name: 'Close' }).press('Enter');
  await column.waitFor({ state: 'detached' });
  await eventually(() => people.evaluate((one) => one === document.activeElement), true);
  await page.getByRole('button', { name: 'Actions for topic lunch' }).click();
  await page.getByRole('menuitem', { name: 'Delete topic' }).click();
  const question = page.getByRole('dialog', { name: 'Delete lunch?' });
  await question.waitFor();
  const about = await question.getAttribute('aria-describedby');
  assert.match((await page.locator(`#${about}`).textContent())!, /will be deleted for everyone/);
  await close();
});

/** The accessible name of the focused element. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const { ariaLabel, textContent, tagName } = document.activeElement!;
    return tagName === 'TEXTAREA' ? 'the box' : (ariaLabel ?? textContent!.trim());
  });

/** The tab stops in the feed, named by what they belong to. */
const tabStops = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('.feed :is(a, button, [tabindex])')].filter(
      ({ tabIndex }) => tabIndex >= 0,
    );
    const parts = new Set(all.map((one) => one.closest('[data-id], .recipient-bar')!));
    return [...parts].map((part) => (part.querySelector('.rendered') ?? part.querySelector('a'))!.textContent!.trim());
  });

test('the feed is one tab stop for the current message and nothing else, even when messages change', async () => {
  const { mia, max, ada, first, plants } = await kitchenTeam();
  const { page, go, message, close } = await openWindow(mia, plants);
  const tabs = async (...names: (string | RegExp)[]) => {
    for (const name of names) {
      await page.keyboard.press('Tab');
      await eventually(() => focusedName(page), name);
    }
  };
  const row = message('with water');
  await row.focus();
  await eventually(() => tabStops(page), ['I do, with water']);
  await tabs('Max', /:\d\d/, 'do', 'tada: Ada', 'Add reaction', 'Message actions', 'the box');
  await page.keyboard.press('Shift+Tab');
  await eventually(() => focusedName(page), 'Message actions');
  await page.keyboard.press('Escape');
  await eventually(() => focusedName(page), /^Max, /);
  await page.keyboard.press('k');
  await eventually(() => focusedName(page), /^Ada, /);
  await tabs(
    'Ada',
    /:\d\d/,
    'https://example.com/plants',
    'https://example.com/water',
    'Add reaction',
    'Message actions',
    'the box',
  );
  // Elements added to a message follow the message's state.
  await max.post(`/messages/${first}/reactions`, { emoji_name: 'heart' });
  await page.getByRole('button', { name: 'heart: Max' }).waitFor();
  await row.focus();
  await ada.patch(`/messages/${first}`, { content: 'Max waters them: https://example.com/can' });
  await message('Max waters').getByRole('link', { name: 'example.com/can' }).waitFor();
  await eventually(() => tabStops(page), ['I do, with water']);
  // A message in a combined view has a bar that shows its conversation.
  await go('#feed');
  await message('Soup').focus();
  await eventually(() => tabStops(page), ['kitchen', 'Soup']);
  // Code that is too wide can be scrolled with the arrow keys.
  await max.sendMessage('kitchen', 'lunch', `\`\`\`\n${'x'.repeat(500)}\n\`\`\`\nand\n\`\`\`\nnarrow\n\`\`\``);
  await message('narrow').focus();
  await tabs('Max', /:\d\d/, /^x+$/, 'Copy code', 'Copy code', 'Add reaction');
  await close();
});

/** Which of these elements have a touch target smaller than 44 pixels. */
const smallTouchTargets = (page: Page, names: readonly string[]) =>
  page.evaluate(
    (selectors) =>
      selectors.flatMap((selector) =>
        [...document.querySelectorAll(selector)]
          .filter((one) => one.checkVisibility())
          .map((one) => one.getBoundingClientRect())
          .filter(({ width, height }) => width < 43 || height < 43)
          .map(({ width, height }) => `${selector} ${width} × ${height}`),
      ),
    names,
  );

test('on a phone touch targets are large enough, and a tap opens the message actions', async () => {
  const { mia, plants } = await kitchenTeam();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, go, message, close } = await openWindow(mia, plants, phone);
  await message('with water').locator('code').tap();
  await message('with water').getByRole('button', { name: 'Message actions' }).waitFor();
  await page.locator('.bar-tools').waitFor();
  const everywhere = ['.main-head .button', '.bottom-bar > *'];
  const inTopic = [...everywhere, '.message-tools .button', '.bar-tools .button', '.compose-send'];
  await eventually(() => smallTouchTargets(page, inTopic), []);
  // Focusing a field would open the on-screen keyboard over the choices.
  await message('with water').getByRole('button', { name: 'Add reaction' }).tap();
  await page.getByRole('option', { name: 'heart', exact: true }).first().waitFor();
  await eventually(() => page.evaluate(() => document.activeElement!.getAttribute('aria-label')), 'Add reaction');
  await page.getByRole('option', { name: 'heart', exact: true }).first().tap();
  await message('with water').getByRole('button', { name: 'heart: you' }).waitFor();
  await go('#inbox');
  await page.getByRole('heading', { level: 2, name: 'Direct messages', exact: true }).waitFor();
  await eventually(
    () =>
      smallTouchTargets(page, [
        ...everywhere,
        '.choice button',
        '.fold',
        '.card-head :is(a, .button)',
        '.card-row a',
        '.card-row .button',
      ]),
    [],
  );
  await page.getByRole('button', { name: 'Channels' }).tap();
  await page.locator('.section-fold').first().waitFor();
  await eventually(
    () => smallTouchTargets(page, ['.section-fold', '.section-head .button', '.section-all', '.sidebar .row', '.me']),
    [],
  );
  await page.setViewportSize({ width: 195, height: 422 });
  await go(plants);
  const title = page.getByRole('heading', { level: 1, name: 'office plants' });
  await title.waitFor();
  await eventually(
    () => title.evaluate((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1),
    true,
  );
  await close();
});
