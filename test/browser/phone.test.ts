import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import {
  assertAccessible,
  assertAccessibleInBothThemes,
  eventually,
  findCutPlaceholders,
  openWindow,
  type Window,
  waitForComposeText,
  waitForRender,
} from './client.ts';
import { kitchenTeam } from './teams.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

type Point = readonly [x: number, y: number];

/** Moves a finger over the screen, as the browser's own gesture recognition sees it. `holds` keeps it there. */
async function drag(finger: CDPSession, from: Point, to: Point, { holds = false } = {}): Promise<void> {
  const at = ([x, y]: Point) => [{ x, y }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  for (let step = 1; step <= 10; step++) {
    const part = (side: 0 | 1) => from[side] + ((to[side] - from[side]) * step) / 10;
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at([part(0), part(1)]) });
  }
  if (!holds) await letGo(finger);
}

const letGo = (finger: CDPSession) => finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

const getFinger = ({ page, context }: Window): Promise<CDPSession> => context.newCDPSession(page);

/** Gestures are loaded after the first rendering. */
const gesturesReady = (page: Page) => page.locator('.pull-sign').waitFor({ state: 'attached' });

const center = async (page: Page, selector: string): Promise<[number, number]> => {
  const box = (await page.locator(selector).first().boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
};

const heading = ({ page }: Window, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

test('the arrow and the browser’s back button return to the previous view, or to the list that contains a view', async () => {
  const { mia, lunch } = await kitchenTeam();
  const window = await openWindow(mia, lunch, PHONE);
  const { page, go, close } = window;
  const arrow = page.getByRole('button', { name: 'Back', exact: true });
  // The client was opened here, so the arrow leads to the topics of the channel, not out of the client.
  await arrow.tap();
  await eventually(() => page.url(), /#topics\/channel\//);
  await arrow.tap();
  await heading(window, 'lunch');
  await go('#settings/notifications');
  await arrow.tap();
  await heading(window, 'lunch');
  await go('#inbox');
  await heading(window, 'Inbox');
  assert.equal(await arrow.count(), 0, 'the bottom bar leads here');
  // The list of channels is above the view: the back button closes it and stays in the client.
  await page.getByRole('button', { name: 'Channels' }).tap();
  await page.locator('.sidebar').waitFor();
  const channel = page.locator('.sidebar').getByRole('link', { name: /^#?kitchen/ });
  await page.goBack();
  await page.locator('.sidebar').waitFor({ state: 'hidden' });
  await heading(window, 'Inbox');
  // On a small screen, the list begins near the channels.
  await page.setViewportSize({ width: 390, height: 480 });
  await page.getByRole('button', { name: 'Channels' }).tap();
  await eventually(async () => (await channel.boundingBox())!.y < 400, true, 'the channels are shown');
  await page.goBack();
  await page.setViewportSize(PHONE.viewport);
  // From a view that was opened in the list, one step leads to the view below it.
  await page.getByRole('button', { name: 'Channels' }).tap();
  await channel.tap();
  await arrow.tap();
  await heading(window, 'Inbox');
  // Wide windows show the lists beside the view and need no arrow.
  await page.setViewportSize({ width: 1024, height: 800 });
  await go(lunch);
  await arrow.waitFor({ state: 'hidden' });
  // Longer words scroll in one line, so that the list begins high.
  await page.setViewportSize(PHONE.viewport);
  await mia.patch('/settings', { default_language: 'ru' });
  await go('#recent');
  const choices = page.locator('.page-tools > .choice');
  await choices.getByText('Непрочитанные').waitFor();
  assert.equal(await choices.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth), false);
  const { height: lines } = (await page.locator('.page-tools').boundingBox())!;
  assert.ok(lines < 60, `the tools take ${lines} pixels`);
  await choices.getByRole('button').last().tap();
  await choices.getByRole('button').first().tap();
  // A window that is enlarged twice has room for the names, too.
  await page.setViewportSize({ width: 720, height: 450 });
  const { width } = (await page.locator('.recent-topic').first().boundingBox())!;
  assert.ok(width > 150, `the name has ${width} pixels`);
  await close();
});

test('menus rise from the bottom edge, trap the focus, and close by handle, Escape, back and dragging', async () => {
  const { mia, lunch } = await kitchenTeam();
  const window = await openWindow(mia, lunch, PHONE);
  const { page, close } = window;
  const finger = await getFinger(window);
  const opener = page.getByRole('button', { name: 'Actions for topic lunch' });
  const menu = page.getByRole('menu');
  const open = async () => {
    await opener.tap();
    await menu.waitFor();
  };
  const closed = async () => {
    await menu.waitFor({ state: 'detached' });
    await eventually(() => opener.evaluate((button) => document.activeElement === button), true, 'focus returns');
    await heading(window, 'lunch');
  };
  await open();
  const { y, height, width } = (await page.locator('.sheet').boundingBox())!;
  assert.deepEqual([Math.round(y + height), width], [844, 390]);
  await assertAccessibleInBothThemes(page, 'a menu on a phone', '.sheet');
  // The menu is one Tab stop, and the handle the other one.
  const focused = () =>
    page.evaluate(() => document.activeElement!.getAttribute('role') ?? document.activeElement!.ariaLabel);
  assert.equal(await focused(), 'menuitemradio');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Close');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'menuitemradio');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await closed();
  await open();
  await page.keyboard.press('Escape');
  await closed();
  await open();
  await page.goBack();
  await closed();
  await open();
  const handle = await center(page, '.sheet-handle');
  await drag(finger, handle, [handle[0], handle[1] + 30], { holds: true });
  await eventually(() => page.locator('.sheet').evaluate((sheet) => sheet.style.translate), /^0px \d\dpx$/);
  await drag(finger, handle, [handle[0], 840]);
  await closed();
  await open();
  await page.touchscreen.tap(200, 60);
  await closed();
  // A menu that opens while the browser is on its way back from the entry of the previous one.
  await open();
  await page.evaluate(async () => {
    const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    const back = history.back.bind(history);
    history.back = () => {
      history.back = back;
      back();
      document.querySelector<HTMLElement>('.main-actions [aria-haspopup=menu]')!.click();
    };
    document.querySelector<HTMLElement>('.sheet-handle')!.click();
    await left;
  });
  await waitForRender(page);
  await menu.waitFor();
  await page.goBack();
  await closed();
  // An item that leads elsewhere: going back returns to the view below the menu at once.
  await page.goto(page.url().replace(/#.*/, '#inbox'));
  await page.getByRole('link', { name: 'You', exact: true }).tap();
  await page.getByRole('button', { name: 'Do not disturb' }).tap();
  await page.getByRole('menuitem', { name: 'Set a schedule' }).tap();
  await heading(window, 'Notifications');
  const schedule = page.getByRole('button', { name: 'Add quiet hours' });
  await eventually(
    async () => (await schedule.boundingBox())!.y < PHONE.viewport.height,
    true,
    'the schedule is shown',
  );
  await page.goBack();
  await heading(window, 'You');
  // The entry of the menu is skipped.
  await page.waitForFunction(() => !history.state.layer);
  await page.goBack();
  await heading(window, 'Inbox');
  await close();
});

test('a view that is opened while a closed menu leaves the history stays, and the way back skips the menu', async () => {
  const { mia } = await kitchenTeam();
  const window = await openWindow(mia, '#inbox', PHONE);
  const { page, close } = window;
  await page.getByRole('link', { name: 'You', exact: true }).tap();
  for (const [hash, title] of [
    ['#recent', 'Recent conversations'],
    ['#drafts', 'Drafts'],
  ] as const) {
    await page.getByRole('button', { name: 'Do not disturb' }).tap();
    await page.getByRole('menuitem', { name: 'Set a schedule' }).waitFor();
    await page.evaluate((hash) => {
      const back = history.back.bind(history);
      history.back = () => {
        history.back = back;
        back();
        location.hash = hash;
      };
    }, hash);
    await page.locator('.sheet-handle').click();
    await heading(window, title);
    await page.waitForFunction((hash) => location.hash === hash && history.state?.depth > 1, hash);
    await waitForRender(page);
    await heading(window, title);
    await page.goBack();
    await heading(window, 'You');
    await page.waitForFunction(() => !history.state.layer);
  }
  await page.goBack();
  await heading(window, 'Inbox');
  await close();
});

test('a swipe quotes a message, but not where it scrolls code, a table, or the conversation', async () => {
  const { mia, max, lunch, soup } = await kitchenTeam();
  const line = 'x'.repeat(300);
  const code = await max.sendMessage('kitchen', 'lunch', `\`\`\`\n${line}\n\`\`\``);
  const cells = Array.from({ length: 12 }, (_, at) => `a long cell ${at}`).join(' | ');
  const table = await max.sendMessage('kitchen', 'lunch', `| ${cells} |\n|${'---|'.repeat(12)}\n| ${cells} |`);
  const window = await openWindow(mia, lunch, PHONE);
  const { page, close } = window;
  const finger = await getFinger(window);
  await gesturesReady(page);
  for (const [id, part] of [
    [code, 'pre'],
    [table, 'table'],
  ] as const) {
    const [x, y] = await center(page, `#m${id} ${part}`);
    await drag(finger, [Math.min(x, 300), y], [60, y]);
    const scrolled = () =>
      page
        .locator(`#m${id}`)
        .evaluate((row) => [...row.querySelectorAll('*')].some(({ scrollLeft }) => scrollLeft > 0));
    await eventually(scrolled, true, part);
    // The content goes on moving after a quick drag, so that one back may not suffice.
    const scrolledBack = async () => {
      await drag(finger, [100, y], [300, y]);
      return scrolled();
    };
    await eventually(scrolledBack, false, part);
  }
  const [, y] = await center(page, `#m${soup} .message-body`);
  // Up and down, too short, and backwards.
  await drag(finger, [100, y], [140, y + 200]);
  await drag(finger, [100, y], [130, y]);
  await drag(finger, [300, y], [100, y]);
  assert.equal(await page.locator('.chips-quotes li').count(), 0);
  await drag(finger, [100, y], [200, y], { holds: true });
  await page.locator(`#m${soup} .swipe-sign.is-armed`).waitFor();
  await letGo(finger);
  await page.locator('.chips-quotes').getByText('Soup today').waitFor();
  await page.locator('.swipe-sign').waitFor({ state: 'detached' });
  assert.equal(await page.locator(`#m${soup}`).evaluate((row) => row.style.translate), '');
  await close();
});

test('the bottom bar makes room while the user writes, and returns when the keyboard closes', async () => {
  const { mia, lunch } = await kitchenTeam();
  const { page, close } = await openWindow(mia, lunch, PHONE);
  await gesturesReady(page);
  const bar = page.locator('.bottom-bar');
  const box = page.locator('#compose-text');
  await bar.waitFor();
  await box.tap();
  await bar.waitFor({ state: 'hidden' });
  // The keyboard makes the page smaller. The user closes it and stays in the field.
  await page.setViewportSize({ width: 390, height: 480 });
  await bar.waitFor({ state: 'hidden' });
  const visible = await box.boundingBox();
  assert.ok(visible!.y + visible!.height <= 480, 'the field is above the keyboard');
  await page.setViewportSize(PHONE.viewport);
  await bar.waitFor();
  await page.setViewportSize({ width: 390, height: 480 });
  await bar.waitFor({ state: 'hidden' });
  await page.setViewportSize(PHONE.viewport);
  await box.fill('Leek!');
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await page.locator('article', { hasText: 'Leek!' }).waitFor();
  // The keyboard stays for the next message.
  assert.equal(await box.evaluate((field) => document.activeElement === field), true);
  await box.blur();
  await bar.waitFor();
  await close();
});

test('the page of the user has status, do not disturb, theme, own messages, settings, and signing out', async () => {
  const { mia, app } = await kitchenTeam();
  const window = await openWindow(mia, '#inbox', PHONE);
  const { page, close } = window;
  const tab = page.getByRole('link', { name: 'You', exact: true });
  await tab.tap();
  await heading(window, 'You');
  assert.equal(await tab.getAttribute('aria-current'), 'page');
  await assertAccessibleInBothThemes(page, 'the page of the user');
  // The back button closes a dialog, and asks before it discards what was entered.
  await page.getByRole('button', { name: 'Set a status' }).tap();
  const status = page.getByRole('dialog', { name: 'Your status' });
  await status.waitFor();
  await page.goBack();
  await status.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Set a status' }).tap();
  // The emoji have the width of the dialog.
  const emoji = status.getByRole('button', { name: 'Choose an emoji' });
  await emoji.tap();
  await status.getByRole('option', { name: 'grinning', exact: true }).waitFor();
  const overflow = () => status.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  assert.equal(await overflow(), 0);
  await emoji.tap();
  await status.getByRole('textbox').fill('In the garden');
  await page.goBack();
  await status.getByRole('button', { name: 'Keep editing' }).waitFor();
  await page.goBack();
  await status.waitFor({ state: 'detached' });
  await heading(window, 'You');
  await page.getByRole('button', { name: 'Set a status' }).tap();
  await page.getByRole('button', { name: 'In a meeting' }).tap();
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await page.getByRole('button', { name: /Change your status\s*In a meeting/ }).waitFor();
  await page.getByRole('button', { name: /Do not disturb\s*Off/ }).tap();
  await page.getByRole('menuitem', { name: 'For 1 hour' }).tap();
  await page.getByRole('button', { name: /Do not disturb\s*Until/ }).waitFor();
  await page.getByRole('switch', { name: 'Appear offline' }).tap();
  await eventually(() => app.users.byId(mia.id)!.settings.presence_enabled, false);
  await page.getByRole('radio', { name: 'Dark' }).tap();
  await eventually(() => page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  for (const name of ['Mentions', 'Starred messages', 'Drafts', 'Scheduled messages', 'Reminders', 'Organization']) {
    await page.getByRole('link', { name, exact: true }).tap();
    await page.getByRole('heading', { level: 1, name: 'You' }).waitFor({ state: 'detached' });
    if (name === 'Starred messages') {
      // The tabs are one line, which has scrolled to the open one.
      const open = (await page.locator('.tabs [aria-current]').boundingBox())!;
      assert.ok(open.height < 56 && open.x + open.width <= 390, JSON.stringify(open));
    }
    await page.getByRole('button', { name: 'Back', exact: true }).tap();
    await heading(window, 'You');
  }
  await page.getByRole('link', { name: 'Settings', exact: true }).tap();
  await heading(window, 'Settings');
  await page.getByRole('link', { name: 'Preferences', exact: true }).tap();
  await heading(window, 'Preferences');
  assert.equal(await page.getByRole('searchbox', { name: 'Find a setting' }).isVisible(), false, 'a page of its own');
  await page.goBack();
  await heading(window, 'Settings');
  await page.goBack();
  await page.getByRole('button', { name: 'Sign out' }).tap();
  await page.waitForURL(/\/login/);
  await close();
});

test('pulling down a list fetches everything again, and pulling down a scrolled list scrolls it', async () => {
  const { mia, max } = await kitchenTeam();
  for (let at = 0; at < 30; at++) await max.sendMessage('kitchen', `topic ${at}`, 'Hello');
  const window = await openWindow(mia, '#recent', PHONE);
  const { page, close } = window;
  const finger = await getFinger(window);
  await gesturesReady(page);
  await page.getByText('topic 29').waitFor();
  const sign = page.locator('.pull-sign');
  const list = page.locator('.view');
  await drag(finger, [200, 600], [200, 300]);
  await eventually(async () => (await list.evaluate((view) => view.scrollTop)) > 100, true);
  let registrations = 0;
  page.on('request', (request) => request.url().endsWith('/json/register') && registrations++);
  await drag(finger, [200, 300], [200, 400], { holds: true });
  await eventually(() => sign.getAttribute('class'), 'pull-sign');
  await letGo(finger);
  await list.evaluate((view) => view.scrollTo(0, 0));
  // Too short.
  await drag(finger, [200, 300], [200, 350]);
  await sign.waitFor({ state: 'hidden' });
  await drag(finger, [200, 300], [200, 600], { holds: true });
  await page.locator('.pull-sign.is-armed').waitFor();
  assert.equal(registrations, 0);
  await letGo(finger);
  await eventually(() => registrations, 1);
  await sign.waitFor({ state: 'hidden' });
  // Events arrive as before.
  await max.sendMessage('kitchen', 'dessert', 'Ice cream');
  await page.getByText('dessert').waitFor();
  await close();
});

test('nothing is under the camera and the home indicator of a phone', async () => {
  const { mia, lunch } = await kitchenTeam();
  const { page, context, close } = await openWindow(mia, lunch, PHONE);
  const device = await context.newCDPSession(page);
  await device.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: { top: 50, bottom: 34 } } as never);
  await eventually(async () => (await page.locator('.main-head').boundingBox())!.y, 50);
  const lowest = await page
    .locator('.bottom-bar > *')
    .evaluateAll((tabs) => Math.max(...tabs.map((tab) => tab.getBoundingClientRect().bottom)));
  assert.ok(lowest <= 844 - 34, `the bottom bar ends at ${lowest}`);
  await page.getByRole('button', { name: 'Actions for topic lunch' }).tap();
  const end = await page
    .getByRole('menuitem')
    .evaluateAll((items) => Math.max(...items.map((item) => item.getBoundingClientRect().bottom)));
  assert.ok(end <= 844 - 34, `the menu ends at ${end}`);
  // A phone on its side has them at the left and right.
  await page.keyboard.press('Escape');
  await device.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: { left: 50, right: 50 } } as never);
  await page.setViewportSize({ width: 844, height: 390 });
  await eventually(async () => (await page.locator('.sidebar').boundingBox())!.x, 50);
  const main = (await page.locator('.main').boundingBox())!;
  assert.ok(main.x + main.width <= 794, `the view ends at ${main.x + main.width}`);
  await close();
});

test('the tools of the compose box are one line, Insert has the others, and the voice recorder stays within', async () => {
  const { ada, mia, lunch } = await kitchenTeam();
  await ada.patch('/realm', { jitsi_server_url: 'https://meet.example.org' });
  await mia.post('/saved_snippets', { title: 'Thanks', content: 'Thank you!' });
  const { page, message, close } = await openWindow(mia, lunch, PHONE);
  await message('Soup today').waitFor();
  await message('Soup today').focus();
  await page.keyboard.press('i');
  await page.locator('.sheet-message', { hasText: 'Soup today' }).waitFor();
  await assertAccessible(page, 'the menu of a message on a phone');
  const reactions = page.getByRole('group', { name: 'Add reaction' }).getByRole('menuitem');
  assert.equal(await reactions.count(), 6);
  await reactions.nth(1).tap();
  await message('Soup today').getByRole('button', { name: /heart/ }).waitFor();
  const tools = page.getByRole('toolbar', { name: 'Writing' });
  await tools.waitFor();
  const isOneLine = async () => (await tools.boundingBox())!.height < 80;
  await eventually(isOneLine, true);
  await page.locator('#compose-text').fill('**Bold**');
  await page.getByRole('button', { name: 'Emoji', exact: true }).tap();
  await page.getByRole('option', { name: 'grinning', exact: true }).tap();
  await waitForComposeText(page, '**Bold** :grinning: ');
  await page.getByRole('button', { name: 'Insert', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'Saved snippets' }).tap();
  await page.getByRole('button', { name: 'Thanks' }).first().tap();
  await waitForComposeText(page, '**Bold** :grinning: Thank you! ');
  await page.getByRole('button', { name: 'Insert', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'Preview' }).tap();
  await page.getByRole('region', { name: 'Preview' }).locator('strong').waitFor();
  await eventually(isOneLine, true, 'one line beside the preview');
  await page.getByRole('button', { name: 'Continue writing' }).tap();
  await page.locator('#compose-text').fill('');
  await page.getByRole('button', { name: 'Record a voice message' }).tap();
  await page.getByRole('button', { name: 'Stop' }).tap();
  await page.getByRole('button', { name: 'Send recording' }).waitFor();
  const box = (await page.locator('.compose-box').boundingBox())!;
  const discard = (await page.getByRole('button', { name: 'Discard recording' }).boundingBox())!;
  assert.ok(discard.x + discard.width <= box.x + box.width, 'the button is in the box');
  await page.getByRole('button', { name: 'Discard recording' }).tap();
  await close();
});

test('the tag of a topic without a name stays on one line in German', async () => {
  const { mia, max, channel } = await kitchenTeam();
  await max.sendMessage('kitchen', '', 'Soup for all who are here today');
  await mia.patch('/settings', { default_language: 'de' });
  const { page, close } = await openWindow(mia, `#topics/channel/${channel}`, PHONE);
  await eventually(async () => (await page.locator('.card-row .tag').first().boundingBox())!.height, 20);
  await close();
});

test('the search in the bar of a phone finds people', async () => {
  const { mia, max } = await kitchenTeam();
  const { page, close } = await openWindow(mia, '#inbox', PHONE);
  await page.locator('.bottom-bar').getByRole('button', { name: 'Search' }).tap();
  await page.locator('.search input:focus').waitFor();
  await eventually(() => findCutPlaceholders(page, '.search'), []);
  await page.keyboard.type('ma');
  await page.getByRole('option', { name: /^Max/ }).waitFor();
  await page.getByRole('option', { name: 'Search messages for “ma”' }).waitFor();
  assert.equal(await page.locator('.search kbd:visible').count(), 0, 'a phone has no keys');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.hash.startsWith(`#narrow/dm/${max.id}`));
  await close();
});

test('no placeholder is cut in German', async () => {
  const { mia, lunch } = await kitchenTeam();
  await mia.patch('/settings', { default_language: 'de' });
  const { page, go, close } = await openWindow(mia, '#inbox', PHONE);
  for (const [hash, selector] of [
    ['#inbox', '.page-filter'],
    ['#recent', '.page-filter'],
    ['#narrow/is/dm/view/list', '.page-filter'],
    [lunch, '#compose-text'],
  ] as const) {
    await go(hash);
    await page.locator(selector).waitFor();
    await eventually(() => findCutPlaceholders(page, '.main'), [], hash);
  }
  await close();
});
