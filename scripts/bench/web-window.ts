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

export interface Opened {
  context: BrowserContext;
  page: Page;
  slow: CDPSession;
}

export async function makeWindow({ server, cookies: { token, csrf } }: House): Promise<Opened> {
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
  const seen = { visible: 0, usable: 0, shift: 0, frames: [] as number[], keys: [] as number[] };
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
}

export const clock = (page: Page): Promise<Seen> => page.evaluate(() => (globalThis as any).seen);

/** The page's memory in bytes, without garbage. */
export async function measureMemory({ slow }: Opened): Promise<number> {
  await slow.send('HeapProfiler.collectGarbage');
  return (await slow.send('Runtime.getHeapUsage')).usedSize;
}

/**
 * CPU time in ms that a fixed piece of work takes in a page that is slowed down, on a machine without other load. The
 * limits are meant for such a machine.
 */
const FIXED_WORK = 20;

/**
 * How many times slower the machine is now than the one that limits are meant for, at least 1. Other programs that
 * share its processors slow down the page's work and the fixed piece of work alike.
 */
export async function measureSlowness({ page, slow }: Opened): Promise<number> {
  const times = await cpuTimes(slow, async () => {
    for (let time = 0; time < 5; time++) await page.evaluate(fixedWork);
  });
  // Those five are by far the longest tasks meanwhile.
  return Math.max(1, times[2]! / FIXED_WORK);
}

/** Runs in the page. */
function fixedWork(): void {
  const counts = new Map<string, number>();
  for (let n = 0; n < 100_000; n++) counts.set(`k${n % 5000}`, n);
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Duration in microseconds of CPU time. */
  tdur?: number;
  args: { name?: string };
}

/**
 * The CPU time in ms of each task that the pages' main threads run during `act`, longest first. Unlike its duration, it
 * does not contain the time during which other programs had the processor.
 */
export async function cpuTimes(slow: CDPSession, act: () => Promise<unknown>): Promise<number[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  slow.on('Tracing.dataCollected', collect);
  const traceConfig = { includedCategories: ['toplevel'], excludedCategories: ['*'] };
  await slow.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  const complete = new Promise((resolve) => slow.once('Tracing.tracingComplete', resolve));
  await slow.send('Tracing.end');
  await complete;
  slow.off('Tracing.dataCollected', collect);
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const named = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const threads = new Set(named.map(thread));
  return events
    .filter((event) => event.name.endsWith('RunTask') && threads.has(thread(event)))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}

/** Runs in the page: opens a conversation and returns the time until it is painted. */
export function goTo({ place, title }: { place: string; title: string }): Promise<number> {
  return new Promise((resolve) => {
    const begun = performance.now();
    location.hash = place;
    const look = () => {
      if (document.querySelector('h1')?.textContent !== title || !document.querySelector('article[data-id]'))
        return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - begun);
      return port2.postMessage(0);
    };
    requestAnimationFrame(look);
  });
}
