/** Servers full of users and messages, and a browser slowed down four times that measures frames and keys. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/kernel/http/auth.ts';
import { browser } from '../../test/support/browser.ts';
import type { Person } from './client.ts';
import { seedChannels, seedMessages, seedPeople, seedSession } from './seed.ts';
import { type Server, startKlatch, temporaryFolder } from './server.ts';
import { newTeam } from './team.ts';

const SLOWER = 4;
const TIMEOUT = 120_000;

export interface House {
  server: Server;
  folder: string;
  reader: Person;
  others: Person[];
  channels: number[];
  cookies: { token: string; csrf: string };
}

/** A server's data before anybody signs in. */
export type Furnished = Omit<House, 'server'>;

export async function prepareServer(
  people: number,
  channels: number,
  members: number,
  messages: number,
  topicsPerChannel: number,
): Promise<Furnished> {
  const { folder, people: first } = await newTeam(Math.min(people, 60));
  const [reader, ...others] = first as [Person, ...Person[]];
  const names = Array.from({ length: channels }, (_, at) => `channel ${at}`);
  const ids = seedChannels(folder, names, [reader, ...others.slice(0, members)]);
  seedMessages(folder, { channels: ids, topicsPerChannel, senders: others.slice(0, members), count: messages });
  if (people > first.length) seedPeople(folder, people - first.length, first.length);
  return { folder, reader, others, channels: ids, cookies: seedSession(folder, reader) };
}

/** Starts a server on a fresh copy of the data. */
export async function enter(furnished: Furnished): Promise<House> {
  const folder = join(temporaryFolder(), 'data');
  cpSync(furnished.folder, folder, { recursive: true });
  return { ...furnished, folder, server: await startKlatch(folder) };
}

export async function windowOf({
  server,
  cookies: { token, csrf },
}: House): Promise<{ context: BrowserContext; page: Page; slow: CDPSession }> {
  const context = await (await browser()).newContext({
    viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(TIMEOUT);
  const url = `http://127.0.0.1:${server.port}`;
  await context.addCookies([
    { name: SESSION_COOKIE, value: token, url, httpOnly: true },
    { name: CSRF_COOKIE, value: csrf, url },
  ]);
  const page = await context.newPage();
  await page.addInitScript(watchTheClock);
  const slow = await context.newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { context, page, slow };
}

/** Runs in the page: records first paint, first content, frame durations and key latencies. */
function watchTheClock(): void {
  const seen = { visible: 0, usable: 0, shift: 0, frames: [] as number[], keys: [] as number[], tasks: [] as number[] };
  Object.assign(globalThis, { seen });
  const look = () => {
    if (!seen.visible && document.querySelector('.sidebar')) seen.visible = performance.now();
    if (!seen.usable && document.querySelector('.inbox .card-row, article[data-id]')) seen.usable = performance.now();
    if (!seen.usable) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const observe = (type: string, take: (entry: PerformanceEntry) => void, options = {}) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
    } catch {
      // Not every browser reports it.
    }
  };
  observe('long-animation-frame', ({ duration }) => seen.frames.push(duration));
  observe('longtask', ({ duration }) => seen.tasks.push(duration));
  observe('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry as unknown as { hadRecentInput: boolean; value: number };
    if (!hadRecentInput) seen.shift += value;
  });
  observe('event', (entry) => entry.name === 'keydown' && seen.keys.push(entry.duration), { durationThreshold: 16 });
}

export interface Seen {
  visible: number;
  usable: number;
  /** Cumulative layout shift. */
  shift: number;
  frames: number[];
  keys: number[];
  /** Tasks of more than 50 ms. */
  tasks: number[];
}

export const clock = (page: Page): Promise<Seen> => page.evaluate(() => (globalThis as any).seen);

/** How long a fixed piece of work takes in the page, in ms. Figures of two runs are comparable as far as these are. */
export const fixedWork = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const times = Array.from({ length: 9 }, () => {
      const begun = performance.now();
      const counts = new Map<string, number>();
      for (let n = 0; n < 100_000; n++) counts.set(`k${n % 5000}`, n);
      return performance.now() - begun;
    });
    return times.sort((a, b) => a - b)[4]!;
  });
