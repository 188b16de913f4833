import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newTeam } from '../support/team.ts';
import { assertAccessibleInBothThemes, chip, eventually, openWindow } from './client.ts';

/** Drops a video that the browser records from a canvas, and a handmade tone, as a user would. */
const drop = (page: Page, name: string) =>
  page.evaluate(async (file) => {
    const film = async (): Promise<Blob> => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 });
      const pen = canvas.getContext('2d')!;
      const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm;codecs=vp8' });
      const data = new Promise<Blob>((resolve) => {
        recorder.ondataavailable = (event) => resolve(event.data);
      });
      recorder.start();
      for (let at = 0; at < 30; at++) {
        pen.fillStyle = `hsl(${at * 12} 80% 50%)`;
        pen.fillRect(0, 0, 160, 90);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      recorder.stop();
      return new Blob([await data], { type: 'video/webm' });
    };
    const tone = (): Blob => {
      const samples = Uint8Array.from({ length: 8000 }, (_, at) => 128 + 60 * Math.sin(at / 3));
      const head = new DataView(new ArrayBuffer(44));
      const text = (at: number, letters: string) =>
        [...letters].forEach((letter, n) => head.setUint8(at + n, letter.charCodeAt(0)));
      text(0, 'RIFF');
      head.setUint32(4, 36 + samples.length, true);
      text(8, 'WAVEfmt ');
      head.setUint32(16, 16, true);
      head.setUint16(20, 1, true);
      head.setUint16(22, 1, true);
      head.setUint32(24, 8000, true);
      head.setUint32(28, 8000, true);
      head.setUint16(32, 1, true);
      head.setUint16(34, 8, true);
      text(36, 'data');
      head.setUint32(40, samples.length, true);
      return new Blob([head, samples], { type: 'audio/wav' });
    };
    const blob = file.endsWith('.webm') ? await film() : tone();
    const data = new DataTransfer();
    data.items.add(new File([blob], file, { type: blob.type }));
    document
      .querySelector('.main')!
      .dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, name);

test('a video plays above the page, a sound plays in its message, and both can start at any position', async () => {
  const { ada, mia, app } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  const channel = app.channels.named('kitchen')!.id;
  const { page, message, close } = await openWindow(mia, `#narrow/channel/${channel}/topic/cakes`);
  await page.getByRole('button', { name: 'Insert' }).waitFor();
  const box = page.locator('#compose-text');
  for (const name of ['cake.webm', 'bell.wav']) {
    await drop(page, name);
    await chip(page, name).waitFor();
    await box.press('Control+Enter');
  }
  // The sound: its length is known before it plays, and it can start at any position.
  const sound = page.locator('article[data-id] audio');
  await sound.waitFor();
  await eventually(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration), 1);
  await eventually(() => sound.getAttribute('title'), 'bell.wav');
  await sound.focus();
  await page.keyboard.press('Space');
  await eventually(() => sound.evaluate((audio: HTMLAudioElement) => audio.played.length > 0), true);
  // The video.
  const film = message('cake.webm')
    .getByRole('link', { name: 'cake.webm' })
    .filter({ has: page.locator('video') });
  await eventually(
    () => film.locator('video').evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight]),
    [160, 90],
  );
  await film.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'cake.webm' });
  const shown = dialog.locator('video');
  await eventually(() => shown.evaluate((video: HTMLVideoElement) => video.ended), true);
  await assertAccessibleInBothThemes(page, 'a film');
  await eventually(() => shown.evaluate((video) => video === document.activeElement), true);
  await shown.evaluate((video) => video.addEventListener('play', () => video.setAttribute('data-played', 'again')));
  await page.keyboard.press('Space');
  await eventually(() => shown.getAttribute('data-played'), 'again');
  const src = await shown.evaluate((video: HTMLVideoElement) => video.src);
  const part = await page.evaluate(async (address) => {
    const response = await fetch(address, { headers: { Range: 'bytes=4-7' } });
    return [response.status, response.headers.get('content-range')?.split('/')[0], (await response.bytes()).length];
  }, src);
  assert.deepEqual(part, [206, 'bytes 4-7', 4]);
  await page.setViewportSize({ width: 390, height: 800 });
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => film.evaluate((link) => link === document.activeElement), true);
  await eventually(() => sound.evaluate((audio) => audio.getBoundingClientRect().right <= innerWidth), true);
  await close();
});
