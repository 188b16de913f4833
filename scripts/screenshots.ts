/**
 * `node scripts/screenshots.ts [VIEW …]`: every view (or these) of a throw-away server's web client at three widths (or `SIZES=phone`) in both themes,
 * into .cache/screenshots, to be looked at.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { browser } from '../test/support/browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.cache/screenshots');

/** What is seen of each: an address, and what is done there first. */
const VIEWS: Record<string, { hash: string; act?: (page: Page) => Promise<unknown> }> = {
  inbox: { hash: '#inbox' },
  recent: { hash: '#recent' },
  feed: { hash: '#feed' },
  channel: { hash: '#narrow/channel/1' },
  topics: { hash: '#topics/channel/1' },
  topic: { hash: '', act: (page) => page.locator('.recipient-bar a:last-child').last().click() },
  direct: { hash: '#narrow/is/dm/view/list' },
  mentions: { hash: '#narrow/is/mentioned' },
  starred: { hash: '#narrow/is/starred' },
  search: { hash: '#narrow/search/the' },
  menu: { hash: '#inbox', act: (page) => page.locator('.me').first().click({ timeout: 1000 }) },
  help: { hash: '#inbox', act: (page) => page.keyboard.press('?') },
  find: { hash: '#inbox', act: (page) => page.keyboard.press('/').then(() => page.keyboard.type('a')) },
  compose: { hash: '#inbox', act: (page) => page.keyboard.press('c') },
  people: { hash: '#narrow/channel/1', act: (page) => page.locator('.panel-toggle').click({ timeout: 1000 }) },
  list: { hash: '#inbox', act: (page) => page.locator('.bottom-bar button').first().click({ timeout: 1000 }) },
  drafts: { hash: '#drafts' },
  'settings-profile': { hash: '#settings/profile' },
  'settings-account': { hash: '#settings/account-and-privacy' },
  'settings-preferences': { hash: '#settings/preferences' },
  'settings-notifications': { hash: '#settings/notifications' },
  'settings-topics': { hash: '#settings/topics' },
  'settings-muted': { hash: '#settings/muted-users' },
  'settings-words': { hash: '#settings/alert-words' },
  'settings-bots': { hash: '#settings/bots' },
  'settings-files': { hash: '#settings/uploaded-files' },
  channels: { hash: '#channels/all' },
  'channels-new': { hash: '#channels/new' },
  'channel-general': { hash: '#channels/1/general/general' },
  'channel-personal': { hash: '#channels/1/general/personal' },
  'channel-people': { hash: '#channels/1/general/subscribers' },
  'channel-permissions': { hash: '#channels/1/general/permissions' },
  profile: { hash: '#user/10' },
  nowhere: { hash: '#something/else' },
};
const SIZES = { wide: { width: 1400, height: 900 }, middle: { width: 900, height: 800 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark'] as const;

const wanted = process.argv.slice(2);
const views = Object.entries(VIEWS).filter(([name]) => wanted.length === 0 || wanted.includes(name));
mkdirSync(folder, { recursive: true });

const server = spawn(process.execPath, [join(root, 'scripts/start.mjs'), 'dev', '--listen', '127.0.0.1:0', '--log-level', 'error'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise<string>((resolve) => {
  let said = '';
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const [, found] = /^listening on (http:\S+)$/m.exec(said) ?? [];
    if (found) resolve(found);
  });
});

try {
  for (const [size, viewport] of Object.entries(SIZES).filter(([name]) => (process.env.SIZES ?? name).includes(name)))
    for (const theme of THEMES) {
      const context = await (await browser()).newContext({ viewport, colorScheme: theme, hasTouch: size === 'phone' });
      await context.request.post(`${url}/json/dev_fetch_api_key`, { form: { username: process.env.WHO ?? 'member1@example.com' } });
      const page = await context.newPage();
      page.on('pageerror', (error) => console.error(size, theme, String(error)));
      page.on('console', (message) => message.type() === 'error' && console.error(size, theme, message.text()));
      await page.goto(`${url}/#inbox`);
      await page.locator('.shell').waitFor();
      for (const [name, { hash, act }] of views) {
        await page.evaluate((to) => (location.hash = to), hash || '#narrow/channel/1');
        await page.waitForTimeout(450);
        await act?.(page).catch((error: Error) => size !== 'phone' && console.error(name, error.message.split('\n')[0]));
        await page.waitForTimeout(act ? 450 : 50);
        await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) });
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      }
      await context.close();
    }
} finally {
  server.kill();
  await (await browser()).close();
}
console.log(folder);
process.exit();
