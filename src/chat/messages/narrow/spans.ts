import type { App } from '../../../app.ts';
import type { ImportRange } from '../../organization/imports/repository.ts';
import type { Period } from './terms.ts';
import type { Span } from './types.ts';

/** Seconds by which a clock may have been set back. */
const TOLERANCE = 3600;
/** Spans that are as near as this are read as one. */
const NEAR = 4096;

/**
 * The ids of messages that a period can contain. The ids of messages that were sent here increase with time, so a
 * binary search finds them. Imported messages are newer rows than their times say: their ranges have the times.
 */
export function makeSpans(app: App, period: Period): Span[] {
  const ranges = app.imports.ranges();
  const blocks = listBlocks(ranges);
  const lowest = firstSentSince(app, blocks, period.from - TOLERANCE);
  const highest = firstSentSince(app, blocks, period.until + TOLERANCE);
  const spans: Span[] = [];
  let next = lowest;
  for (const [from, until, oldest, newest] of ranges) {
    if (from > next) add(spans, [next, Math.min(highest, from - 1)]);
    if (oldest < period.until && newest >= period.from) add(spans, [from, until]);
    next = Math.max(next, until + 1);
  }
  add(spans, [next, highest]);
  return spans;
}

/** The newest id of the messages that were sent here before a time in seconds. */
export const lastSentBefore = (app: App, time: number): number =>
  firstSentSince(app, listBlocks(app.imports.ranges()), time) - 1;

/** Adds a span that begins after the others, unless it is empty. */
function add(spans: Span[], [lowest, highest]: Span): void {
  if (highest < lowest) return;
  const last = spans.at(-1);
  if (last && lowest - last[1] <= NEAR) spans[spans.length - 1] = [last[0], highest];
  else spans.push([lowest, highest]);
}

/** The id of the first message that was sent here at or after a time in seconds; `blocks`: the imported ones. */
function firstSentSince(app: App, blocks: readonly Span[], time: number): number {
  let low = 0;
  let high = app.messages.lastId() + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const message = sentFrom(app, blocks, middle);
    if (!message || message.date_sent >= time) high = middle;
    else low = message.id + 1;
  }
  return low;
}

/** The first message with this id or a higher one that is not imported. */
function sentFrom(app: App, blocks: readonly Span[], id: number): { id: number; date_sent: number } | undefined {
  for (let from = id; ; ) {
    const message = app.narrow.sentFrom(from);
    const block = message && blockAt(blocks, message.id);
    if (!block) return message;
    from = block[1] + 1;
  }
}

/** The ranges, with those joined that follow each other. */
function listBlocks(ranges: readonly ImportRange[]): Span[] {
  const blocks: Span[] = [];
  for (const [from, until] of ranges) {
    const last = blocks.at(-1);
    if (last && last[1] === from - 1) blocks[blocks.length - 1] = [last[0], until];
    else blocks.push([from, until]);
  }
  return blocks;
}

function blockAt(blocks: readonly Span[], id: number): Span | undefined {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (blocks[middle]![1] < id) low = middle + 1;
    else high = middle;
  }
  const block = blocks[low];
  return block && block[0] <= id ? block : undefined;
}

/** The ids that are in both lists of spans. */
export const overlaps = (one: readonly Span[], other: readonly Span[]): Span[] =>
  one.flatMap(([from, until]) =>
    other.flatMap(([lowest, highest]): Span[] => {
      const span: Span = [Math.max(from, lowest), Math.min(until, highest)];
      return span[0] <= span[1] ? [span] : [];
    }),
  );
