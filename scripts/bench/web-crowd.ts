/**
 * A user's actions among 10,000 users, 500 channels and 50,000 unread messages, and the longest frame of each action.
 */
import type { Page } from 'playwright-core';
import { askOnce, post } from './client.ts';
import { sleep } from './measure.ts';
import { clock, goTo, type House, makeWindow, measureMemory, measureSlowness } from './web-window.ts';

interface Action {
  name: string;
  act(page: Page, house: House): Promise<unknown>;
}

const TOGETHER = 20;

const say = ({ server, others }: House, n: number, to: number, content: string): Promise<unknown> =>
  askOnce(
    server.port,
    post(others[n % TOGETHER]!.auth, '/messages', { type: 'channel', to, topic: 'topic 1', content }),
  );

/**
 * Waits for an element, and queries the page only when it is idle: the driver's queries are work in the page and would
 * count as the client's.
 */
async function seen(page: Page, sign: string, state: 'visible' | 'detached' = 'visible'): Promise<void> {
  await sleep(1200);
  await page.locator(sign).first().waitFor({ state });
}

async function visit(page: Page, hash: string, sign: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash);
  await seen(page, sign);
}

/** Clicks without asking the page for the position, as a hand does. */
async function press(page: Page, sign: string): Promise<void> {
  const { x, y, width, height } = (await page.locator(sign).boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Clears the focused field. */
async function empty(page: Page): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
}

async function wheel(page: Page, times: number, by: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await page.mouse.wheel(0, by);
    await sleep(120);
  }
}

const MESSAGE = 'article[data-id]';

/** The last message that others send. */
const QUIET = 'reading all';

const ACTIONS: readonly Action[] = [
  {
    name: 'writing',
    async act(page) {
      await press(page, '#compose-text');
      await page.keyboard.type('What a crowd there is in here today', { delay: 60 });
    },
  },
  {
    name: 'mentioning somebody',
    async act(page) {
      await empty(page);
      await page.keyboard.type('@person 4', { delay: 120 });
      await sleep(300);
      await page.keyboard.press('Escape');
      await empty(page);
    },
  },
  {
    name: 'finding a conversation',
    async act(page) {
      await press(page, '#sidebar-filter');
      await page.keyboard.type('channel 4', { delay: 120 });
      await sleep(500);
      await empty(page);
      await sleep(1000);
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'Ctrl+K',
    async act(page) {
      await page.keyboard.press('Control+k');
      await sleep(400);
      await page.keyboard.type('person 4', { delay: 120 });
      await sleep(300);
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'scrolling up',
    async act(page) {
      await page.mouse.move(800, 500);
      await wheel(page, 10, -400);
    },
  },
  {
    name: 'going to other conversations',
    async act(page, { channels }) {
      for (const at of [0.9, 0.5, 0.2]) {
        const channel = channels[Math.floor(channels.length * at)]!;
        await visit(page, `#narrow/channel/${channel}/topic/topic.203`, MESSAGE);
        await visit(page, `#narrow/channel/${channel}`, MESSAGE);
      }
    },
  },
  {
    name: 'a burst of 200 messages',
    async act(page, house) {
      const [channel] = house.channels as [number];
      await visit(page, `#narrow/channel/${channel}/topic/topic.201`, MESSAGE);
      const all = Array.from({ length: 200 }, (_, n) => (n % 2 ? channel : house.channels[n % house.channels.length]!));
      await Promise.all(all.map((to, n) => say(house, n, to, `Burst ${n}`)));
      await sleep(2000);
    },
  },
  {
    name: 'people of a channel',
    async act(page) {
      await press(page, '.panel-toggle');
      await seen(page, '.panel .row');
      await press(page, '.panel-toggle');
      await sleep(500);
    },
  },
  {
    name: 'inbox',
    async act(page) {
      await visit(page, '#inbox', '.inbox .card-row');
      await page.mouse.move(800, 500);
      await wheel(page, 10, 900);
    },
  },
  { name: 'recent conversations', act: (page) => visit(page, '#recent', '.recent-row') },
  { name: 'combined feed', act: (page) => visit(page, '#feed', MESSAGE) },
  {
    name: 'all channels',
    async act(page) {
      await visit(page, '#channels/all', '.channel-line');
      await press(page, '.channels-filters input');
      await page.keyboard.type('nel 4', { delay: 120 });
      await sleep(300);
    },
  },
  {
    name: 'administration of people',
    async act(page) {
      await visit(page, '#organization/users/active', '.person-line');
      await page.mouse.move(900, 600);
      await wheel(page, 8, 1200);
    },
  },
  {
    name: 'people come and go',
    async act(_, { server, others }) {
      for (const status of ['active', 'idle', 'active']) {
        await Promise.all(
          others.slice(0, 50).map(({ auth }) => askOnce(server.port, post(auth, '/users/me/presence', { status }))),
        );
        await sleep(400);
      }
    },
  },
  {
    name: QUIET,
    async act(page, { server, reader }) {
      await visit(page, '#inbox', '.inbox .card-row');
      await askOnce(server.port, post(reader.auth, '/mark_all_as_read', {}));
      await seen(page, '.inbox .card-row', 'detached');
    },
  },
];

export interface Day {
  opened: number;
  keys: number[];
  frames: Map<string, number>;
  heap: number;
  /** Times until a topic is shown at its first visit and at the next, among all the channels of the sidebar, in ms. */
  unseen: number[];
  seen: number[];
  /** How many times slower the machine was than usual. */
  slowness: number;
}

/** Does all of it while other users send messages. */
export async function crowd(house: House): Promise<Day> {
  const window = await makeWindow(house);
  const { context, page } = window;
  const [channel] = house.channels as [number];
  await page.goto(`http://127.0.0.1:${house.server.port}/#narrow/channel/${channel}/topic/topic.201`);
  await page.locator(MESSAGE).first().waitFor();
  const opened = (await clock(page)).usable;
  // By now the local cache for the next visit is written.
  await sleep(9000);
  const before = await measureSlowness(window);
  let talking = true;
  const chatter = (async () => {
    for (let n = 0; talking; n++) {
      await say(house, n, house.channels[n % house.channels.length]!, `Chatter ${n}`);
      await sleep(250);
    }
  })();
  const frames = new Map<string, number>();
  const keys: number[] = [];
  for (const { name, act } of ACTIONS) {
    await page.evaluate(() => {
      const { seen } = globalThis as any;
      seen.frames.length = seen.keys.length = 0;
    });
    if (name === QUIET) {
      talking = false;
      await chatter;
    }
    await act(page, house);
    const told = await clock(page);
    frames.set(name, Math.max(0, ...told.frames));
    keys.push(...told.keys);
  }
  const { unseen, seen } = await switchTopics(page, house);
  const slowness = (before + (await measureSlowness(window))) / 2;
  const heap = (await measureMemory(window)) / 1_000_000;
  await context.close();
  // Keys faster than the browser's reporting threshold took less than 16 ms.
  const typed = 35 + 9 + 9 + 1 + 8 + 5;
  const all = [...keys, ...Array<number>(Math.max(0, typed - keys.length)).fill(16)];
  return { opened, keys: all, frames, heap, unseen, seen, slowness };
}

/** Visits ten topics all over the sidebar, and all of them again. */
async function switchTopics(page: Page, { channels }: House): Promise<Pick<Day, 'unseen' | 'seen'>> {
  const places = Array.from({ length: 10 }, (_, at) => {
    const channel = channels[Math.floor((channels.length * ((at % 5) + 0.5)) / 5)]!;
    // Each topic has another title than the last, so that it does not count as opened at once.
    const topic = 5 + (at % 2);
    return { place: `#narrow/channel/${channel}/topic/topic.20${topic}`, title: `topic ${topic}` };
  });
  const times: number[] = [];
  for (const place of [...places, ...places]) {
    times.push(await page.evaluate(goTo, place));
    await sleep(300);
  }
  return { unseen: times.slice(0, places.length), seen: times.slice(places.length) };
}
