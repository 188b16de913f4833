/** What one does among 10,000 people, 500 channels and 50,000 unread messages, and the longest frame of each deed. */
import type { Page } from 'playwright-core';
import { askOnce, post } from './client.ts';
import { sleep } from './measure.ts';
import { clock, type House, windowOf } from './web-window.ts';

interface Deed {
  name: string;
  act(page: Page, house: House): Promise<unknown>;
}

const TOGETHER = 20;

const say = ({ server, others }: House, n: number, to: number, content: string): Promise<unknown> =>
  askOnce(server.port, post(others[n % TOGETHER]!.auth, '/messages', { type: 'channel', to, topic: 'topic 1', content }));

/** Goes somewhere and stays until it is drawn. */
async function visit(page: Page, hash: string, sign: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash);
  await page.locator(sign).first().waitFor();
  await sleep(800);
}

async function wheel(page: Page, times: number, by: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await page.mouse.wheel(0, by);
    await sleep(120);
  }
}

const MESSAGE = 'article[data-id]';

/** With it nobody talks any more. */
const QUIET = 'reading all';

const DEEDS: readonly Deed[] = [
  {
    name: 'writing',
    async act(page) {
      await page.locator('#compose-text').click();
      await page.keyboard.type('What a crowd there is in here today', { delay: 60 });
    },
  },
  {
    name: 'mentioning somebody',
    async act(page) {
      await page.locator('#compose-text').fill('');
      await page.keyboard.type('@person 4', { delay: 120 });
      await sleep(300);
      await page.keyboard.press('Escape');
      await page.locator('#compose-text').fill('');
    },
  },
  {
    name: 'finding a conversation',
    async act(page) {
      await page.locator('#sidebar-filter').click();
      await page.keyboard.type('channel 4', { delay: 120 });
      await sleep(500);
      await page.locator('#sidebar-filter').fill('');
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
      await page.locator('.feed').hover();
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
      await page.locator('.panel-toggle').click();
      await page.locator('.panel .row').first().waitFor();
      await sleep(500);
      await page.locator('.panel-toggle').click();
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
      await page.locator('.channels-filters input').click();
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
        await Promise.all(others.slice(0, 50).map(({ auth }) => askOnce(server.port, post(auth, '/users/me/presence', { status }))));
        await sleep(400);
      }
    },
  },
  {
    name: QUIET,
    async act(page, { server, reader }) {
      await visit(page, '#inbox', '.inbox .card-row');
      await askOnce(server.port, post(reader.auth, '/mark_all_as_read', {}));
      await page.locator('.inbox .card-row').first().waitFor({ state: 'detached' });
      await sleep(500);
    },
  },
];

/** Does all of it while others talk. */
export async function crowd(house: House): Promise<{ opened: number; keys: number[]; frames: Map<string, number>; heap: number }> {
  const { context, page } = await windowOf(house);
  const [channel] = house.channels as [number];
  await page.goto(`http://127.0.0.1:${house.server.port}/#narrow/channel/${channel}/topic/topic.201`);
  await page.locator(MESSAGE).first().waitFor();
  const opened = (await clock(page)).usable;
  // What is kept for the next visit is written by now.
  await sleep(9000);
  let talking = true;
  const chatter = (async () => {
    for (let n = 0; talking; n++) {
      await say(house, n, house.channels[n % house.channels.length]!, `Chatter ${n}`);
      await sleep(250);
    }
  })();
  const frames = new Map<string, number>();
  const keys: number[] = [];
  for (const { name, act } of DEEDS) {
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
  const heap = await page.evaluate(() => (performance as any).memory.usedJSHeapSize / 1_000_000);
  await context.close();
  // Keys quicker than the browser tells of took less than 16 ms.
  const typed = 35 + 9 + 9 + 1 + 8 + 5;
  return { opened, keys: [...keys, ...Array<number>(Math.max(0, typed - keys.length)).fill(16)], frames, heap };
}
