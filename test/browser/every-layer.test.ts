import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { exporting } from '../../src/chat/organization/exports/jobs.ts';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { insertUser } from '../../src/chat/people/users/actions.ts';
import { exportingData } from '../../src/chat/personal/data-exports/jobs.ts';
import type { TestUser } from '../support/team.ts';
import { createOrganization } from './administration.ts';
import {
  assertAccessibleBesideColors,
  assertAccessibleInBothThemes,
  eventually,
  goTo,
  MANY_PAGES,
  openWindow,
  waitForRender,
} from './client.ts';
import { ADMINISTRATION, CONVERSATIONS, ELSEWHERE, type Layer, PIXEL, SETTINGS, type Step } from './layers.ts';

const WIDTHS = { 'on a desktop': { width: 1440, height: 900 }, 'on a phone': { width: 390, height: 844 } };
type Width = keyof typeof WIDTHS;
const OPEN = 'dialog[open], :popover-open';

async function takeStep(page: Page, step: Step): Promise<void> {
  if (typeof step !== 'string') return void (await step(page));
  const layer = page.locator(OPEN).last();
  const place = (await layer.count()) > 0 ? layer : page.locator('body');
  const named = { name: step, exact: true };
  await place.getByRole('button', named).or(place.getByRole('link', named)).filter({ visible: true }).last().click();
}

/** The accessible name of the uppermost open layer, and whether everything in it is there. */
const shownLayer = (page: Page): Promise<string | undefined> =>
  page.evaluate((open) => {
    const layer = [...document.querySelectorAll<HTMLElement>(open)].at(-1);
    if (!layer || layer.querySelector('.skeleton') || layer.style.opacity === '0') return undefined;
    const named = [layer, ...layer.querySelectorAll('[role=menu], [role=dialog], [role=listbox]')].find(
      (one) => one.ariaLabel || one.hasAttribute('aria-labelledby'),
    );
    return named?.ariaLabel ?? document.getElementById(named?.getAttribute('aria-labelledby') ?? '')?.textContent;
  }, OPEN);

/**
 * Remembers what the user acts on while no layer is open: the control, and what has the focus. The focus may return to
 * any of these.
 */
const watchOpeners = () => {
  const openers = new Set<Element | null>();
  const remember = ({ target }: Event) => {
    if (document.querySelector('dialog[open], :popover-open')) return;
    openers.add((target as Element).closest('button, a, select, input, [role=button]'));
    openers.add(document.activeElement);
  };
  for (const type of ['pointerdown', 'click', 'keydown', 'change']) addEventListener(type, remember, true);
  Object.assign(window, { openers });
};

/** Closes all layers with Escape. Each press closes one, except where a form asks whether to discard its changes. */
async function closeLayers(page: Page, what: string): Promise<void> {
  for (let presses = 0; (await page.locator(OPEN).count()) > 0; presses++) {
    assert.ok(presses < 3, `${what}: Escape closes it`);
    const before = await page.locator(OPEN).count();
    await page.keyboard.press('Escape');
    await waitForRender(page);
    assert.ok((await page.locator(OPEN).count()) >= before - 1, `${what}: Escape closes only one layer`);
  }
}

async function checkLayer(page: Page, layer: Layer, { what, width }: { what: string; width: Width }): Promise<void> {
  await page.evaluate(() => (window as any).openers.clear());
  for (const step of layer.by) await takeStep(page, step);
  await eventually(() => shownLayer(page), layer.is, what);
  await waitForRender(page);
  // A phone has the colors of a desktop.
  await (width === 'on a phone' ? assertAccessibleBesideColors : assertAccessibleInBothThemes)(page, what, OPEN);
  const isInside = () => page.evaluate((open) => document.activeElement?.closest(open) != null, OPEN);
  if (!layer.keepsFocus) assert.ok(await isInside(), `${what}: the focus is inside`);
  await closeLayers(page, what);
  if (layer.losesFocus || layer.keepsFocus) return;
  const opener = () => page.evaluate(() => (window as any).openers.has(document.activeElement));
  await eventually(opener, true, `${what}: the focus is where it was`);
}

/** Opens all layers in one window. */
async function checkLayers(person: TestUser, width: Width, layers: readonly Layer[], ids: Ids) {
  const { page, close } = await openWindow(person, '', { viewport: WIDTHS[width], before: prepare });
  await page.evaluate(watchOpeners);
  for (const layer of layers) {
    const at = layer.at.replace(/[A-Z]{3,}/, (name) => String(ids[name]));
    const what = `${layer.in}, ${layer.is} at ${at} ${width}`;
    await goTo(page, at);
    await eventually(() => page.getByRole('heading', { level: 1 }).count(), 1);
    await page.waitForFunction(() => !document.querySelector('main .skeleton'));
    await checkLayer(page, layer, { what, width });
  }
  await close();
}

type Ids = Record<string, number>;
type Organization = Awaited<ReturnType<typeof createOrganization>>;

/** Answers for the page: second factors, linked accounts and announcements need other services. */
async function prepare(page: Page): Promise<void> {
  const reply = (path: string, json: object) =>
    page.route(`**/json${path}`, (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: { result: 'success', msg: '', ...json } });
      return route.fallback();
    });
  await reply('/users/me/second_factors', {
    required: false,
    authenticator: true,
    recovery_codes: 3,
    passkeys: [{ passkey_id: 'a', name: 'Laptop', created: 1_790_000_000, last_used: null }],
  });
  await reply('/users/me/identities', {
    identities: [
      {
        identity_id: 'b',
        provider: 'company',
        display_name: 'Company',
        display_icon: null,
        account_name: 'mia@home.example',
        created: 1_790_000_000,
        last_used: 1_790_000_000,
      },
    ],
    providers: [{ provider: 'ldap', display_name: 'LDAP', display_icon: '/static/images/logo.svg' }],
  });
  const address = { id: 1, url: 'https://ntfy.example/mia', has_credentials: false, shows_text: false };
  const state = { last_success: null, last_failure: null, failure: null };
  const target = { id: 'ntfy-1', kind: 'ntfy', name: 'ntfy.example/mia', is_current: false, state: 'on', ...state };
  await reply('/notification_targets', { targets: [target] });
  await reply('/ntfy/addresses', { addresses: [{ ...address, ...state }] });
  await reply('/streams/*/email_address', { email: 'kitchen.3f9a@chat.example.com' });
  const archive = { file_name: 'chat.zip', size: 1000, state: 'checked', progress: null, error: null, result: null };
  await reply('/imports/archive', { archive: { ...archive, has_report: false } });
  await reply('/announcements', { sends: true, left_today: 5, announcements: [] });
  await page.route('**/json/users/me/recovery_codes', (route) =>
    route.fulfill({ json: { result: 'success', msg: '', recovery_codes: ['abcd-efgh', 'ijkl-mnop'] } }),
  );
  await page.route('**/json/gifs?*', (route) =>
    route.fulfill({ json: { result: 'success', msg: '', gifs: [], next: '' } }),
  );
}

/** An organization in which everything can be opened. */
async function fullOrganization() {
  const team = await createOrganization();
  const { ada, max, gus, app } = team;
  const channel = app.channels.named('kitchen')!.id;
  await max.post('/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }] });
  await ada.delete(`/users/${gus.id}`);
  team.team.addUser('Olga', 100);
  openSession(app, app.users.byId(ada.id)!);
  app.db.commit();
  insertUser(app, { email: 'stub@import.invalid', full_name: 'Stub', role: 400 });
  app.db.commit();
  const { user_id: answerer } = await ada.post('/bots', {
    ...{ full_name: 'Answerer', short_name: 'answerer', bot_type: 3, payload_url: 'http://127.0.0.1:9/' },
  });
  await ada.post('/slash_commands', { bot_id: answerer, name: 'weather' });
  const { user_id: clock } = await ada.post('/bots', { full_name: 'Clock', short_name: 'clock', bot_type: 1 });
  await ada.delete(`/bots/${clock}`);
  await ada.upload('/realm/emoji/leek', { 'leek.png': PIXEL });
  Object.assign(app.config.choices, { gifProvider: 'tenor', gifApiKey: 'word' });
  await ada.upload('/realm/icon', { 'icon.png': PIXEL });
  await ada.upload('/users/me/avatar', { 'face.png': PIXEL });
  await exporting.run(app);
  await ada.post('/users/me/data_export');
  await exportingData.run(app);
  await ada.upload('/user_uploads', { 'recipe.txt': 'Leeks' });
  await ada.post('/navigation_views', { fragment: 'narrow/search/soup', is_pinned: true, name: 'Soups' });
  await writeMessages(team, channel);
  return { ...team, ids: { CHANNEL: channel, GROUP: team.group, MAX: max.id } };
}

/** Messages that have everything that opens something, and a reminder and a scheduled message. */
async function writeMessages({ team, app, ada, mia, max }: Organization, channel: number): Promise<void> {
  await ada.post('/channels/create', { name: 'reports', subscribers: [ada.id, max.id], invite_only: true });
  await ada.patch('/realm', { moderation_request_channel_id: app.channels.named('reports')!.id });
  await ada.post('/realm/playgrounds', {
    name: 'Garden',
    pygments_language: 'Rust',
    url_template: 'https://example.org/?code={code}',
  });
  const { uri } = await max.upload('/user_uploads', { 'soup.png': PIXEL });
  const words = `Soup [soup.png](${uri})\n\nFor @*الطباخون*\n\n\`\`\`Rust\nfn main() {}\n\`\`\``;
  const stew = await max.sendMessage('kitchen', 'lunch', 'Sew');
  await max.patch(`/messages/${stew}`, { content: 'Stew' });
  await max.sendMessage('kitchen', 'lunch', words);
  await mia.post(`/messages/${stew}/reactions`, { emoji_name: 'tada' });
  await ada.post(`/messages/${stew}/pin`);
  const deliver_at = Math.floor(team.clock.now() / 1000) + 86_400;
  await ada.post('/reminders', { message_id: stew, scheduled_delivery_timestamp: deliver_at });
  await ada.post('/scheduled_messages', {
    type: 'channel',
    to: channel,
    topic: 'lunch',
    content: 'Tomorrow',
    scheduled_delivery_timestamp: deliver_at,
  });
}

for (const width of Object.keys(WIDTHS) as Width[]) {
  test(`every dialog and menu of the administration is accessible, ${width}`, MANY_PAGES, async () => {
    const { ada, ids } = await fullOrganization();
    await checkLayers(ada, width, ADMINISTRATION, ids);
  });

  test(`every dialog and menu of the settings and channels is accessible, ${width}`, MANY_PAGES, async () => {
    const { ada, ids } = await fullOrganization();
    await checkLayers(ada, width, SETTINGS, ids);
  });

  test(`every dialog and menu of conversations is accessible, ${width}`, MANY_PAGES, async () => {
    const { ada, ids } = await fullOrganization();
    await checkLayers(ada, width, CONVERSATIONS, ids);
  });
}

/** What declares a layer, in the source code. */
const DECLARATIONS = /<(?:FormDialog|Dialog|Menu|Panel|dialog)\b|\bconfirm\(|role="dialog"|popover="/g;

test('every dialog and menu of the client is in the table', () => {
  const root = join(import.meta.dirname, '../../src/web/views');
  const all = [...ADMINISTRATION, ...SETTINGS, ...CONVERSATIONS];
  const missing = globSync('**/*.tsx', { cwd: root }).flatMap((file) => {
    const count = readFileSync(join(root, file), 'utf8').match(DECLARATIONS)?.length ?? 0;
    const known = all.filter((layer) => layer.in === file).length;
    return known >= count || file in ELSEWHERE ? [] : [`${file}: ${count}, of which ${known} are in layers.ts`];
  });
  assert.deepEqual(missing, []);
});
