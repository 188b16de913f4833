/** The views, menus and dialogs of which screenshots are taken. */
import type { Page } from 'playwright-core';

/** Who looks at a view: a member, the owner, or somebody whose account is new. `visitor`: nobody is signed in. */
export type Viewer = 'member' | 'owner' | 'beginner' | 'visitor';

export interface View {
  /** The address. The names of channels in braces become their IDs. */
  hash: string;
  /** The steps before the screenshot. */
  act?: (page: Page) => Promise<unknown>;
  /** The windows that have it; otherwise all. */
  on?: 'phones' | 'desktops' | 'wide desktops';
}

const LAUNCH = '#narrow/channel/{launch}/topic/launch.20plan';
const EVERYTHING = '#narrow/channel/{launch}/topic/everything';
const KITCHEN = '#narrow/channel/{kitchen}';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click();
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).first().click();
const box = (page: Page) => page.locator('#compose-text');
const key = (name: string) => (page: Page) => page.keyboard.press(name);
const write = (text: string) => async (page: Page) => {
  await box(page).focus();
  await page.keyboard.type(text);
};
const lastMessage = (page: Page) => page.locator('article[data-id]').last();

/** Presses a button of the compose box. On phones, the menu "Insert" has it. */
async function openTool(page: Page, name: string | RegExp): Promise<void> {
  await button(page, 'Insert').waitFor();
  if (await button(page, name).isVisible()) return button(page, name).click();
  await press('Insert')(page);
  await item(page, name);
}

const openChannelMenu = (page: Page) => page.locator('.main-actions [aria-haspopup=menu]').first().click();

/** Presses a key on the newest message. */
const onLast = (name: string) => async (page: Page) => {
  await lastMessage(page).waitFor();
  await page.evaluate(() => document.querySelector('.feed')!.scrollTo(0, 1e6));
  await lastMessage(page).focus();
  await page.keyboard.press(name);
};

/** Scrolls the first message with a text to the top. */
const showMessage = (text: string) => async (page: Page) => {
  const message = page.locator('article[data-id]', { hasText: text }).first();
  await message.evaluate((row) => row.scrollIntoView({ block: 'start' }));
};

const READING: Record<string, View> = {
  inbox: { hash: '#inbox' },
  recent: { hash: '#recent' },
  unread: {
    hash: '#feed',
    async act(page) {
      await page.locator('article[tabindex="0"]').waitFor({ state: 'attached' });
      await page.locator('.feed').evaluate((feed) => feed.scrollTo(0, 0));
      await page.locator('.unread-bar').waitFor();
    },
  },
  feed: { hash: '#feed' },
  channel: { hash: '#narrow/channel/{launch}' },
  topics: { hash: '#topics/channel/{kitchen}' },
  topic: { hash: LAUNCH },
  'topic-start': { hash: LAUNCH, act: showMessage('Saturday it is') },
  'topic-everything': { hash: EVERYTHING, act: showMessage('A headline') },
  'topic-everything-end': { hash: EVERYTHING },
  'topic-long-name': {
    hash: '#narrow/channel/{launch}/topic/Donaudampfschifffahrtselektrizit.C3.A4tenhauptbetriebswerkba',
  },
  'topic-rtl': {
    hash: '#narrow/channel/{launch}/topic/.D8.A3.D9.87.D9.84.D8.A7.D9.8B.20.D9.88.D8.B3.D9.87.D9.84.D8.A7.D9.8B',
  },
  'topic-muted-polls': { hash: `${KITCHEN}/topic/polls` },
  'topic-photos': { hash: `${KITCHEN}/topic/photos.20of.20the.20trip`, act: showMessage('From the weekend') },
  'topic-files': { hash: `${KITCHEN}/topic/files`, act: showMessage('Everything from today') },
  direct: { hash: '#narrow/is/dm/view/list' },
  'direct-one': { hash: '#narrow/dm/{member2}' },
  'direct-group': { hash: '#narrow/dm/{member2},{member3}' },
  mentions: { hash: '#narrow/is/mentioned' },
  starred: { hash: '#narrow/is/starred' },
  search: { hash: '#narrow/search/the' },
  'search-none': { hash: '#narrow/search/xylophone' },
  drafts: { hash: '#drafts' },
  scheduled: { hash: '#scheduled' },
  reminders: { hash: '#reminders' },
  you: { hash: '#you' },
  directory: { hash: '#user' },
  nowhere: { hash: '#something/else' },
  hover: {
    hash: LAUNCH,
    act: (page) => page.locator('article[data-id]', { hasText: 'press release is here' }).hover(),
  },
  selected: { hash: LAUNCH, act: onLast('k') },
  pins: { hash: LAUNCH, act: (page) => page.locator('.pins-button').click() },
  lightbox: {
    hash: `${KITCHEN}/topic/photos.20of.20the.20trip`,
    act: (page) => page.locator('.message_inline_image a').last().click(),
  },
  list: { hash: '#inbox', on: 'phones', act: (page) => page.locator('.bottom-bar button').first().click() },
  offline: {
    hash: LAUNCH,
    act: async (page) => {
      await page.context().setOffline(true);
      await page.getByText('What you write is saved.').waitFor();
    },
  },
};

const MENUS: Record<string, View> = {
  'menu-you': { hash: '#inbox', on: 'desktops', act: (page) => page.locator('.me').first().click() },
  'menu-quiet': {
    hash: '#inbox',
    on: 'desktops',
    async act(page) {
      await page.locator('.me').first().click();
      await item(page, 'Do not disturb');
    },
  },
  'menu-message': { hash: LAUNCH, act: onLast('i') },
  'menu-channel': { hash: '#narrow/channel/{launch}', act: openChannelMenu },
  'menu-topic': { hash: LAUNCH, act: press(/^Actions for topic/) },
  'menu-card': {
    hash: '#topics/channel/{kitchen}',
    act: (page) => page.locator('.card-row [aria-haspopup=menu]').first().click(),
  },
  'menu-insert': { hash: LAUNCH, act: press('Insert') },
  'menu-send-later': {
    hash: LAUNCH,
    async act(page) {
      await write('Good morning, everybody!')(page);
      await press('Send later')(page);
    },
  },
  card: { hash: LAUNCH, act: (page) => page.locator('button.sender').first().click() },
  help: { hash: '#inbox', act: key('?') },
  find: { hash: '#inbox', act: (page) => key('Control+k')(page).then(() => page.keyboard.type('la')) },
  'find-empty': { hash: '#inbox', act: key('Control+k') },
  'find-none': { hash: '#inbox', act: (page) => key('Control+k')(page).then(() => page.keyboard.type('zzzz')) },
  'sidebar-found': { hash: '#inbox', on: 'desktops', act: (page) => page.locator('#sidebar-filter').fill('la') },
  'sidebar-none': { hash: '#inbox', on: 'desktops', act: (page) => page.locator('#sidebar-filter').fill('zzzz') },
  'sidebar-more': { hash: '#inbox', on: 'desktops', act: press('More') },
  'find-by-day': {
    hash: '#inbox',
    async act(page) {
      await page.keyboard.press('/');
      await page.getByLabel('Day', { exact: true }).fill('2026-11-20');
      await button(page, 'Add filter').click();
      await page.keyboard.type('on:');
    },
  },
};

/** GIFs of different colors and heights. */
const GIFS = Array.from({ length: 12 }, (_, at) => {
  const height = 90 + ((at * 47) % 110);
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="${height}"><rect width="200" height="${height}" fill="hsl(${at * 40} 50% 60%)"/></svg>`;
  const url = `data:image/svg+xml,${encodeURIComponent(image)}`;
  return { title: `GIF ${at}`, url: 'https://gif.example/1.gif', preview_url: url, still_url: url, width: 200, height };
});

const WRITING: Record<string, View> = {
  'compose-focused': { hash: LAUNCH, act: (page) => box(page).focus() },
  compose: { hash: '#inbox', act: key('c') },
  'compose-topic': {
    hash: '#narrow/channel/{kitchen}',
    async act(page) {
      await page.keyboard.press('c');
      await page.keyboard.type('di');
    },
  },
  'compose-direct': { hash: '#inbox', act: (page) => key('x')(page).then(() => page.keyboard.type('a')) },
  completing: { hash: LAUNCH, act: write('@a') },
  'completing-emoji': { hash: LAUNCH, act: write(':he') },
  'completing-command': { hash: LAUNCH, act: write('/') },
  emoji: { hash: LAUNCH, act: press('Emoji') },
  tones: { hash: LAUNCH, act: (page) => press('Emoji')(page).then(() => press(/^Skin tone/)(page)) },
  reacting: { hash: LAUNCH, act: onLast(':') },
  gifs: {
    hash: LAUNCH,
    async act(page) {
      await page.route('**/json/gifs?*', (route) => route.fulfill({ json: { gifs: GIFS, next: '' } }));
      await openTool(page, 'GIFs');
      await page.getByRole('option').first().waitFor();
    },
  },
  recording: {
    hash: LAUNCH,
    async act(page) {
      await press('Record a voice message')(page);
      await page.waitForTimeout(2500);
    },
  },
  chips: { hash: LAUNCH, act: writeWithChips },
  formatted: { hash: LAUNCH, act: writeFormatted },
  'formatting-bar': {
    hash: LAUNCH,
    async act(page) {
      const formats = button(page, 'Formatting');
      await write('Some text')(page);
      await formats.waitFor();
      if ((await button(page, 'Show formatting while writing').count()) === 0) await formats.click();
    },
  },
  preview: {
    hash: LAUNCH,
    async act(page) {
      await write('Some **bold** text and :tada:')(page);
      await openTool(page, /^Preview/);
    },
  },
  'too-long': {
    hash: LAUNCH,
    act: async (page) => {
      await box(page).fill('Good morning, everybody! '.repeat(500));
      await button(page, 'Send as a file').waitFor();
    },
  },
  'time-words': {
    hash: LAUNCH,
    act: async (page) => {
      await write('Good morning, everybody!')(page);
      await press('Send later')(page);
      await item(page, 'Custom time…');
      await page.getByLabel('In words').fill('friday afternoon');
    },
  },
  poll: { hash: LAUNCH, act: (page) => press('Insert')(page).then(() => item(page, 'Poll')) },
  todo: { hash: LAUNCH, act: (page) => press('Insert')(page).then(() => item(page, 'To-do list')) },
  editing: {
    hash: LAUNCH,
    async act(page) {
      const mine = page.locator('article[data-id]', { hasText: 'Looks good to me' });
      await mine.focus();
      await page.keyboard.press('e');
      await page.locator('#edit-text').waitFor();
    },
  },
  moving: { hash: LAUNCH, act: onLast('m') },
  receipts: { hash: LAUNCH, act: onLast('V') },
  history: {
    hash: `${KITCHEN}/topic/lunch`,
    async act(page) {
      await page.locator('article[data-id]', { hasText: 'half past' }).focus();
      await page.keyboard.press('Shift+H');
    },
  },
  status: {
    hash: LAUNCH,
    async act(page) {
      await page.keyboard.press('Y');
      await button(page, /In a meeting/).click();
      await page.getByLabel('Clear status').selectOption('Custom time…');
    },
  },
  calling: {
    hash: '#narrow/dm/{member2}',
    async act(page) {
      await page.context().route('https://meet.example.org/**', (route) => route.fulfill({ body: 'Meeting' }));
      await openTool(page, 'Start a call');
      await page.getByRole('dialog').waitFor();
    },
  },
  share: {
    hash: '#inbox',
    async act(page) {
      await page.evaluate(async () => {
        const cache = await caches.open('shared');
        const id = crypto.randomUUID();
        await cache.put(`/shared/${id}/text`, new Response('Leek and potato soup\nhttps://example.com/soup'));
        await cache.put(`/shared/${id}/0`, new Response('Leek', { headers: { 'X-File-Name': 'recipe.txt' } }));
        location.hash = `#share/${id}`;
      });
      await page.getByText('recipe.txt').waitFor();
    },
  },
  'settings-list': { hash: '#settings', on: 'phones' },
  install: {
    hash: '#inbox',
    act: (page) =>
      page.evaluate(() => dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => ({}) }))),
  },
};

const SETTINGS: Record<string, View> = {
  'settings-profile': { hash: '#settings/profile' },
  'settings-account': { hash: '#settings/account-and-privacy' },
  'settings-security': { hash: '#settings/security' },
  'settings-preferences': { hash: '#settings/preferences' },
  'settings-order': {
    hash: '#settings/preferences',
    act: (page) => page.getByRole('button', { name: 'Move Drafts up' }).scrollIntoViewIfNeeded(),
  },
  'settings-notifications': { hash: '#settings/notifications' },
  'settings-ntfy': {
    hash: '#settings/notifications',
    act: (page) => page.locator('#targets').evaluate((section) => section.scrollIntoView()),
  },
  'settings-quiet-hours': {
    hash: '#settings/notifications',
    async act(page) {
      const add = button(page, 'Add quiet hours');
      await add.click();
      await page.getByRole('group', { name: 'Quiet hours 1' }).waitFor();
      await page.getByRole('heading', { name: 'Do not disturb' }).scrollIntoViewIfNeeded();
      await add.scrollIntoViewIfNeeded();
    },
  },
  'settings-topics': { hash: '#settings/topics' },
  'settings-muted': { hash: '#settings/muted-users' },
  'settings-words': { hash: '#settings/alert-words' },
  'settings-files': { hash: '#settings/uploaded-files' },
  bots: { hash: '#organization/bots/yours' },
  groups: { hash: '#groups' },
  profile: { hash: '#user/{member2}' },
  channels: { hash: '#channels/all' },
  'channel-general': { hash: '#channels/{launch}/general/general' },
  'channel-personal': { hash: '#channels/{launch}/general/personal' },
  'channel-people': { hash: '#channels/{launch}/general/subscribers' },
  'channel-gallery': { hash: '#narrow/channel/{kitchen}', act: contents('Images') },
  'channel-files': { hash: '#narrow/channel/{kitchen}', act: contents('Files') },
};

const ADMINISTRATION: Record<string, View> = {
  organization: { hash: '#organization/users' },
  'organization-groups': { hash: '#groups' },
  'organization-bots': { hash: '#organization/bots' },
  'organization-bot-new': { hash: '#organization/bots', act: press('Create bot') },
  'organization-webhook': { hash: '#organization/bots', act: showWebhook },
  'organization-integrations': { hash: '#organization/integrations' },
  'organization-service': { hash: '#organization/integrations/github' },
  'organization-template': { hash: '#organization/integrations/custom' },
  'organization-feeds': { hash: '#organization/integrations/feeds' },
  'organization-general': { hash: '#organization/organization-settings' },
  'organization-new-users': { hash: '#organization/organization-level-user-defaults' },
  'organization-default-channels': { hash: '#organization/default-channels-list' },
  'organization-folders': { hash: '#organization/channel-folders' },
  'organization-linkifiers': { hash: '#organization/linkifier-settings' },
  'organization-playgrounds': { hash: '#organization/playground-settings' },
  'organization-fields': { hash: '#organization/profile-field-settings' },
  'organization-profile': { hash: '#organization/organization-profile' },
  'organization-permissions': { hash: '#organization/organization-permissions' },
  'organization-emoji': { hash: '#organization/emoji-settings' },
  'organization-statistics': { hash: '#organization/statistics', act: showStatistics },
  'organization-audit-log': { hash: '#organization/audit-log', act: administrate },
  'organization-deleted': {
    hash: '#organization/deleted-messages',
    async act(page) {
      await deleteMessages(page);
      await button(page, /^Restore/)
        .first()
        .waitFor();
    },
  },
  'organization-erase': {
    hash: '#organization/users',
    async act(page) {
      await button(page, /^Change /)
        .nth(1)
        .click();
      await item(page, 'Erase personal data');
      await page.getByRole('dialog').waitFor();
    },
  },
  'organization-sign-out': { hash: '#organization/auth-methods', act: press('Sign out everyone…') },
  'organization-announcement': {
    hash: '#organization/announcements',
    async act(page) {
      await button(page, 'New e-mail').click();
      await page.getByLabel('Subject').fill('Maintenance on Friday');
      const text =
        'Dear members,\n\non **Friday at noon** the server restarts:\n\n* faster search\n* [new terms](/terms)';
      await page.getByLabel('Text', { exact: true }).fill(text);
    },
  },
  'organization-server': { hash: '#organization/server' },
  'organization-import': { hash: '#organization/import', act: uploadArchive },
  'organization-invitations': { hash: '#organization/invitations' },
  'organization-select': {
    hash: '#organization/users',
    async act(page) {
      await press('Select people')(page);
      await page.getByLabel('Select all').check();
    },
  },
  'menu-organization': {
    hash: '#inbox',
    on: 'desktops',
    act: press(/^Klatch at play/),
  },
  'organization-exports': { hash: '#organization/data-exports-admin' },
  'organization-sign-in': { hash: '#organization/auth-methods' },
  invite: {
    hash: '#organization/invitations',
    act: (page) => page.locator('.admin-tools').getByRole('button', { name: 'Invite people' }).click(),
  },
  'channel-new': { hash: '#channels/new' },
  'channel-permissions': { hash: '#channels/{launch}/general/permissions' },
  'channel-privacy': { hash: '#channels/{launch}/general/general', act: press('Change…') },
  'channel-merge': { hash: '#channels/{launch}/general/general', act: press('Merge…') },
};

const EMPTY: Record<string, View> = {
  welcome: { hash: '#inbox' },
  'empty-recent': { hash: '#recent' },
  'empty-feed': { hash: '#feed' },
  'empty-direct': { hash: '#narrow/is/dm/view/list' },
  'empty-mentions': { hash: '#narrow/is/mentioned' },
  'empty-starred': { hash: '#narrow/is/starred' },
  'empty-drafts': { hash: '#drafts' },
  'empty-scheduled': { hash: '#scheduled' },
  'empty-reminders': { hash: '#reminders' },
  'empty-direct-one': { hash: '#narrow/dm/{member2}' },
  'empty-topic': { hash: '#narrow/channel/{general}/topic/something.20new' },
  'empty-topics': { hash: '#settings/topics' },
  'empty-muted': { hash: '#settings/muted-users' },
  'empty-words': { hash: '#settings/alert-words' },
  'empty-files': { hash: '#settings/uploaded-files' },
  'empty-bots': { hash: '#organization/bots/yours' },
};

/** Pages of the server, by their paths. */
const PAGES: Record<string, View> = {
  'page-login': { hash: '/login/' },
  'page-reset': { hash: '/accounts/password/reset/' },
  'page-missing': { hash: '/nothing/here' },
  'page-help': { hash: '/help/' },
  'page-help-integrations': { hash: '/help/integrations' },
  'page-help-topic': { hash: '/help/administration' },
  'page-api': { hash: '/api' },
};

export const VIEWS: Record<Viewer, Record<string, View>> = {
  // The list of people stays open, so it comes last.
  member: {
    ...READING,
    ...MENUS,
    ...WRITING,
    ...SETTINGS,
    people: { hash: LAUNCH, on: 'wide desktops', act: (page) => page.locator('.panel-toggle').click() },
  },
  owner: ADMINISTRATION,
  beginner: EMPTY,
  visitor: PAGES,
};

/** Views that are also shown in other languages. Their steps depend on no texts. */
export const TRANSLATED = [
  ...['inbox', 'recent', 'topic', 'topics', 'direct-one', 'search', 'drafts', 'you', 'hover', 'unread', 'list', 'card'],
  ...['menu-you', 'menu-message', 'menu-channel', 'compose', 'help', 'channels', 'channel-general', 'channel-personal'],
  ...['settings-preferences', 'settings-notifications', 'editing', 'topic-files', 'settings-profile', 'directory'],
  ...[
    'organization',
    'organization-profile',
    'organization-permissions',
    'organization-integrations',
    'topic-everything',
  ],
  ...[
    'organization-service',
    'organization-template',
    'organization-feeds',
    'organization-bots',
    'organization-server',
  ],
  ...[
    'organization-invitations',
    'organization-exports',
    'organization-sign-in',
    'organization-general',
    'topic-start',
  ],
  ...[
    'organization-fields',
    'organization-linkifiers',
    'organization-playgrounds',
    'organization-folders',
    'page-login',
  ],
];

function contents(kind: string): (page: Page) => Promise<void> {
  return async (page) => {
    await openChannelMenu(page);
    await item(page, /images|files/i);
    await page.getByRole('dialog').getByRole('button', { name: kind }).click();
  };
}

/** Quotes a message, attaches files of which one is still being uploaded. */
async function writeWithChips(page: Page): Promise<void> {
  await onLast('>')(page);
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
  await box(page).fill('I agree, and here are the plans.');
}

/** Writes a text with many formats, and shows them while writing. */
async function writeFormatted(page: Page): Promise<void> {
  const formats = button(page, 'Formatting');
  const view = button(page, 'Show formatting while writing');
  await write('#')(page);
  await formats.waitFor();
  if ((await view.count()) === 0) await formats.click();
  if ((await view.getAttribute('aria-pressed')) !== 'true') await view.click();
  await box(page).fill(
    '# Plan\nPlease **water the tomatoes** and *all of the basil* before `nine`, or ~~the leeks~~ see [the plan](/plan), ' +
      '@**Ada** :tomato:\n- a ***rather*** long item\n> quoted **text**\n```js\nconst one = 1;\n```\nمرحبا **بالجميع**',
  );
}

/** Opens the log of an outgoing webhook, after a test. */
async function showWebhook(page: Page): Promise<void> {
  await press('Actions for Courier')(page);
  await item(page, 'Show webhook');
  await press('Send a test')(page);
  await page.getByRole('dialog').locator('.lines li').first().waitFor();
}

/** Uploads a channel of Discord, and waits until it is checked. */
async function uploadArchive(page: Page): Promise<void> {
  const message = { id: '1', type: 'Default', timestamp: '2025-07-07T11:00:00Z', author: { id: '1', name: 'olga' } };
  const archive = {
    guild: { id: '9', name: 'Acme' },
    channel: { id: '100', type: 'GuildTextChat', name: 'garden' },
    messages: [
      { ...message, content: 'The leeks are ripe' },
      { ...message, id: '2', content: '', type: 'Unknown' },
    ],
  };
  await page.getByRole('combobox', { name: 'Product' }).selectOption('discord');
  const file = { name: 'garden.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(archive)) };
  await page.locator('.import-form input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check archive' }).waitFor({ timeout: 30_000 });
}

/** Waits until the job has counted the messages, and chooses a column. */
async function showStatistics(page: Page): Promise<void> {
  const uncounted = async () =>
    (await (await page.request.get(`${new URL(page.url()).origin}/json/statistics`)).json()).uncounted_messages;
  while ((await uncounted()) > 0) await page.waitForTimeout(1000);
  // The last period is the longest, and the first plot is of messages: their names are in the reader's language.
  await page.locator('.choice button').last().click();
  await page.locator('.plots').first().getByRole('slider').first().focus();
  await page.keyboard.press('ArrowLeft');
}

/** Does several things that the audit log records, and shows it. */
async function administrate(page: Page): Promise<void> {
  await sendAll(page, [
    ['PATCH', '/users/12', { role: '300' }],
    ['PATCH', '/realm', { description: 'All of us' }],
    ['POST', '/invites/multiuse', { invite_as: '600' }],
  ]);
  await openAgain(page, '#organization/audit-log');
}

/** Archives a channel, deletes two messages, and shows what can be restored. */
async function deleteMessages(page: Page): Promise<void> {
  const channel = { name: 'old plans', subscribers: '[]' };
  const message = { type: 'channel', to: 'general', topic: 'garden' };
  const [created, ...sent] = await sendAll(page, [
    ['POST', '/channels/create', channel],
    ['POST', '/messages', { ...message, content: 'The meeting about the garden is **moved to Monday**.' }],
    ['POST', '/messages', { ...message, content: 'My password is hunter2' }],
  ]);
  await sendAll(page, [
    ['DELETE', `/streams/${created!.id}`, {}],
    ...sent.map(({ id }): Sent => ['DELETE', `/messages/${id}`, {}]),
  ]);
  await openAgain(page, '#organization/deleted-messages');
}

type Sent = [method: string, path: string, fields: Record<string, string>];

/** Sends requests as the user of the page. Returns the replies. */
const sendAll = (page: Page, requests: Sent[]): Promise<{ id?: number }[]> =>
  page.evaluate(async (requests) => {
    const token = /csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
    const replies = [];
    for (const [method, path, fields] of requests) {
      const headers = { 'X-CSRFToken': decodeURIComponent(token) };
      const reply = await fetch(`/json${path}`, { method, headers, body: new URLSearchParams(fields) });
      replies.push((await reply.json()) as { id?: number });
    }
    return replies;
  }, requests);

/** Leaves a view and opens it again. */
async function openAgain(page: Page, hash: string): Promise<void> {
  await page.evaluate(() => (location.hash = '#inbox'));
  await page.waitForTimeout(300);
  await page.evaluate((hash) => (location.hash = hash), hash);
  await page.waitForTimeout(500);
}
