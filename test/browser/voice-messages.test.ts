import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessibleInBothThemes, eventually, openWindow, waitForComposeText, waitForRender } from './client.ts';
import { emptyKitchenTeam } from './teams.ts';

/** Records until the timer shows this number of seconds, at most 9. */
const record = async (page: Page, seconds = 1) => {
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  const recorder = page.getByRole('region', { name: 'Voice message' });
  await eventually(() => recorder.getByRole('timer').textContent(), new RegExp(`^(?!0:0[0-${seconds - 1}])`));
  return recorder;
};

const audioIn = (page: Page, property: 'paused' | 'currentTime' | 'playbackRate') =>
  page.locator('article[data-id] audio').evaluate((audio, name) => (audio as any)[name], property);

test('a voice message is recorded, heard, sent and played', async () => {
  const { mia, max, topic } = await emptyKitchenTeam();
  const [hers, his] = await Promise.all([
    openWindow(mia, topic('lunch'), { permissions: ['microphone'] }),
    openWindow(max, topic('lunch')),
  ]);
  await hers.page.locator('#compose-text').fill('Not sent with it');
  const recorder = await record(hers.page, 2);
  // The bars show that the microphone hears something.
  const loudest = () =>
    recorder
      .locator('.voice-bars > span')
      .evaluateAll((bars) => Math.max(...bars.map((bar) => Number(getComputedStyle(bar).getPropertyValue('--peak')))));
  await eventually(async () => (await loudest()) > 0.2, true);
  await assertAccessibleInBothThemes(hers.page, 'a recording');
  await recorder.getByRole('button', { name: 'Stop' }).click();
  await recorder.getByRole('button', { name: 'Play' }).click();
  await recorder.getByRole('button', { name: 'Pause' }).waitFor();
  await assertAccessibleInBothThemes(hers.page, 'a recording that can be heard');
  await recorder.getByRole('button', { name: 'Send recording' }).click();
  await recorder.waitFor({ state: 'detached' });
  await waitForComposeText(hers.page, 'Not sent with it');

  // For other clients, it is a link to an audio file.
  const { page } = his;
  const player = page.locator('article[data-id]').getByRole('group', { name: /^Voice message \(\d+:\d\d\)$/ });
  await player.waitFor();
  const { content } = (await max.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages.at(-1);
  const [, address] =
    /^<p><a href="(\/user_uploads\/[^"]+\/voice-message\.weba)">Voice message \(\d+:\d\d\)<\/a><\/p>$/.exec(content)!;
  const file = await his.context.request.get(new URL(address!, page.url()).href);
  assert.equal(file.headers()['content-type'], 'audio/webm');
  assert.equal(file.headers()['content-disposition'], 'inline');

  const slider = player.getByRole('slider', { name: 'Position' });
  await eventually(() => slider.getAttribute('aria-valuetext'), /^0:00 of \d+:(?!0[01])\d\d$/);
  await assertAccessibleInBothThemes(page, 'a voice message');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await eventually(() => slider.getAttribute('aria-valuetext'), /^0:01 of/);
  await player.getByRole('button', { name: 'Speed: 1×' }).click();
  await player.getByRole('button', { name: 'Speed: 1.5×' }).waitFor();
  await eventually(() => audioIn(page, 'playbackRate'), 1.5);
  await player.getByRole('button', { name: 'Play' }).click();
  await eventually(async () => (await audioIn(page, 'currentTime')) >= 1, true);
  await eventually(() => audioIn(page, 'paused'), true, 'it ends');
  await page.setViewportSize({ width: 390, height: 800 });
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await hers.close();
  await his.close();
});

test('the button that sends a message also sends what is or was recorded for it', async () => {
  const { mia, max, topic } = await emptyKitchenTeam();
  const { page, go, close } = await openWindow(mia, topic('lunch'), { permissions: ['microphone'] });
  const newest = async () =>
    (await max.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false })).messages.at(
      -1,
    );
  const voice = String.raw`\[Voice message \(\d+:\d\d\)\]\(/user_uploads/[^)]+/voice-message\.weba\)`;
  const button = page.getByRole('button', { name: 'Send', exact: true });

  // It is stopped and sent at once.
  let recorder = await record(page);
  await button.click();
  await recorder.waitFor({ state: 'detached' });
  await eventually(async () => (await newest()).content, new RegExp(`^${voice}$`));

  // With a text. Enter does the same.
  recorder = await record(page);
  await recorder.getByRole('button', { name: 'Stop' }).click();
  await recorder.getByRole('button', { name: 'Play' }).waitFor();
  await page.locator('#compose-text').fill('Listen to this');
  await page.locator('#compose-text').press('Control+Enter');
  await recorder.waitFor({ state: 'detached' });
  await eventually(async () => (await newest()).content, new RegExp(`^Listen to this\\n${voice}$`));
  await waitForComposeText(page, '');

  // A recording for another conversation stays.
  recorder = await record(page);
  await go(topic('dinner'));
  await page.locator('#compose-text').fill('Only this');
  await button.click();
  await eventually(async () => (await newest()).content, 'Only this');
  await recorder.getByText('To #kitchen › lunch').waitFor();
  await go(topic('lunch'));
  await button.click();
  await recorder.waitFor({ state: 'detached' });
  await eventually(async () => (await newest()).subject, 'lunch');
  await close();
});

test('a recording that is discarded is not sent, and the microphone is off', async () => {
  const { mia, topic } = await emptyKitchenTeam();
  const { page, close } = await openWindow(mia, topic('lunch'), {
    permissions: ['microphone'],
    before: (page) =>
      page.addInitScript(() => {
        const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        navigator.mediaDevices.getUserMedia = async (wanted) => {
          const stream = await ask(wanted);
          Object.assign(globalThis, { track: stream.getTracks()[0] });
          return stream;
        };
      }),
  });
  const recorder = await record(page);
  const state = () => page.evaluate(() => (globalThis as any).track.readyState);
  assert.equal(await state(), 'live');
  await recorder.getByRole('button', { name: 'Discard recording' }).click();
  await recorder.waitFor({ state: 'detached' });
  await eventually(state, 'ended');
  await waitForRender(page);
  const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 });
  assert.equal(messages.filter(({ sender_id }: { sender_id: number }) => sender_id === mia.id).length, 0);
  await close();
});

test('a microphone that may not be used is explained, and a recording that cannot be sent is kept', async () => {
  const { mia, topic } = await emptyKitchenTeam();
  const { page, context, message, close } = await openWindow(mia, topic('lunch'));
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await page.getByText('Klatch can’t use your microphone.').waitFor();
  await page.getByRole('button', { name: 'Discard recording' }).click();

  // A microphone is turned off if it cannot be recorded.
  await page.evaluate(() => {
    const { stream } = new AudioContext().createMediaStreamDestination();
    navigator.mediaDevices.getUserMedia = async () => stream;
    MediaRecorder.prototype.start = () => {
      throw new DOMException('no', 'NotSupportedError');
    };
    Object.assign(globalThis, { track: stream.getTracks()[0] });
  });
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await page.getByText('Klatch can’t use your microphone.').waitFor();
  assert.equal(await page.evaluate(() => (globalThis as any).track.readyState), 'ended');
  await page.getByRole('button', { name: 'Discard recording' }).click();

  await page.reload();
  await context.grantPermissions(['microphone']);
  const recorder = await record(page);
  await recorder.getByRole('button', { name: 'Stop' }).click();
  let mayUpload = false;
  await page.route('**/json/user_uploads', (route) => (mayUpload ? route.continue() : route.abort()));
  const sendButton = recorder.getByRole('button', { name: 'Send recording' });
  await sendButton.click();
  await recorder.getByRole('alert').waitFor();
  mayUpload = true;
  await sendButton.click();
  await recorder.waitFor({ state: 'detached' });
  await message('')
    .getByRole('group', { name: /^Voice message/ })
    .waitFor();
  await close(/net::ERR_FAILED/);
});
