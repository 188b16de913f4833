/**
 * Work that lasts: keys into a draft of 10,000 characters, an open conversation in which 50 messages arrive each
 * second, and a long session in which 5,000 messages arrive while the user visits 50 conversations.
 */
import { askOnce, post } from './client.ts';
import { sleep } from './measure.ts';
import { clock, cpuTimes, type House, makeWindow, measureMemory, measureSlowness, type Opened } from './web-window.ts';

const topicAt = (channel: number, topic: number): string => `#narrow/channel/${channel}/topic/topic.20${topic}`;

async function openTopic(house: House, channel: number): Promise<Opened> {
  const opened = await makeWindow(house);
  await opened.page.goto(`http://127.0.0.1:${house.server.port}/${topicAt(channel, 1)}`);
  await opened.page.locator('article[data-id]').first().waitFor();
  // By now the local cache for the next visit is written.
  await sleep(4000);
  return opened;
}

const PARAGRAPH =
  'Please **water the tomatoes** and *all of the basil* before `nine o’clock`, or see [the plan](/plan) of today.\n';
const DRAFT = PARAGRAPH.repeat(Math.ceil(10_000 / PARAGRAPH.length)).slice(0, 10_000);
const PLACES = [0, 5000, 10_000];
const TYPED = 'leek soup';

export interface Typing {
  /** The slowest key in ms. */
  key: number;
  /** CPU time of the longest task in ms. */
  task: number;
}

/** Types at the beginning, in the middle and at the end of a long draft: in the Markdown box, then with its formats. */
export async function typeIntoLongDraft(house: House): Promise<{ plain: Typing; formatted: Typing }> {
  const opened = await openTopic(house, house.channels[0]!);
  const { context, page, slow } = opened;
  const box = page.locator('#compose-text');
  const slowest = async (): Promise<Typing> => {
    await box.fill(DRAFT);
    await sleep(1500);
    const slowness = await measureSlowness(opened);
    await page.evaluate(() => void ((globalThis as any).seen.keys.length = 0));
    let task = 0;
    for (const place of PLACES) {
      await box.evaluate((field, at) => (field as HTMLTextAreaElement).setSelectionRange(at, at), place);
      await sleep(500);
      const tasks = await cpuTimes(slow, async () => {
        await page.keyboard.type(TYPED, { delay: 120 });
        await sleep(300);
      });
      task = Math.max(task, tasks[0]!);
    }
    // Keys faster than the browser's reporting threshold took less than 16 ms.
    const key = Math.max(16, ...(await clock(page)).keys);
    return { key: key / slowness, task: task / slowness };
  };
  const button = page.getByRole('button', { name: 'Show formatting while writing' });
  const plain = await slowest();
  await button.click();
  await page.locator('.formatted-view').waitFor({ state: 'attached' });
  const formatted = await slowest();
  await context.close();
  return { plain, formatted };
}

const EACH_SECOND = 50;

export interface Stream {
  /** CPU time of the longest task in ms. */
  longest: number;
  /** The share of the time in which frames were late, 0 to 1. */
  late: number;
}

/** Reads a conversation in which many messages arrive. */
export async function readStream(house: House, seconds: number): Promise<Stream> {
  const [channel] = house.channels as [number];
  const opened = await openTopic(house, channel);
  const { context, page, slow } = opened;
  const before = await measureSlowness(opened);
  await page.evaluate(countFrames);
  const tasks = await cpuTimes(slow, () => sendEvenly(house, [channel], seconds * EACH_SECOND, EACH_SECOND));
  const late = await page.evaluate(() => (globalThis as any).lateShare() as number);
  const slowness = (before + (await measureSlowness(opened))) / 2;
  await context.close();
  return { longest: tasks[0]! / slowness, late };
}

/** Runs in the page: measures how long frames are late, beyond two at 60 Hz. */
function countFrames(): void {
  const begun = performance.now();
  let last = begun;
  let late = 0;
  const look = (now: number) => {
    late += Math.max(0, now - last - 34);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  Object.assign(globalThis, { lateShare: () => late / (performance.now() - begun) });
}

/** Sends messages to the first topic of channels in turn, evenly over time. */
async function sendEvenly(house: House, channels: readonly number[], count: number, eachSecond: number): Promise<void> {
  const sends: Promise<unknown>[] = [];
  const begun = performance.now();
  for (let n = 0; n < count; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / eachSecond - performance.now()));
    const { auth } = house.others[n % 20]!;
    const to = channels[n % channels.length]!;
    const message = { type: 'channel', to, topic: 'topic 1', content: `Said number ${n}.` };
    sends.push(askOnce(house.server.port, post(auth, '/messages', message)));
  }
  await Promise.all(sends);
}

const MESSAGES = 5000;
const CONVERSATIONS = 50;

/** How much memory a page with a conversation needs, and how much more after a long session, in MB. */
export async function memoryOfLongSession(
  house: House,
  messages = MESSAGES,
): Promise<{ before: number; growth: number }> {
  const { channels } = house;
  const opened = await openTopic(house, channels[0]!);
  const { context, page } = opened;
  const places = Array.from({ length: CONVERSATIONS }, (_, at) =>
    topicAt(channels[at % channels.length]!, 1 + Math.floor(at / channels.length)),
  );
  const visit = async (place: string) => {
    await page.evaluate((to) => (location.hash = to), place);
    await sleep(400);
  };
  // The memory is measured after the first visits, which load the code that later ones need, too.
  for (const place of [...places.slice(0, 4), places[0]!]) await visit(place);
  await sleep(3000);
  const before = await measureMemory(opened);
  let arrived = false;
  const arriving = sendEvenly(house, channels, messages, 150).then(() => {
    arrived = true;
  });
  for (let at = 0; at < CONVERSATIONS || !arrived; at++) await visit(places[at % CONVERSATIONS]!);
  await arriving;
  await visit(places[0]!);
  await sleep(6000);
  const after = await measureMemory(opened);
  await context.close();
  return { before: before / 1_000_000, growth: (after - before) / 1_000_000 };
}
