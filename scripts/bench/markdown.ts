/** The longest rendering time over hostile inputs, and the speed of ordinary messages. */
import type { Directory } from '../../src/markdown/directory.ts';
import { renderMessage } from '../../src/markdown/render.ts';
import { HOSTILE } from './hostile.ts';
import { atLeast, atMost, type Bench, percentile, rounded } from './measure.ts';
import { sentence } from './text.ts';

const LONGEST = 10_000;
/** The allowed factor in time for twice the text. */
const STEEP = 2.2;
/** Times below this are dominated by the machine's noise, in ms. */
const NOISE = 2;

const ada = { id: 9, full_name: 'Ada Lovelace' };
const design = { id: 7, name: 'design' };
const directory: Directory = {
  usersNamed: (name) => (name === ada.full_name ? [ada] : []),
  userById: () => undefined,
  groupNamed: () => undefined,
  realmEmoji: () => undefined,
  channelNamed: (name) => (name === design.name ? design : undefined),
  channelById: (id) => (id === design.id ? design : undefined),
  origin: 'https://chat.example',
  emoticons: true,
};

export const bench: Bench = {
  name: 'markdown',
  summary: 'the longest that hostile messages of 10,000 characters take to render, and ordinary messages a second',
  async run({ quick }) {
    const rounds = quick ? 5 : 20;
    for (const make of Object.values(HOSTILE)) growth(make, 3);
    const times: number[] = [];
    let slowest = { name: '', time: 0 };
    let steepest = { name: '', growth: 0 };
    for (const [name, make] of Object.entries(HOSTILE)) {
      const whole = Array.from({ length: rounds }, () => took(make(LONGEST)));
      times.push(...whole);
      const time = Math.max(...whole);
      if (time > slowest.time) slowest = { name, time };
      let growing = growth(make, rounds);
      // A busy machine delays single runs. Superlinear growth repeats itself.
      for (let again = 1; growing > STEEP && again <= 3; again++)
        growing = Math.min(growing, growth(make, rounds * 2 ** again));
      if (growing > steepest.growth) steepest = { name, growth: growing };
    }
    const rate = ordinary(quick ? 500 : 3000);
    const p99 = percentile(times, 0.99);
    return {
      figures: {
        generators: Object.keys(HOSTILE).length,
        'p50, ms': rounded(percentile(times, 0.5)),
        slowest: `${slowest.name}: ${rounded(slowest.time)} ms`,
        steepest: `${steepest.name}: ×${rounded(steepest.growth)}`,
      },
      checks: [
        atLeast('ordinary messages of 200 characters a second', rate, 20_000),
        atMost('99 of 100 hostile messages', p99, 50, ' ms'),
        atMost('the slowest hostile message', slowest.time, 200, ' ms'),
        atMost('twice the text takes', steepest.growth, STEEP, ' times as long'),
      ],
    };
  },
};

function took(source: string): number {
  const from = performance.now();
  renderMessage(source, directory);
  return performance.now() - from;
}

/** The time of the whole divided by the time of its half, each the best of `rounds` runs in turn. */
function growth(make: (length: number) => string, rounds: number): number {
  const [half, whole] = [make(LONGEST / 2), make(LONGEST)];
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    short = Math.min(short, took(half));
    long = Math.min(long, took(whole));
  }
  return long / Math.max(short, NOISE);
}

/** Messages of 200 characters rendered per second, measured over `milliseconds`. */
function ordinary(milliseconds: number): number {
  const messages = Array.from({ length: 1000 }, (_, i) => {
    let text = '';
    for (let n = i * 40; text.length < 200; n++) text += `${sentence(n).replaceAll('`', '')} `;
    return text.slice(0, 200).trim();
  });
  for (const message of messages) renderMessage(message, directory);
  let done = 0;
  const from = performance.now();
  while (performance.now() - from < milliseconds) {
    for (const message of messages) renderMessage(message, directory);
    done += messages.length;
  }
  return (done / (performance.now() - from)) * 1000;
}
