import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { sendChannelMessage } from '../../src/chat/messages/send/actions.ts';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/kernel/http/auth.ts';
import { newTeam } from '../support/team.ts';
import { assertAccessible, endSession, eventually, WITH_WORKER, windowOf, written } from './client.ts';

async function kitchen() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  const channel = ada.team.app.channels.named('kitchen')!.id;
  const soup = await max.say('kitchen', 'lunch', 'Soup today');
  return { ...team, channel, soup, lunch: `#narrow/channel/${channel}/topic/lunch` };
}

/**
 * Replaces the browser's notifications: each one is recorded and can be clicked. The service worker is not involved
 * (web-push.test.ts).
 */
const stubNotifications = (page: Page) =>
  page.addInitScript(() => {
    const shown: { title: string; body: string; click(): void }[] = [];
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
        shown.push({ title, body: options.body ?? '', click: () => this.onclick?.() });
      }
      close() {}
    }
    ServiceWorkerContainer.prototype.getRegistration = async () => undefined;
    Object.assign(globalThis, { Notification: Stub, shownNotices: shown });
  });

const shown = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (globalThis as any).shownNotices.map(({ title, body }: { title: string; body: string }) => `${title}: ${body}`),
  );

test('the names of users who reacted and of readers are shown, also by keyboard', async () => {
  const { mia, max, ada, soup, lunch } = await kitchen();
  await ada.post(`/messages/${soup}/reactions`, { emoji_name: 'heart' });
  await mia.post('/messages/flags', { op: 'add', flag: 'read', messages: [soup] });
  const { page, message, close } = await windowOf(max, lunch);
  await message('Soup today').waitFor();
  await page.getByRole('button', { name: 'heart: Ada' }).click();
  await page.getByRole('button', { name: /^heart: you and Ada/ }).waitFor();
  await message('Soup today').focus();
  await page.keyboard.press('V');
  const readers = page.getByRole('dialog', { name: 'Read receipts' });
  await readers.getByRole('link', { name: 'Mia' }).waitFor();
  await assertAccessible(page, 'who has read it');
  await page.keyboard.press('Escape');
  await readers.waitFor({ state: 'detached' });
  await message('Soup today').focus();
  await page.keyboard.press('i');
  await page.getByRole('menuitem', { name: 'View reactions' }).click();
  const people = page.getByRole('dialog', { name: 'Reactions' });
  await people.getByRole('link', { name: 'Ada' }).waitFor();
  await people.getByRole('link', { name: 'Max' }).waitFor();
  await assertAccessible(page, 'who reacted');
  await close();
});

test('a status is shown beside the name; a user can be invisible, and can turn on do-not-disturb', async () => {
  const { mia, max, lunch } = await kitchen();
  const [hers, his] = await Promise.all([windowOf(mia, lunch), windowOf(max, lunch)]);
  await his.message('Soup today').waitFor();
  await his.page.keyboard.press('Y');
  const dialog = his.page.getByRole('dialog', { name: 'Your status' });
  await dialog.getByRole('button', { name: 'On vacation' }).click();
  await assertAccessible(his.page, 'status');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await hers.message('Soup today').getByTitle('On vacation').waitFor();
  const menu = his.page.getByRole('button', { name: 'User menu' });
  await menu.click();
  await his.page.getByRole('menuitem', { name: 'Appear offline' }).click();
  await menu.click();
  await his.page.getByRole('menuitem', { name: 'Appear online' }).waitFor();
  await his.page.getByRole('menuitem', { name: 'Do not disturb' }).click();
  await his.page.getByRole('menuitem', { name: 'For 1 hour' }).click();
  await menu.click();
  await his.page.getByRole('menuitem', { name: /^Do not disturb until/ }).waitFor();
  await his.page.getByRole('menuitem', { name: 'Change your status' }).click();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await hers.page.getByTitle('On vacation').waitFor({ state: 'detached' });
  await hers.close();
  await his.close();
});

test('notifications are offered when there is a reason, follow the settings, and open the message', async () => {
  const { mia, max, ada, app } = await kitchen();
  const { page, troubles, close } = await windowOf(mia, '#inbox', { ...WITH_WORKER, before: stubNotifications });
  // Background work starts after the page was rendered.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active !== null);
  assert.equal(await page.getByText('Do you want to be notified').count(), 0, 'nobody is asked at once');
  await max.tell([mia], 'First');
  await page.getByText('Do you want to be notified').waitFor();
  await assertAccessible(page, 'the offer');
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await page.getByText('Do you want to be notified').waitFor({ state: 'detached' });
  const hello = await max.tell([mia], 'Hello');
  await eventually(() => shown(page), ['Max: Hello']);
  // She follows the topic from the mention on, but is not notified of earlier messages, even if they arrive at the same
  // moment.
  app.db.write(() => {
    const say = (who: number, text: string) =>
      sendChannelMessage(app, app.users.byId(who)!, 'kitchen', 'lunch', text, { client: 'website' });
    say(max.id, 'Nothing for Mia');
    say(ada.id, 'You, @**Mia**!');
  });
  await eventually(() => shown(page), ['Max: Hello', 'Ada (#kitchen › lunch): You, @Mia!']);
  await page.evaluate(() => (globalThis as any).shownNotices[0].click());
  await page.locator(`#m${hello}`).waitFor();
  await eventually(() => page.url(), new RegExp(`/near/${hello}$`));
  await mia.patch('/settings', { pm_content_in_desktop_notifications: false });
  await page.evaluate(() => (location.hash = '#inbox'));
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await max.tell([mia], 'Between us');
  await eventually(async () => (await shown(page))[2], 'Max: New direct message');
  await eventually(() => page.title(), /^\(\d+\)/);
  await mia.patch('/settings', { desktop_icon_count_display: 4 });
  await page.waitForFunction(() => !document.title.startsWith('('));
  // An incognito test window gets no push service; the page works without it.
  troubles.splice(0, 99, ...troubles.filter((text) => !/Push API in incognito/.test(text)));
  await close();
});

test('a session ended elsewhere leads to the sign-in page, and the draft is restored after it', async () => {
  const { mia, app, lunch } = await kitchen();
  const { page, message, context, close } = await windowOf(mia, lunch);
  await message('Soup today').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a sentence');
  await endSession(mia, context);
  await page.getByRole('textbox', { name: /mail/i }).waitFor();
  assert.match(page.url(), /login/);
  assert.match(decodeURIComponent(page.url()), /#narrow\/channel\/\d+\/topic\/lunch/);
  // After signing in, the user returns to the previous view.
  const { token: fresh, csrf } = openSession(app, app.users.byId(mia.id)!);
  app.db.commit();
  const url = await mia.team.url;
  await context.addCookies([
    { name: SESSION_COOKIE, value: fresh, url, httpOnly: true },
    { name: CSRF_COOKIE, value: csrf, url },
  ]);
  await page.reload();
  await message('Soup today').waitFor();
  await written(page, 'Half a sentence');
  await close();
});
