import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { eventually, openWindow, waitForComposeText } from './client.ts';
import { kitchenTeam } from './teams.ts';

test('a browser with missing features, or without TLS, can still send, edit and copy', async () => {
  const { ada, mia, team } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  await ada.sendMessage('kitchen', 'lunch', 'Soup today :heart:');
  await mia.patch('/settings', { enter_sends: true });
  const channel = team.app.channels.named('kitchen')!.id;
  const { page, message, close } = await openWindow(mia, `#narrow/channel/${channel}/topic/lunch`, {
    // Without Trusted Types, nothing enforces them.
    bypassCSP: true,
    before: (window) =>
      window.addInitScript(() => {
        const without = (owner: object, ...names: string[]) =>
          names.forEach((name) => Reflect.deleteProperty(owner, name));
        without(window, 'requestIdleCallback', 'trustedTypes', 'Notification', 'PushManager');
        without(Navigator.prototype, 'clipboard', 'locks', 'serviceWorker', 'setAppBadge', 'clearAppBadge');
        without(Crypto.prototype, 'subtle');
        MediaRecorder.isTypeSupported = () => false;
      }),
  });
  // Characters that some fonts show as plain symbols are marked as emoji.
  await eventually(() => message('Soup').locator('.emoji').textContent(), '❤️');
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await box.pressSequentially('すし');
  // The last key event of an input method in Safari: it ends the word and does not send the message.
  await box.evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })),
  );
  await box.pressSequentially(' please');
  await waitForComposeText(page, 'すし please');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await message('please').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Record a voice message' }).count(), 0);
  await message('please').focus();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Edit message' }).fill('すし, please');
  await page.getByRole('button', { name: 'Save' }).click();
  await message('すし, please').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('i');
  await page.getByRole('menuitem', { name: 'Copy text' }).click();
  await page.getByText('Copied').waitFor();
  await box.focus();
  await page.keyboard.press('Control+v');
  await waitForComposeText(page, 'すし, please');
  const { messages } = await mia.get('/messages', {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    apply_markdown: false,
  });
  assert.deepEqual(
    messages.slice(-2).map(({ content }: { content: string }) => content),
    ['Soup today :heart:', 'すし, please'],
  );
  await close();
});

/** What settings, private windows and other programs can take from a page. */
const FEATURES = [
  'indexedDB',
  'localStorage',
  'sessionStorage',
  'BroadcastChannel',
  'caches',
  'locks',
  'serviceWorker',
];

for (const kind of ['missing', 'forbidden'] as const)
  test(`a browser whose storage, locks and workers are ${kind} shows and receives messages`, async () => {
    const { mia, max, lunch } = await kitchenTeam();
    const { page, message, send, close } = await openWindow(mia, lunch, {
      bypassCSP: true,
      before: (window) =>
        window.addInitScript(
          ([names, isMissing]) => {
            for (const name of names) {
              const owner = name in window ? window : Navigator.prototype;
              const get = () => {
                throw new DOMException(`${name} is forbidden`, 'SecurityError');
              };
              if (isMissing) Reflect.deleteProperty(owner, name);
              else Object.defineProperty(owner, name, { get, configurable: true });
            }
          },
          [FEATURES, kind === 'missing'] as const,
        ),
    });
    await message('Soup today').waitFor();
    await max.sendMessage('kitchen', 'lunch', 'With bread');
    await message('With bread').waitFor();
    await send('Thanks');
    await message('Thanks').waitFor();
    await page.reload();
    await message('Thanks').waitFor();
    await page.getByRole('toolbar', { name: 'Writing' }).waitFor();
    await max.sendMessage('kitchen', 'lunch', 'And cheese');
    await message('And cheese').waitFor();
    await close();
  });
