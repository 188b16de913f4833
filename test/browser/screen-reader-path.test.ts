import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { eventually, openWindow } from './client.ts';
import { kitchenTeam } from './teams.ts';

/** A node of Chromium's accessibility tree, from which screen readers speak. */
interface TreeNode {
  role: string;
  name: string;
  description: string;
  level?: number;
  isFocused: boolean;
}

type Value = { value?: unknown };

/** A node in the protocol of Chromium. */
interface RawNode {
  ignored: boolean;
  role?: Value;
  name?: Value;
  description?: Value;
  properties?: { name: string; value: Value }[];
}

const readText = (value: Value | undefined): string => String(value?.value ?? '').trim();

async function accessibilityTree(session: CDPSession): Promise<TreeNode[]> {
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: RawNode[] };
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => {
      const property = (wanted: string) => properties.find((one) => one.name === wanted)?.value.value;
      const level = property('level');
      return {
        role: readText(role),
        name: readText(name),
        description: readText(description),
        isFocused: property('focused') === true,
        ...(typeof level === 'number' && { level }),
      };
    });
}

/** Roles whose names are spoken. Without one, a screen reader says only "button". */
const NAMED = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'switch', 'radio', 'tab', 'image'],
  ...['menu', 'menuitem', 'option', 'listbox', 'dialog', 'navigation', 'region', 'complementary', 'log', 'article'],
]);

/** The message box, with its hint. */
const BOX = 'textbox Message Shift+Enter for a new line';

/** Follows what a screen reader would say. */
async function listenTo(page: Page) {
  const session = await page.context().newCDPSession(page);
  const tree = () => accessibilityTree(session);
  const focused = async () => {
    const { role, name, description } = (await tree()).findLast(({ isFocused }) => isFocused)!;
    return [role, name, description].filter(Boolean).join(' ');
  };
  return {
    tree,
    /** Presses a key, and waits until this is focused. */
    press: async (key: string, expected: string | RegExp) => {
      await page.keyboard.press(key);
      await eventually<string>(focused, expected, `after ${key}`);
    },
    focuses: (expected: string) => eventually(focused, expected),
    /** Everything that needs a name has one, and headings leave no level out. */
    assertNamed: async (view: string) => {
      const nodes = await tree();
      const unnamed = nodes.filter(({ role, name }) => NAMED.has(role) && name === '').map(({ role }) => role);
      assert.deepEqual(unnamed, [], `${view}: roles without names`);
      const levels = nodes.filter(({ role }) => role === 'heading').map(({ level }) => level!);
      assert.equal(levels.filter((level) => level === 1).length, 1, `${view}: one main heading`);
      assert.deepEqual(
        [...new Set(levels)].sort(),
        Array.from(new Set(levels), (_, at) => at + 1),
        `${view}: levels`,
      );
    },
  };
}

test('a user of a screen reader reads what is unread, replies and reacts, and the focus is never lost', async () => {
  const { mia, max } = await kitchenTeam();
  const long = `With leek, ${'and carrots, '.repeat(20)}and cream`;
  await max.sendMessage('kitchen', 'lunch', long);
  const { page, message, close } = await openWindow(mia, '#inbox');
  const { tree, press, focuses, assertNamed } = await listenTo(page);
  await page.getByRole('link', { name: 'lunch 2 unread messages' }).first().waitFor();
  await focuses('main');
  await assertNamed('the inbox');

  // The next topic with unread messages: the view is announced, and the parts have roles.
  await page.keyboard.press('n');
  await page.getByRole('status').getByText('lunch, kitchen', { exact: true }).waitFor({ state: 'attached' });
  await message('With leek').waitFor();
  await focuses('main');
  await assertNamed('a topic');
  const inMain = (await tree()).filter(({ role }) => /^(heading|log|article|region)$/.test(role));
  assert.deepEqual(
    inMain.map(({ role, name }) => `${role} ${name.slice(0, 30)}`),
    [
      'region Write a message',
      'heading lunch',
      'heading Views',
      'heading Direct messages',
      'heading Channels',
      'log Messages',
      'heading Saturday, November 21',
      'heading New',
      'article Max, 12:00 PM: Soup today',
      'article Max, 12:00 PM: With leek, and ',
    ],
  );

  // A link before the page leads to the messages, which are read as a whole.
  await page.getByRole('button', { name: 'Skip to message box' }).focus();
  await press('Shift+Tab', 'button Skip to messages');
  await press('Enter', /^article Max, 12:00 PM: /);
  await press('k', 'article Max, 12:00 PM: Soup today');
  await press('j', `article Max, 12:00 PM: ${long}`);

  // A new message is announced, and does not move the focus.
  await max.sendMessage('kitchen', 'lunch', 'It is **ready**');
  const announced = page.locator('.feed-frame > [aria-live=polite]');
  await eventually(() => announced.textContent(), 'Max: It is ready');
  await focuses(`article Max, 12:00 PM: ${long}`);
  await press('j', 'article Max, 12:00 PM: It is ready');

  // The reply: the focus stays in the box until Escape, which leads back to the message.
  await press('r', BOX);
  await page.keyboard.type('Coming');
  await press('Enter', BOX);
  await message('Coming').and(page.locator('[data-id]')).waitFor();
  await press('Escape', 'article Max, 12:00 PM: It is ready');

  // The reaction: the focus returns to the message, whose description then has it.
  await press(':', 'combobox Find an emoji');
  await page.keyboard.type('tada');
  await page.getByRole('option', { name: 'tada', exact: true }).first().waitFor();
  await press('Enter', 'article Max, 12:00 PM: It is ready tada: you');
  await press('i', 'menuitem Add reaction');
  await assertNamed('a menu');
  await press('Escape', 'article Max, 12:00 PM: It is ready tada: you');
  await press('Tab', 'button tada: you');

  // In a window as narrow as a phone's, menus are sheets, which begin with reactions.
  await page.setViewportSize({ width: 390, height: 844 });
  await press('Shift+Tab', 'article Max, 12:00 PM: It is ready tada: you');
  await press('i', 'menuitem React with +1');
  await press('Escape', 'article Max, 12:00 PM: It is ready tada: you');
  await press(':', 'combobox Find an emoji');
  await press('Escape', 'article Max, 12:00 PM: It is ready tada: you');
  await press('r', BOX);
  await press('Escape', 'article Max, 12:00 PM: It is ready tada: you');
  await close();
});
