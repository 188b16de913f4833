/**
 * `node scripts/screenshots.ts [VIEW …]` takes screenshots of all views (or these) of a temporary server's web client
 * into .cache/screenshots, at three widths and in both themes. `SIZES=phone` chooses one width, `SIZES=small` a page
 * enlarged four times, `FORCED=1` the system's own colors.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { browser } from '../test/support/browser.ts';
import { startPlayground } from './playground.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.cache/screenshots');

/** Drops five pictures and two files into the compose box. */
async function attachMuch(): Promise<void> {
  const data = new DataTransfer();
  for (const [at, [width, height]] of [
    [640, 480],
    [300, 600],
    [800, 300],
    [500, 500],
    [640, 360],
  ].entries()) {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d')!;
    context.fillStyle = `hsl(${at * 70} 60% 55%)`;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#fff8';
    context.arc(canvas.width / 2, canvas.height / 2, 100, 0, 7);
    context.fill();
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)));
    data.items.add(new File([blob], `picture ${at + 1}.png`, { type: 'image/png' }));
  }
  data.items.add(new File(['Leek, potatoes, cream'], 'recipe.txt', { type: 'text/plain' }));
  data.items.add(new File(['x'.repeat(40_000)], 'The plan of the garden for next year, with all beds.pdf'));
  document
    .querySelector('.compose-box')!
    .dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}

/** GIFs of different colors and heights. */
const GIFS = Array.from({ length: 12 }, (_, at) => {
  const height = 90 + ((at * 47) % 110);
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="${height}"><rect width="200" height="${height}" fill="hsl(${at * 40} 50% 60%)"/></svg>`;
  const url = `data:image/svg+xml,${encodeURIComponent(image)}`;
  return { title: `GIF ${at}`, url: 'https://gif.example/1.gif', preview_url: url, still_url: url, width: 200, height };
});

/** The views: an address, and the steps before the screenshot. */
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
  pins: {
    hash: '#narrow/channel/1',
    async act(page) {
      const pins = page.locator('.pins-button');
      // The screenshots before this one may have pinned it already.
      await pins.waitFor({ timeout: 1500 }).catch(async () => {
        await page.locator('article[data-id]').last().focus();
        await page.keyboard.press('i');
        await page.getByRole('menuitem', { name: 'Pin message' }).click();
      });
      await pins.click();
    },
  },
  unread: {
    hash: '#feed',
    async act(page) {
      await page.locator('article[tabindex="0"]').waitFor({ state: 'attached' });
      await page.keyboard.press('Home');
      await page.locator('.unread-bar').waitFor();
    },
  },
  people: { hash: '#narrow/channel/1', act: (page) => page.locator('.panel-toggle').click({ timeout: 1000 }) },
  list: { hash: '#inbox', act: (page) => page.locator('.bottom-bar button').first().click({ timeout: 1000 }) },
  drafts: { hash: '#drafts' },
  you: { hash: '#you' },
  share: {
    hash: '#inbox',
    async act(page) {
      await page.evaluate(async () => {
        const cache = await caches.open('shared');
        await cache.put('/shared/text', new Response('Leek and potato soup\nhttps://example.com/soup'));
        await cache.put('/shared/0', new Response('Leek', { headers: { 'X-File-Name': 'recipe.txt' } }));
        location.hash = '#share';
      });
      await page.getByText('recipe.txt').waitFor();
    },
  },
  install: {
    hash: '#inbox',
    act: (page) =>
      page.evaluate(() => dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => ({}) }))),
  },
  'topic-menu': {
    hash: '#narrow/channel/1/topic/writing',
    act: (page) => page.getByRole('button', { name: /^Actions for topic/ }).click(),
  },
  writing: { hash: '#narrow/channel/1/topic/writing', act: writeMuch },
  chips: { hash: '#narrow/channel/1/topic/lunch', act: writeWithChips },
  formatted: { hash: '#narrow/channel/1/topic/writing', act: writeFormatted },
  completing: {
    hash: '#narrow/channel/1/topic/writing',
    act: (page) =>
      page
        .locator('#compose-text')
        .focus()
        .then(() => page.keyboard.type('@a')),
  },
  emoji: {
    hash: '#narrow/channel/1/topic/writing',
    act: (page) => page.getByRole('button', { name: 'Emoji', exact: true }).click(),
  },
  tones: {
    hash: '#narrow/channel/1/topic/writing',
    async act(page) {
      await page.getByRole('button', { name: 'Emoji', exact: true }).click();
      await page.getByRole('button', { name: /^Skin tone/ }).click();
    },
  },
  recording: {
    hash: '#narrow/channel/1/topic/voices',
    async act(page) {
      const next = page.locator('.recorder-next');
      for (const seconds of [2, 3]) {
        await page.getByRole('button', { name: 'Record a voice message' }).click();
        await page.waitForTimeout(seconds * 1000);
        if (seconds === 3) break;
        await next.click();
        await page.getByRole('button', { name: 'Send recording' }).click();
        await page.locator('article[data-id] .voice').last().waitFor();
      }
    },
  },
  gifs: {
    hash: '#narrow/channel/1/topic/writing',
    async act(page) {
      await page.route('**/json/gifs?*', (route) => route.fulfill({ json: { gifs: GIFS, next: '' } }));
      await page.getByRole('button', { name: 'GIFs' }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  poll: {
    hash: '#narrow/channel/1/topic/writing',
    act: async (page) => {
      await page.getByRole('button', { name: 'Insert', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Poll' }).click();
    },
  },
  status: {
    hash: '#narrow/channel/1/topic/writing',
    async act(page) {
      await page.keyboard.press('Y');
      await page.getByRole('button', { name: 'In a meeting' }).click();
      await page.getByLabel('Clear status').selectOption('Custom time…');
    },
  },
  reacting: { hash: '#narrow/channel/1/topic/writing', act: (page) => onLast(page, ':') },
  moving: { hash: '#narrow/channel/1/topic/writing', act: (page) => onLast(page, 'm') },
  later: {
    hash: '#narrow/channel/1/topic/writing',
    act: async (page) => {
      await page.locator('#compose-text').fill('Good morning, everybody! Did you sleep as well as I did?');
      await page.getByRole('button', { name: 'Send later' }).click();
    },
  },
  files: {
    hash: '#narrow/channel/1/topic/files',
    async act(page) {
      const box = page.locator('#compose-text');
      await page.getByRole('button', { name: 'Attach files' }).waitFor();
      await page.evaluate(attachMuch);
      await page.locator('.compose button.chip-body').nth(6).waitFor();
      await box.press('Enter');
      await page.locator('.image-grid img').nth(4).waitFor();
    },
  },
  'find-by-day': {
    hash: '#inbox',
    async act(page) {
      await page.keyboard.press('/');
      await page.getByLabel('Day', { exact: true }).fill('2026-11-20');
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.keyboard.type('on:');
    },
  },
  'send-as-file': {
    hash: '#narrow/channel/1/topic/writing',
    act: async (page) => {
      await page.locator('#compose-text').fill('Good morning, everybody! '.repeat(500));
      await page.getByRole('button', { name: 'Send as a file' }).click();
    },
  },
  'too-long': {
    hash: '#narrow/channel/1/topic/writing',
    act: async (page) => {
      await page.locator('#compose-text').fill('Good morning, everybody! '.repeat(500));
      await page.getByRole('button', { name: 'Send as a file' }).waitFor();
    },
  },
  'time-words': {
    hash: '#narrow/channel/1/topic/writing',
    act: async (page) => {
      await page.locator('#compose-text').fill('Good morning, everybody!');
      await page.getByRole('button', { name: 'Send later' }).click();
      await page.getByRole('menuitem', { name: 'Custom time…' }).click();
      await page.getByLabel('In words').fill('friday afternoon');
    },
  },
  'quiet-hours': {
    hash: '#settings/notifications',
    async act(page) {
      const add = page.getByRole('button', { name: 'Add quiet hours' });
      await add.click();
      const hours = page.getByRole('group', { name: 'Quiet hours 1' });
      await hours.waitFor();
      await page.getByRole('heading', { name: 'Do not disturb' }).scrollIntoViewIfNeeded();
      await add.scrollIntoViewIfNeeded();
    },
  },
  'test-notification': {
    hash: '#settings/notifications',
    act: async (page) => {
      await page.getByRole('button', { name: 'Send test notification' }).click();
      await page.getByText('Phones:').scrollIntoViewIfNeeded();
    },
  },
  scheduled: {
    hash: '#narrow/channel/1/topic/writing',
    act: async (page) => {
      await page
        .locator('#compose-text')
        .fill('**Good morning**, everybody! Did you sleep as well as I did? '.repeat(4));
      await page.getByRole('button', { name: 'Send later' }).click();
      await page.getByRole('menuitem', { name: /Tomorrow/ }).click();
      await page.evaluate(() => (location.hash = '#scheduled'));
    },
  },
  'message-menu': {
    hash: '#narrow/channel/1/topic/writing',
    act: (page) =>
      page
        .locator('article[data-id]')
        .last()
        .focus()
        .then(() => page.keyboard.press('i')),
  },
  editing: {
    hash: '#narrow/channel/1/topic/writing',
    act: (page) =>
      page
        .locator('article[data-id]')
        .last()
        .focus()
        .then(() => page.keyboard.press('e')),
  },
  'settings-profile': { hash: '#settings/profile' },
  'settings-account': { hash: '#settings/account-and-privacy' },
  'settings-data': {
    hash: '#settings/account-and-privacy',
    async act(page) {
      const start = page.getByRole('button', { name: 'Start export' });
      await start.or(page.getByRole('link', { name: 'Download' })).waitFor();
      if (await start.isVisible()) await start.click();
      await page.getByRole('link', { name: 'Download' }).waitFor();
      await page.getByRole('heading', { name: 'Your data' }).scrollIntoViewIfNeeded();
    },
  },
  'settings-preferences': { hash: '#settings/preferences' },
  'settings-order': {
    hash: '#settings/preferences',
    act: (page) => page.getByRole('button', { name: 'Move Drafts up' }).scrollIntoViewIfNeeded(),
  },
  'settings-notifications': { hash: '#settings/notifications' },
  'settings-topics': { hash: '#settings/topics' },
  'settings-muted': { hash: '#settings/muted-users' },
  'settings-words': { hash: '#settings/alert-words' },
  bots: { hash: '#organization/bots/yours' },
  'settings-files': { hash: '#settings/uploaded-files' },
  channels: { hash: '#channels/all' },
  'channels-new': { hash: '#channels/new' },
  'channel-general': { hash: '#channels/1/general/general' },
  'channel-personal': { hash: '#channels/1/general/personal' },
  'channel-people': { hash: '#channels/1/general/subscribers' },
  'channel-permissions': { hash: '#channels/1/general/permissions' },
  profile: { hash: '#user/10' },
  receipts: { hash: '#narrow/channel/1', act: (page) => page.keyboard.press('k').then(() => page.keyboard.press('V')) },
  quiet: {
    hash: '#inbox',
    act: async (page) => {
      await page.locator('.me').first().click({ timeout: 1000 });
      await page.getByRole('menuitem', { name: 'Do not disturb' }).click({ timeout: 1000 });
    },
  },
  arabic: { hash: '#narrow/channel/1/topic/arabic', act: arabic },
  // Use with `WHO=owner@example.com`.
  organization: { hash: '#organization/users' },
  permissions: { hash: '#organization/organization-permissions' },
  invite: {
    hash: '#organization/invitations',
    act: (page) => page.locator('.admin-tools').getByRole('button', { name: 'Invite people' }).click({ timeout: 1000 }),
  },
  announcements: { hash: '#organization/announcements' },
  'announcement-writing': {
    hash: '#organization/announcements',
    async act(page) {
      await writeAnnouncement(page);
      await page.getByLabel('Recipients').selectOption('Members with a role');
    },
  },
  'announcement-review': {
    hash: '#organization/announcements',
    async act(page) {
      await writeAnnouncement(page);
      await page.getByRole('button', { name: 'Review' }).click();
      await page.getByRole('button', { name: 'Send test to me' }).waitFor();
    },
  },
  'audit-log': { hash: '#organization/audit-log', act: administrate },
  'audit-log-filters': {
    hash: '#organization/audit-log',
    act: (page) => page.getByRole('button', { name: 'More filters' }).click({ timeout: 1000 }),
  },
  statistics: { hash: '#organization/statistics', act: showStatistics },
  'statistics-tables': {
    hash: '#organization/statistics',
    async act(page) {
      await showStatistics(page);
      await page.getByRole('button', { name: 'Show Storage as a table' }).click();
      await page.getByRole('slider', { name: 'E-mails' }).scrollIntoViewIfNeeded();
    },
  },
  'sign-out-everyone': {
    hash: '#organization/auth-methods',
    act: (page) => page.getByRole('button', { name: 'Sign out everyone…' }).click({ timeout: 1000 }),
  },
  'channel-merge': {
    hash: '#channels/1/general/general',
    act: (page) => page.getByRole('button', { name: 'Merge…' }).click({ timeout: 1000 }),
  },
  exports: {
    hash: '#organization/data-exports-admin',
    async act(page) {
      if ((await page.getByRole('link', { name: 'Download' }).count()) > 0) return;
      await page.getByRole('button', { name: 'Start export' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Start export' }).click();
      await page.getByRole('link', { name: 'Download' }).first().waitFor();
    },
  },
  'exports-new': {
    hash: '#organization/data-exports-admin',
    act: (page) => page.getByRole('button', { name: 'Start export' }).click({ timeout: 1000 }),
  },
  groups: { hash: '#groups' },
  card: { hash: '#narrow/channel/1', act: (page) => page.locator('button.sender').last().click({ timeout: 1000 }) },
  'menu-channel': {
    hash: '#narrow/channel/1',
    act: (page) => page.locator('.main-actions [aria-haspopup=menu]').first().click({ timeout: 1000 }),
  },
  'menu-topic': {
    hash: '#topics/channel/1',
    act: (page) => page.locator('.card-row [aria-haspopup=menu]').first().click({ timeout: 1000 }),
  },
  'channel-privacy': {
    hash: '#channels/1/general/general',
    act: (page) => page.getByRole('button', { name: 'Change…' }).click({ timeout: 1000 }),
  },
  offline: {
    hash: '#narrow/channel/1',
    act: (page) =>
      page
        .context()
        .setOffline(true)
        .then(() => page.waitForTimeout(4000)),
  },
  nowhere: { hash: '#something/else' },
};
const onLast = (page: Page, key: string): Promise<void> =>
  page
    .locator('article[data-id]')
    .last()
    .focus()
    .then(() => page.keyboard.press(key));

/** Waits until the job has counted the sample messages, and chooses a column. */
async function showStatistics(page: Page): Promise<void> {
  while ((await (await page.request.get(`${url}/json/statistics`)).json()).uncounted_messages > 0)
    await page.waitForTimeout(1000);
  await page.getByRole('button', { name: '12 months' }).click();
  await page.getByRole('slider', { name: 'Messages', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
}

/** Writes one message of every kind. */
async function writeMuch(page: Page): Promise<void> {
  const box = page.locator('#compose-text');
  await box.waitFor();
  if ((await page.locator('.widget').count()) > 0) return;
  for (const text of [
    '/poll What shall we call the very long release with the name nobody remembers?\nCinnamon\nA rather longer answer that needs more than a single line on a small telephone\nمساء الخير',
    '/todo Before Friday\nOrder coffee: the dark one\nWater the plants',
    '```python\ndef hello(name):\n    return f"Hello {name}"\n```\n$$\\int_0^1 x^2\\,dx$$ and ~~struck~~ **bold** <time:2026-11-21T09:00:00Z>\n```spoiler Who did it\nThe gardener\n```',
  ]) {
    await box.fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.waitForTimeout(700);
  }
}

/** Quotes a message, attaches files of which one is still being uploaded, and one that fails. */
async function writeWithChips(page: Page): Promise<void> {
  await page.locator('article[data-id]').last().focus();
  await page.keyboard.press('>');
  await page.locator('.compose button.chip-body').waitFor();
  const attach = (name: string, size: number) =>
    page
      .locator('.bar input[type=file]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.alloc(size) });
  await attach('The plan of the garden for next year, with all beds.pdf', 40_000);
  await attach('notes.pdf', 900);
  await page.locator('.compose button.chip-body').nth(2).waitFor();
  await page.route('**/json/user_uploads', () => {});
  await attach('slow.pdf', 2_000_000);
  await page.locator('#compose-text').fill('I agree, and here are the plans.');
}

/** Writes a text with many formats, and shows them while writing. */
async function writeFormatted(page: Page): Promise<void> {
  const formats = page.getByRole('button', { name: 'Formatting', exact: true });
  const view = page.getByRole('button', { name: 'Show formatting while writing' });
  await formats.waitFor();
  if ((await view.count()) === 0) await formats.click();
  await view.click();
  await page
    .locator('#compose-text')
    .fill(
      '# Plan\nPlease **water the tomatoes** and *all of the basil* before `nine`, or ~~the leeks~~ see [the plan](/plan), ' +
        '@**Ada** :tomato:\n- a ***rather*** long item\n> quoted **text**\n```js\nconst one = 1;\n```\nمرحبا **بالجميع**',
    );
}

/** Shows the client in another language: `SPEAK=de`. */
async function speak(context: BrowserContext, default_language: string): Promise<void> {
  const token = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
  await context.request.patch(`${url}/json/settings`, {
    headers: { 'X-CSRFToken': decodeURIComponent(token) },
    form: { default_language },
  });
}

/** Does several things that the audit log records, and shows it. */
async function administrate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const token = /csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
    const send = (method: string, path: string, fields: Record<string, string>) =>
      fetch(`/json${path}`, {
        method,
        headers: { 'X-CSRFToken': decodeURIComponent(token) },
        body: new URLSearchParams(fields),
      });
    await send('PATCH', '/users/12', { role: '300' });
    await send('PATCH', '/realm', { name: 'Klatch', description: 'All of us' });
    await send('PATCH', '/streams/1', { description: 'Everything else' });
    await send('POST', '/invites/multiuse', { invite_as: '600' });
    await send('POST', '/bots', { full_name: 'Build bot', short_name: `build${Date.now()}` });
    location.hash = '#inbox';
  });
  await page.waitForTimeout(300);
  await page.evaluate(() => (location.hash = '#organization/audit-log'));
  await page.waitForTimeout(500);
}

/** Fills in the form of an e-mail to members. */
async function writeAnnouncement(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New e-mail' }).click();
  await page.getByLabel('Subject').fill('Maintenance on Friday');
  const text =
    'Dear members,\n\non **Friday at noon** the server restarts. What changes:\n\n* faster search\n* [new terms](https://example.com/terms)';
  await page.getByLabel('Text', { exact: true }).fill(text);
}

/** Shows the client right to left, with users who write Arabic. */
async function arabic(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const token = /csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
    const post = (path: string, fields: Record<string, string>) =>
      fetch(`/json${path}`, {
        method: 'POST',
        headers: { 'X-CSRFToken': decodeURIComponent(token) },
        body: new URLSearchParams(fields),
      });
    await post('/users/me/status', {
      status_text: 'في إجازة',
      emoji_name: 'palm_tree',
      emoji_code: '1f334',
      reaction_type: 'unicode_emoji',
    });
    for (const content of [
      'مرحبا بالجميع! هل أنتم مستعدون للاجتماع (الساعة 3:30)؟',
      'English, with عربي inside, and `code()`.',
      '* أولاً\n* ثانياً\n\n> اقتباس',
    ])
      await post('/messages', { type: 'channel', to: '1', topic: 'أهلاً وسهلاً', content });
    document.documentElement.dir = 'rtl';
    location.hash = `#narrow/channel/1/topic/${encodeURIComponent('أهلاً وسهلاً').replaceAll('%', '.')}`;
  });
  await page.waitForTimeout(700);
}
const SIZES = {
  wide: { width: 1440, height: 900 },
  middle: { width: 1024, height: 800 },
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 256 },
};
const THEMES = ['light', 'dark'] as const;

const wanted = process.argv.slice(2);
const views = Object.entries(VIEWS).filter(([name]) => wanted.length === 0 || wanted.includes(name));
mkdirSync(folder, { recursive: true });

const { url, server } = await startPlayground();

try {
  for (const [size, viewport] of Object.entries(SIZES).filter(([name]) =>
    (process.env.SIZES ?? 'wide middle phone').includes(name),
  ))
    for (const theme of THEMES) {
      const context = await (await browser()).newContext({
        viewport,
        colorScheme: theme,
        hasTouch: size === 'phone',
        ...(process.env.FORCED && { forcedColors: 'active' }),
      });
      await context.request.post(`${url}/json/dev_fetch_api_key`, {
        form: { username: process.env.WHO ?? 'member1@example.com' },
      });
      if (process.env.SPEAK) await speak(context, process.env.SPEAK);
      const page = await context.newPage();
      page.on('pageerror', (error) => console.error(size, theme, error.stack));
      page.on('console', (message) => message.type() === 'error' && console.error(size, theme, message.text()));
      await page.goto(`${url}/#inbox`);
      await page.locator('.shell').waitFor();
      for (const [name, { hash, act }] of views) {
        await page.evaluate((to) => (location.hash = to), hash || '#narrow/channel/1');
        await page.waitForTimeout(450);
        await act?.(page).catch(
          (error: Error) => size !== 'phone' && console.error(name, error.message.split('\n')[0]),
        );
        await page.waitForTimeout(act ? 450 : 50);
        await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) });
        await context.setOffline(false);
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
