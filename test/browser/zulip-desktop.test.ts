import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { NO_PUSH_SERVICE } from '../support/browser.ts';
import { eventually, goTo, openWindow, WITH_WORKER } from './client.ts';
import { kitchenTeam } from './teams.ts';

/** What this stand-in for Zulip's desktop app has received, and what it can do. */
interface App {
  events: [name: string, ...values: unknown[]][];
  notices: { title: string; body: string; tag: string; isOpen: boolean; click(): void }[];
  emit(name: string, ...values: unknown[]): void;
  canReply: boolean;
}

/** Zulip's desktop app: it offers `electron_bridge` to the page before its scripts run. */
const pretendApp = (page: Page) =>
  page.addInitScript(() => {
    const listeners = new Map<string, ((...values: unknown[]) => void)[]>();
    const app: App = {
      events: [],
      notices: [],
      canReply: false,
      emit: (name, ...values) => {
        for (const listener of listeners.get(name) ?? []) listener(...values);
      },
    };
    Object.assign(window, {
      app,
      electron_bridge: {
        send_event: (...event: App['events'][number]) => app.events.push(event),
        on_event: (name: string, listener: () => void) =>
          listeners.set(name, [...(listeners.get(name) ?? []), listener]),
        new_notification(
          title: string,
          { body = '', tag = '' }: NotificationOptions,
          dispatch: (type: string, init: EventInit) => boolean,
        ) {
          const notice = { title, body, tag, isOpen: true, click: () => dispatch('click', {}) };
          app.notices.push(notice);
          return { title, body, tag, close: () => (notice.isOpen = false) };
        },
        set_send_notification_reply_message_supported: (value: boolean) => (app.canReply = value),
        get_idle_on_system: () => false,
      },
    });
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  });

const getLast = (page: Page, name: string): Promise<unknown> =>
  page.evaluate((wanted) => ((window as any).app as App).events.findLast(([one]) => one === wanted)?.slice(1), name);

const emit = (page: Page, ...event: [string, ...unknown[]]): Promise<void> =>
  page.evaluate((one) => ((window as any).app as App).emit(...(one as [string])), event);

const notices = (page: Page) =>
  page.evaluate(() => ((window as any).app as App).notices.map(({ title, body, isOpen }) => [title, body, isOpen]));

test('Zulip’s desktop app gets the organization’s name, icon and unread count, and its menu works', async () => {
  const { ada, mia, max } = await kitchenTeam();
  const { page, close } = await openWindow(mia, '#inbox', { before: pretendApp });
  await mia.patch('/settings', { desktop_icon_count_display: 2 });
  await eventually(async () => String(await getLast(page, 'realm_icon_url')), /^\/static\/images\/icon\.svg/);
  await ada.patch('/realm', { name: 'The Gardeners' });
  await eventually(() => getLast(page, 'realm_name'), ['The Gardeners']);
  await max.sendDirectMessage([mia], 'One');
  await max.sendDirectMessage([mia], 'Two');
  await eventually(() => getLast(page, 'total_unread_count'), [2]);
  await mia.post('/mark_all_as_read');
  await eventually(() => getLast(page, 'total_unread_count'), [0]);
  await emit(page, 'show-notification-settings');
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  await emit(page, 'show-keyboard-shortcuts');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await emit(page, 'show-download-success', 'Download complete', 'recipe.txt', 'id');
  await page.getByText('Download complete – recipe.txt').waitFor();
  await emit(page, 'logout');
  await page.waitForURL(/\/login/);
  await close();
});

test('notifications go through Zulip’s desktop app, which opens messages and sends replies', async () => {
  const { ada, mia, max } = await kitchenTeam();
  const { page, close } = await openWindow(mia, '#inbox', { ...WITH_WORKER, before: pretendApp });
  // A page with a service worker shows notifications through it, but not here.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await eventually(() => page.evaluate(() => ((window as any).app as App).canReply), true);
  const hello = await max.sendDirectMessage([mia], 'Hello');
  await eventually(() => notices(page), [['Max', 'Hello', true]]);
  await page.evaluate(() => ((window as any).app as App).notices[0]!.click());
  await page.locator(`#m${hello}`).waitFor();
  await eventually(() => notices(page), [['Max', 'Hello', false]]);
  await goTo(page, '#inbox');
  const soup = await ada.sendMessage('kitchen', 'dinner', 'Soup, @**Mia**?');
  await eventually(async () => (await notices(page))[1], ['Ada (#kitchen › dinner)', 'Soup, @Mia?', true]);
  // The app sends back the tag of the notification.
  const tag = await page.evaluate(() => ((window as any).app as App).notices[1]!.tag);
  assert.equal(tag, String(soup));
  await emit(page, 'send_notification_reply_message', tag, 'Yes, please');
  await page.getByRole('heading', { level: 1, name: 'dinner' }).waitFor();
  await page.locator('article', { hasText: 'Yes, please' }).waitFor();
  // A reply to a message that was deleted meanwhile stays in the app.
  await ada.delete(`/messages/${soup}`);
  await page.locator(`#m${soup}`).waitFor({ state: 'detached' });
  await emit(page, 'send_notification_reply_message', tag, 'And bread');
  await page
    .getByRole('status')
    .getByText(/message/i)
    .waitFor();
  await eventually(
    () => getLast(page, 'send_notification_reply_message_failed'),
    [{ message_id: soup, data: { content: 'And bread' } }],
  );
  // Older versions of the app have no such function, and replace the browser's notifications by their own.
  await page.evaluate(() => {
    const { app, electron_bridge: bridge } = window as any;
    bridge.new_notification = undefined;
    class Replaced {
      constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
        app.notices.push({ title, body, tag, isOpen: true, click: () => (this as any).onclick() });
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Replaced });
  });
  await goTo(page, '#inbox');
  await max.sendDirectMessage([mia], 'Still there?');
  await eventually(async () => (await notices(page)).at(-1), ['Max', 'Still there?', true]);
  await page.evaluate(() => ((window as any).app as App).notices.at(-1)!.click());
  await page.getByRole('heading', { level: 1, name: 'Max' }).waitFor();
  await close(NO_PUSH_SERVICE);
});

test('a user of the computer is active in Zulip’s desktop app, also if its window is hidden', async () => {
  const { mia } = await kitchenTeam();
  const statuses: (string | null)[] = [];
  const before = async (page: Page) => {
    await pretendApp(page);
    await page.addInitScript(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
    page.on('request', (request) => {
      if (request.url().endsWith('/users/me/presence'))
        statuses.push(new URLSearchParams(request.postData() ?? '').get('status'));
    });
  };
  const { close } = await openWindow(mia, '#inbox', { before });
  await eventually(() => statuses[0], 'active');
  await close();
});
