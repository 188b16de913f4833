import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { seedDefaultChannels } from '../../src/chat/organization/setup/actions.ts';
import { SetUpCode } from '../../src/chat/organization/setup/memory.ts';
import { openTab } from '../support/browser.ts';
import { png } from '../support/images.ts';
import { Team } from '../support/team.ts';
import { buildWebClient } from '../support/web.ts';
import { chip, eventually } from './client.ts';

/** At most this many clicks, typed texts and keys, from the set-up link to the last invitation. */
const MOST_STEPS = 24;

/** A server at its first start. */
async function newServer() {
  await buildWebClient();
  const team = new Team();
  seedDefaultChannels(team.app);
  team.app.memory.setup.code = new SetUpCode(team.clock);
  return { app: team.app, code: team.app.memory.setup.code.text, url: await team.url };
}

/** What a person does who only sees the page. Each action is a step. */
class Person {
  steps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<void> {
    this.steps++;
    const isText = typeof name === 'string';
    await this.page.getByRole(role, { name, exact: isText }).filter({ visible: true }).first().click();
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.steps++;
    await field.fill(text);
  }

  async press(key: string): Promise<void> {
    this.steps++;
    await this.page.keyboard.press(key);
  }

  async type(...lines: string[]): Promise<void> {
    this.steps++;
    for (const line of lines) {
      await this.page.keyboard.type(line);
      if (line !== lines.at(-1)) await this.page.keyboard.press('Shift+Enter');
    }
  }
}

/** Joins by an invitation link. */
async function join(link: string, name: string): Promise<void> {
  const { page, close } = await openTab();
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('E-mail').fill(`${name.toLowerCase()}@example.com`);
  await page.getByLabel('Password').fill('orange kettle river');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.locator('.shell').waitFor();
  await close();
}

test(`a new owner needs ${MOST_STEPS} steps from the set-up link to a team that talks`, async () => {
  const { app, code, url } = await newServer();
  const { page, close } = await openTab({ permissions: ['clipboard-read', 'clipboard-write'] });
  const olga = new Person(page);
  const message = (text: string) => page.locator('article[data-id]', { hasText: text });
  /** The copied invitation, at the address of the test server. */
  const readLink = async () => {
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    return url + new URL(copied).pathname;
  };

  await page.goto(`${url}/setup#${code}`);
  await olga.fill(page.getByLabel('Organization'), 'Acme Tools');
  await olga.fill(page.getByLabel('Your name'), 'Olga');
  await olga.fill(page.getByLabel('E-mail'), 'olga@example.com');
  await olga.fill(page.getByLabel('Password'), 'engine no 1');
  await olga.press('Enter');
  await olga.click('button', 'Copy');
  const first = await readLink();
  await olga.click('link', 'Open chat');

  // A topic with code and a picture.
  await olga.click('link', 'general');
  await page.getByText('A topic is one conversation of this channel').waitFor();
  await olga.click('button', 'Start a topic in #general');
  await page.getByRole('combobox', { name: 'Topic' }).and(page.locator(':focus')).waitFor();
  await olga.type('new website');
  await olga.press('Enter');
  await olga.type('This is how it begins:', '```js');
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
  await olga.press('Enter');
  await olga.type('const a = 1;');
  await olga.click('button', 'Send');
  await message('This is how it begins').locator('[data-code-language=JavaScript]').waitFor();
  await page.getByRole('heading', { level: 1, name: 'new website' }).waitFor();
  olga.steps++;
  const picture = { name: 'draft.png', mimeType: 'image/png', buffer: Buffer.from(await png()) };
  await page.locator('.compose input[type=file]').first().setInputFiles(picture);
  await chip(page, 'draft.png').waitFor();
  await olga.click('button', 'Send');
  await page.locator('article[data-id] .rendered img').waitFor();

  // A colleague, who joined with the link of the setup.
  await join(first, 'Kim');
  await page.locator('.sidebar').getByRole('link', { name: 'signups' }).waitFor();
  await olga.fill(page.getByRole('searchbox', { name: 'Search or go to…' }), 'kim');
  await page.getByRole('list', { name: 'Results' }).getByRole('link', { name: 'Kim Direct messages' }).waitFor();
  await olga.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Kim' }).waitFor();

  // Two more.
  await olga.click('button', 'Acme Tools');
  await olga.click('menuitem', 'Invite people');
  await olga.click('button', 'Create link');
  olga.steps++;
  await page.getByRole('dialog', { name: 'Invitation link' }).getByRole('button', { name: /^Copy/ }).click();
  const second = await readLink();
  for (const name of ['Lena', 'Milan']) await join(second, name);
  await eventually(() => app.users.active().filter(({ is_bot }) => !is_bot).length, 4);
  assert.ok(olga.steps <= MOST_STEPS, `${olga.steps} steps`);
  await close();
});
