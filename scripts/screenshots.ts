/**
 * `npm run screenshots -- FOLDER [VIEW …]` takes screenshots of all views (or these) into a folder. A temporary server
 * has a lively organization. There are three widths and two themes, and many views also in German and Arabic.
 * `--sizes phone`, `--themes dark` and `--languages ar` choose some. `--sizes large` is a page enlarged twice, `small`
 * one enlarged four times, and `landscape` a phone on its side. `--forced-colors` shows the system's own colors.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { browser } from '../test/support/browser.ts';
import { startPlayground } from './playground.ts';
import { fillOrganization, type Organization } from './screenshots/organization.ts';
import { TRANSLATED, VIEWS, type View, type Viewer } from './screenshots/views.ts';

const SIZES: Record<string, { width: number; height: number }> = {
  wide: { width: 1440, height: 900 },
  middle: { width: 1024, height: 800 },
  phone: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
  large: { width: 720, height: 450 },
  small: { width: 320, height: 256 },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: 'wide,middle,phone' },
    themes: { type: 'string', default: 'light,dark' },
    languages: { type: 'string', default: 'en,de,ar' },
    'forced-colors': { type: 'boolean', default: false },
  },
});
const [folder, ...wanted] = positionals;
if (!folder) throw new Error('Usage: npm run screenshots -- FOLDER [VIEW …]');
const unknown = values.sizes.split(',').find((size) => !(size in SIZES));
if (unknown !== undefined) throw new Error(`--sizes: ${unknown} is none of ${Object.keys(SIZES).join(', ')}`);
mkdirSync(folder, { recursive: true });

/** A window's look. */
interface Look {
  size: string;
  theme: 'light' | 'dark';
  language: string;
}

interface Playground {
  url: string;
  organization: Organization;
}

const LOGINS = { member: 'member1@example.com', owner: 'owner@example.com', beginner: 'beginner@example.com' };

/** Shows the client in another language. */
async function speak(context: BrowserContext, url: string, default_language: string): Promise<void> {
  const token = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
  await context.request.patch(`${url}/json/settings`, {
    headers: { 'X-CSRFToken': decodeURIComponent(token) },
    form: { default_language },
  });
}

async function openContext({ url }: Playground, viewer: Viewer, look: Look): Promise<BrowserContext> {
  const context = await (await browser()).newContext({
    viewport: SIZES[look.size]!,
    colorScheme: look.theme,
    hasTouch: look.size === 'phone' || look.size === 'landscape',
    locale: look.language,
    reducedMotion: 'reduce',
    ...(values['forced-colors'] && { forcedColors: 'active' }),
  });
  context.setDefaultTimeout(5000);
  if (viewer === 'visitor') return context;
  await context.request.post(`${url}/json/dev_fetch_api_key`, { form: { username: LOGINS[viewer] } });
  await speak(context, url, look.language);
  return context;
}

/** Reports what a page logs as an error. */
function reportErrors(page: Page, where: string): void {
  page.on('pageerror', (error) => console.error(where, error.stack));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/net::ERR/.test(message.text())) console.error(where, message.text());
  });
}

/** What a view leaves open in the compose box, in an edit form, and of a call. */
const LEFTOVERS = [
  ...['.compose .recorder .button-quiet', '.compose .chips .button-quiet', '.message-edit .button-quiet'],
  ...['.call .button', '.top-notice-offer button'],
].join();

/** Empties the compose box, and closes what a view opened. */
async function tidy(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const layers = page.locator('dialog[open], :popover-open');
  for (let at = 0; at < 3 && (await layers.count()); at++) await page.keyboard.press('Escape');
  const leftovers = page.locator(LEFTOVERS);
  // A call also ends by itself.
  for (let at = 0; at < 6 && (await leftovers.count()); at++)
    await leftovers
      .last()
      .click({ timeout: 1000 })
      .catch(() => {});
  const preview = page.getByRole('button', { name: 'Continue writing' });
  if (await preview.isVisible()) await preview.click();
  const box = page.locator('#compose-text');
  if (await box.isVisible()) await box.fill('');
  await page.mouse.move(0, 0);
  for (let at = 0; at < 2; at++) await page.keyboard.press('Escape');
  // Notices stay for a while.
  await page.locator('.toast').first().waitFor({ state: 'detached', timeout: 15_000 });
}

const ADDRESS = /\{(\w+)\}/g;

async function takeView(page: Page, name: string, { hash, act }: View, look: Look & Playground): Promise<void> {
  const address = hash.replace(ADDRESS, (_, key) => String(look.organization.ids[key]));
  if (address.startsWith('/')) await page.goto(look.url + address);
  else await page.evaluate((to) => void (location.hash = to), address);
  await page.waitForTimeout(400);
  const where = `${name} ${look.size} ${look.theme} ${look.language}`;
  await act?.(page).catch((error: Error) => console.error(where, error.message.split('\n').slice(0, 2).join(' ')));
  await page.waitForTimeout(act ? 450 : 100);
  const language = look.language === 'en' ? '' : `.${look.language}`;
  await page.screenshot({ path: join(folder!, `${name}.${look.size}.${look.theme}${language}.png`) });
  if (!address.startsWith('/')) await tidy(page);
}

const isPhone = (size: string): boolean => size === 'phone' || size === 'small';

/** Whether a view is wanted, and a window of this look has it. */
function isWanted(name: string, { on }: View, { size, language }: Look): boolean {
  const has = { phones: isPhone(size), desktops: !isPhone(size), 'wide desktops': size === 'wide' };
  return (
    (on === undefined || has[on]) &&
    (wanted.length === 0 || wanted.includes(name)) &&
    (language === 'en' || wanted.includes(name) || TRANSLATED.includes(name))
  );
}

async function takeViews(playground: Playground, viewer: Viewer, look: Look): Promise<void> {
  const views = Object.entries(VIEWS[viewer]).filter(([name, view]) => isWanted(name, view, look));
  if (views.length === 0) return;
  const context = await openContext(playground, viewer, look);
  const page = await context.newPage();
  reportErrors(page, `${look.size} ${look.theme}`);
  if (viewer !== 'visitor') {
    await page.goto(`${playground.url}/#inbox`);
    await page.locator('.shell').waitFor();
  }
  for (const [name, view] of views) await takeView(page, name, view, { ...look, ...playground });
  // The next window finds unread messages again.
  await playground.organization.restoreUnread();
  await context.close();
}

const { url, server } = await startPlayground(['--now', new Date().toISOString()]);
try {
  const playground = { url, organization: await fillOrganization(url) };
  for (const size of values.sizes.split(','))
    for (const theme of values.themes.split(',') as Look['theme'][]) {
      for (const language of values.languages.split(','))
        for (const viewer of Object.keys(VIEWS) as Viewer[])
          await takeViews(playground, viewer, { size, theme, language });
    }
} finally {
  server.kill();
  await (await browser()).close();
}
console.log(resolve(folder));
process.exit();
