/**
 * The web client in Chromium with its CPU slowed down four times. Measured are the first visit and the next, opening
 * conversations, scrolling, and a message from another user. Then what lasts: a long draft, many messages, a long
 * session. Then the same with 10,000 users, 500 channels and 50,000 unread messages. The times are divided by how much
 * slower the machine is than usual at that moment (`measureSlowness`), so that the limits hold on a busy machine.
 */
import { browser } from '../../test/support/browser.ts';
import { askOnce, type Person, post } from './client.ts';
import { atLeast, atMost, type Bench, median, type Options, type Result, rounded, sleep } from './measure.ts';
import { compressAsReleased } from './server.ts';
import { crowd, type Day } from './web-crowd.ts';
import { memoryOfLongSession, readStream, typeIntoLongDraft } from './web-heavy-use.ts';
import {
  clock,
  cpuTimes,
  enter,
  goTo,
  type House,
  makeWindow,
  measureMemory,
  measureSlowness,
  prepareServer,
} from './web-window.ts';

export const bench: Bench = {
  name: 'web',
  summary:
    'the web client in a browser slowed down four times; with 10,000 people, 500 channels and 50,000 unread messages too',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const figures: Result['figures'] = {};
  const checks: Result['checks'] = [];
  const rounds = quick ? 2 : 5;

  await compressAsReleased();
  await visits(rounds, figures, checks);
  await heavyUse(quick, figures, checks);
  const large = await prepareServer(quick ? 2000 : 10_000, quick ? 100 : 500, 20, quick ? 5000 : 50_000, 10);
  const days: Day[] = [];
  for (let day = 0; day < (quick ? 1 : 5); day++) {
    const entered = await enter(large);
    try {
      days.push(await crowd(entered));
    } finally {
      await entered.server.stop();
    }
  }
  await (await browser()).close();
  const quickest = (of: (day: Day) => number) => Math.min(...days.map((day) => of(day) / day.slowness));
  figures['10,000 people: times slower than usual'] = days.map(({ slowness }) => rounded(slowness)).join(' ');
  figures['10,000 people: usable, ms'] = quickest(({ opened }) => opened);
  figures['10,000 people: memory of the page, MB'] = median(days.map(({ heap }) => heap));
  figures['10,000 people: a topic not seen before, ms'] = quickest(({ unseen }) => median(unseen));
  figures['10,000 people: to a topic seen before, ms'] = quickest(({ seen }) => median(seen));
  // Other load on the machine lengthens some frames in some runs. What the client itself needs, it needs in all of
  // them.
  const least = [...days[0]!.frames.keys()].map(
    (action) => [action, quickest(({ frames }) => frames.get(action)!)] as const,
  );
  for (const [action, longest] of least) figures[`10,000 people: longest frame: ${action}, ms`] = longest;
  checks.push(
    atMost(
      '10,000 people: a key, ms',
      quickest(({ keys }) => median(keys)),
      50,
    ),
    atMost(
      '10,000 people: the slowest key, ms',
      quickest(({ keys }) => Math.max(...keys)),
      50,
    ),
    atMost('10,000 people: longest frame, ms', Math.max(...least.map(([, longest]) => longest)), 100),
  );
  return { figures, checks };
}

/** A small organization: first visits, the next, and a conversation. */
async function visits(rounds: number, figures: Result['figures'], checks: Result['checks']): Promise<void> {
  const small = await enter(await prepareServer(50, 20, 20, 3000, 8));
  try {
    const firsts = [];
    for (let round = 0; round < rounds; round++) firsts.push(await firstVisit(small));
    const [first] = firsts;
    figures['page and scripts, KB'] = first!.bytes / 1000;
    figures['second visit: shown, ms'] = median(firsts.map(({ again }) => again));
    checks.push(
      atMost('page and first scripts, KB', first!.bytes / 1000, 90),
      atMost('first visit: visible, ms', median(firsts.map(({ visible }) => visible)), 1000),
      atMost('first visit: usable, ms', median(firsts.map(({ usable }) => usable)), 2000),
    );
    const colds = [];
    for (let round = 0; round < rounds; round++) colds.push(await coldConversation(small));
    checks.push(
      atMost('first message of a first visit, ms', median(colds.map(({ usable }) => usable)), 1000),
      atMost('requests of a first visit', Math.max(...colds.map(({ requests }) => requests)), 25),
      atMost('first visit with fonts and pictures, KB', Math.max(...colds.map(({ bytes }) => bytes / 1000)), 250),
      atMost('layout shift of a first visit', Math.max(...colds.map(({ shift }) => shift)), 0.02),
      atMost('a topic not seen before, ms', median(colds.flatMap(({ topics }) => topics)), 150),
    );
    const climbs = [];
    for (let round = 0; round < rounds; round++) climbs.push(await climb(small));
    const { switches, arrivals, growth } = await talk(small, rounds * 4);
    checks.push(
      atLeast('1,000 messages up: seen', Math.min(...climbs.map(({ seen }) => seen)), CLIMB),
      // What the client itself needs, it needs in all rounds.
      atMost('1,000 messages up: longest task, ms', Math.min(...climbs.map(({ longest }) => longest)), 50),
      atMost('to a conversation seen before, ms', median(switches), 60),
      atMost('event to screen, ms', median(arrivals), 100),
      atMost('memory after more conversations, times', growth, 1.1),
    );
  } finally {
    await small.server.stop();
  }
}

/** A small organization: a long draft, many messages, and a long session. */
async function heavyUse(quick: boolean, figures: Result['figures'], checks: Result['checks']): Promise<void> {
  const small = await enter(await prepareServer(50, 20, 20, 3000, 8));
  try {
    const rounds = Array.from({ length: quick ? 1 : 3 });
    const typings: Awaited<ReturnType<typeof typeIntoLongDraft>>[] = [];
    for (const _ of rounds) typings.push(await typeIntoLongDraft(small));
    const streams = [];
    for (const _ of rounds) streams.push(await readStream(small, quick ? 5 : 20));
    const { before, growth } = await memoryOfLongSession(small, quick ? 1000 : undefined);
    // What the client itself needs, it needs in all rounds.
    const least = (of: (typing: (typeof typings)[number]) => number) => Math.min(...typings.map(of));
    figures['10,000 characters: CPU time of a key, ms'] = least(({ plain }) => plain.task);
    figures['10,000 characters, formatted: CPU time of a key, ms'] = least(({ formatted }) => formatted.task);
    figures['50 messages a second: late frames, % of the time'] = Math.min(...streams.map(({ late }) => late * 100));
    figures['memory of a conversation, MB'] = before;
    checks.push(
      atMost(
        '10,000 characters: the slowest key, ms',
        least(({ plain }) => plain.key),
        50,
      ),
      atMost(
        '10,000 characters, formatted: the slowest key, ms',
        least(({ formatted }) => formatted.key),
        50,
      ),
      atMost('50 messages a second: longest task, ms', Math.min(...streams.map(({ longest }) => longest)), 50),
      atMost('memory after 5,000 messages and 50 conversations, MB more', growth, 10),
    );
  } finally {
    await small.server.stop();
  }
}

/** Opens the client in a fresh browser, and again with a filled cache. */
async function firstVisit(house: House): Promise<{ bytes: number; visible: number; usable: number; again: number }> {
  const opened = await makeWindow(house);
  const { context, page } = opened;
  const slowness = await measureSlowness(opened);
  const url = `http://127.0.0.1:${house.server.port}/#inbox`;
  await page.goto(url);
  await page.locator('.inbox .card-row').first().waitFor();
  const { visible, usable } = await clock(page);
  const bytes = await page.evaluate(() => {
    const [main] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const firsts = [...document.querySelectorAll<HTMLElement>('script[src], link[rel=modulepreload]')];
    const names = new Set(
      firsts.map((one) => (one as HTMLScriptElement).src || (one as unknown as HTMLLinkElement).href),
    );
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) =>
      names.has(name),
    );
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, main!.encodedBodySize);
  });
  while (!(await page.evaluate(isKept))) await sleep(300);
  await page.reload();
  await page.locator('.inbox .card-row').first().waitFor();
  const again = (await clock(page)).usable;
  await context.close();
  return { bytes, visible: visible / slowness, usable: usable / slowness, again: again / slowness };
}

interface Cold {
  usable: number;
  requests: number;
  bytes: number;
  shift: number;
  topics: number[];
}

/** Opens the client at a conversation in a fresh browser, and goes to other topics. */
async function coldConversation(house: House): Promise<Cold> {
  const opened = await makeWindow(house);
  const { context, page } = opened;
  const slowness = await measureSlowness(opened);
  const channels = house.channels.slice(0, 8);
  await page.goto(`http://127.0.0.1:${house.server.port}/#narrow/channel/${channels[0]}/topic/topic.201`);
  await page.locator('article[data-id]').first().waitFor();
  await sleep(3000);
  const { usable, shift } = await clock(page);
  const { requests, bytes } = await page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [main] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      requests: loaded.length + 1,
      bytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, main!.transferSize),
    };
  });
  const topics: number[] = [];
  for (const channel of channels.slice(1)) {
    topics.push(await page.evaluate(goTo, { place: `#narrow/channel/${channel}/topic/topic.203`, title: 'topic 3' }));
    // Each topic has another title than the last, so that it does not count as opened at once.
    await page.evaluate(goTo, { place: `#narrow/channel/${channel}/topic/topic.204`, title: 'topic 4' });
    await sleep(300);
  }
  await context.close();
  return { usable: usable / slowness, requests, bytes, shift, topics: topics.map((time) => time / slowness) };
}

const CLIMB = 1000;
/** Pixels and milliseconds between the events of a wheel that is turned fast. */
const NOTCH = 300;
const NOTCHES_APART = 30;
const MOST_NOTCHES = 1000;

/** Scrolls the combined feed up by a thousand messages. Returns those seen, and the longest task meanwhile. */
async function climb(house: House): Promise<{ seen: number; longest: number }> {
  const opened = await makeWindow(house);
  const { context, page, slow } = opened;
  await page.goto(`http://127.0.0.1:${house.server.port}/#feed`);
  await page.locator('.recipient-bar').first().waitFor();
  await page.keyboard.press('End');
  await page.mouse.move(800, 500);
  await sleep(4000);
  const slowness = await measureSlowness(opened);
  const seen = new Set<number>();
  const look = async () => {
    for (const id of await page.evaluate(idsOnPage)) seen.add(id);
  };
  await look();
  const tasks = await cpuTimes(slow, async () => {
    for (let notch = 0; notch < MOST_NOTCHES && seen.size < CLIMB; notch++) {
      await page.mouse.wheel(0, -NOTCH);
      await sleep(NOTCHES_APART);
      if (notch % 20 === 19) await look();
    }
  });
  const after = await measureSlowness(opened);
  await context.close();
  return { seen: seen.size, longest: tasks[0]! / ((slowness + after) / 2) };
}

/** Runs in the page. */
const idsOnPage = (): number[] =>
  [...document.querySelectorAll<HTMLElement>('article[data-id]')].map(({ dataset }) => Number(dataset.id));

const isKept = (): Promise<boolean> =>
  new Promise((resolve) => {
    const request = indexedDB.open('klatch');
    request.onsuccess = () => {
      const db = request.result;
      if (!db.objectStoreNames.contains('resources')) return resolve(false);
      const keys = db.transaction('resources').objectStore('resources').getAllKeys();
      keys.onsuccess = () => {
        db.close();
        resolve(keys.result.some((key) => String(key).endsWith(' whole')));
      };
    };
    request.onerror = () => resolve(false);
  });

interface Talk {
  switches: number[];
  arrivals: number[];
  /** The memory in use after the switches, compared with that before. */
  growth: number;
}

/** Switches between two conversations, and receives messages of another user in one. */
async function talk(house: House, rounds: number): Promise<Talk> {
  const opened = await makeWindow(house);
  const { context, page } = opened;
  await page.addInitScript(pollOnly);
  const [one, two] = house.channels as [number, number];
  const [speaker] = house.others as [Person];
  const places = [`#narrow/channel/${one}/topic/topic.201`, `#narrow/channel/${two}/topic/topic.202`];
  await page.goto(`http://127.0.0.1:${house.server.port}/${places[0]}`);
  for (const place of [...places, ...places]) {
    await page.evaluate((to) => (location.hash = to), place);
    await page.waitForFunction(
      (to) => document.querySelector('h1')?.textContent === to,
      decodeURIComponent(place.split('/').at(-1)!.replace('.', '%')),
    );
    await page.locator('article[data-id]').first().waitFor();
    await sleep(700);
  }
  const slowness = await measureSlowness(opened);
  const before = await measureMemory(opened);
  const switches: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const place = places[round % 2]!;
    const title = decodeURIComponent(place.split('/').at(-1)!.replace('.', '%'));
    switches.push((await page.evaluate(goTo, { place, title })) / slowness);
    await sleep(300);
  }
  const growth = (await measureMemory(opened)) / before;
  const arrivals: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const text = `Said number ${round}`;
    const shown = page.evaluate(shownAfterItsEvent, text);
    await sleep(200);
    const topic = (rounds - 1) % 2 === 0 ? 'topic 1' : 'topic 2';
    const to = (rounds - 1) % 2 === 0 ? one : two;
    await askOnce(house.server.port, post(speaker.auth, '/messages', { type: 'channel', to, topic, content: text }));
    arrivals.push((await shown) / slowness);
  }
  await context.close();
  return { switches, arrivals, growth };
}

/** Runs in the page before its scripts: makes it poll, since the end of a poll is when its events arrived. */
function pollOnly(): void {
  const { fetch } = window;
  window.fetch = (input, options) =>
    fetch(typeof input === 'string' ? input.replace('&stream=true', '') : input, options);
}

/** Runs in the page: the time from the reply with the event to the message on the screen. */
function shownAfterItsEvent(text: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const rows = [...document.querySelectorAll('article[data-id]')].slice(-3);
      if (!rows.some((row) => row.textContent?.includes(text))) return requestAnimationFrame(look);
      const shown = performance.now();
      return setTimeout(() => {
        const answers = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
          ({ name, responseEnd }) => name.includes('/json/events') && responseEnd > 0 && responseEnd <= shown,
        );
        resolve(shown - answers.at(-1)!.responseEnd);
        performance.clearResourceTimings();
      }, 50);
    };
    look();
  });
}
