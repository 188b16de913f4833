import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { sendChannelMessage } from '../../src/chat/messages/send/actions.ts';
import { NO_PUSH_SERVICE } from '../support/browser.ts';
import { assertAccessible, eventually, goTo, openWindow, WITH_WORKER } from './client.ts';
import { kitchenTeam } from './teams.ts';

/**
 * Replaces the browser's notifications: each one is recorded and can be clicked. The service worker is not involved
 * (web-push.test.ts).
 */
const stubNotifications = (page: Page) =>
  page.addInitScript(() => {
    const shownNotifications: { title: string; body: string; click(): void }[] = [];
    class Stub {
      static permission = 'default';
      static async requestPermission() {
        Stub.permission = 'granted';
        return 'granted';
      }
      onclick?: () => void;
      readonly tag: string;
      constructor(title: string, options: NotificationOptions) {
        this.tag = options.tag!;
        shownNotifications.push({ title, body: options.body ?? '', click: () => this.onclick?.() });
      }
      close() {}
    }
    ServiceWorkerContainer.prototype.getRegistration = async () => undefined;
    Object.assign(globalThis, { Notification: Stub, shownNotices: shownNotifications });
  });

const shown = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (globalThis as any).shownNotices.map(({ title, body }: { title: string; body: string }) => `${title}: ${body}`),
  );

test('notifications are offered when there is a reason, follow the settings, and open the message', async () => {
  const { mia, max, ada, app } = await kitchenTeam();
  const { page, close } = await openWindow(mia, '#inbox', { ...WITH_WORKER, before: stubNotifications });
  // Background work starts after the page was rendered.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active !== null);
  assert.equal(await page.getByText('Do you want to be notified').count(), 0, 'nobody is asked at once');
  await max.sendDirectMessage([mia], 'First');
  await page.getByText('Do you want to be notified').waitFor();
  await assertAccessible(page, 'the offer');
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await page.getByText('Do you want to be notified').waitFor({ state: 'detached' });
  const hello = await max.sendDirectMessage([mia], 'Hello');
  await eventually(() => shown(page), ['Max: Hello']);
  // She follows the topic from the mention on, but is not notified of earlier messages, even if they arrive at the same
  // moment.
  app.db.write(() => {
    const say = (who: number, text: string) =>
      sendChannelMessage(app, app.users.byId(who)!, { channel: 'kitchen', topic: 'lunch' }, text, {
        client: 'website',
      });
    say(max.id, 'Nothing for Mia');
    say(ada.id, 'You, @**Mia**!');
  });
  await eventually(() => shown(page), ['Max: Hello', 'Ada (#kitchen › lunch): You, @Mia!']);
  await page.evaluate(() => (globalThis as any).shownNotices[0].click());
  await page.locator(`#m${hello}`).waitFor();
  await eventually(() => page.url(), new RegExp(`/near/${hello}$`));
  await mia.patch('/settings', { pm_content_in_desktop_notifications: false });
  await goTo(page, '#inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await max.sendDirectMessage([mia], 'Between us');
  await eventually(async () => (await shown(page))[2], 'Max: New direct message');
  // Quiet hours that hold at any time, whatever the browser's clock says.
  await mia.patch('/do_not_disturb', { schedule: [{ days: [1, 2, 3, 4, 5, 6, 7], start: 0, end: 0 }] });
  await page.locator('.me').getByText('Do not disturb').waitFor({ state: 'attached' });
  const quiet = await ada.sendDirectMessage([mia], 'At night');
  // The window that may show a message holds its lock for a while, also if it shows nothing.
  await page.waitForFunction(async (name) => {
    const { held } = await navigator.locks.query();
    return held!.some((lock) => lock.name === name);
  }, `notice-${quiet}`);
  await mia.patch('/do_not_disturb', { schedule: [] });
  await page.locator('.me').getByText('Do not disturb').waitFor({ state: 'detached' });
  await max.sendDirectMessage([mia], 'In the morning');
  await eventually(async () => (await shown(page))[3], 'Max: New direct message');
  await eventually(() => page.title(), /^\(\d+\)/);
  await mia.patch('/settings', { desktop_icon_count_display: 4 });
  await page.waitForFunction(() => !document.title.startsWith('('));
  // An incognito test window gets no push service; the page works without it.
  await close(NO_PUSH_SERVICE);
});
