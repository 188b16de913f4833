import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, openWindow, waitForRender } from './client.ts';
import { emptyKitchenTeam } from './teams.ts';

/** Adds up what the browser reports as layout shift, from the start of the page. */
async function recordShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

for (const [place, hash] of [
  ['a topic', (channel: number) => `#narrow/channel/${channel}/topic/story`],
  ['a channel', (channel: number) => `#narrow/channel/${channel}`],
] as const)
  test(`nothing moves while more and more messages of ${place} are rendered`, async () => {
    const { ada, mia, channel } = await emptyKitchenTeam();
    // All of one author, so they share a box, which grows upwards.
    for (let n = 1; n <= 60; n++) await ada.sendMessage('kitchen', 'story', `Chapter ${n} of it`);
    await mia.post('/mark_all_as_read');
    const { page, message, close } = await openWindow(mia, hash(channel), { before: recordShift });
    await message('Chapter 60 of it').waitFor();
    await eventually(() => page.locator('article[data-id]', { hasText: 'Chapter' }).count(), 60, 'rendered messages');
    await waitForRender(page);
    const shift = await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift);
    assert.ok(shift < 0.02, `layout shift: ${shift}`);
    await close();
  });
