import { LIMITS } from '../../../../limits.ts';

/** The texts of a message of a chat, which are often there twice: as blocks, and for clients without them. */
export const MOST_CHAT_TEXT = 2 * LIMITS.message_length;

/** Far more than a message shows. GitHub sends 2,048 commits at most. */
const MOST_ENTRIES = 2500;
const LONGEST_TEXT = 20_000;
/** The fields and elements of a payload together. Those of 2,048 commits are fewer. */
const MOST_NODES = 50_000;

type Fields = Record<string, unknown>;
type Container = unknown[] | Fields;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/**
 * The payload without the rest of long lists and texts, whose length would decide what a delivery costs. If it has too
 * many fields, the innermost objects and lists are empty. `mostText`: the characters of all its texts.
 */
export function boundPayload(payload: unknown, mostText = Number.POSITIVE_INFINITY): unknown {
  const queue: { from: Container; to: Container }[] = [];
  let nodes = 0;
  let left = mostText;
  const bound = (value: unknown): unknown => {
    nodes += 1;
    if (typeof value === 'string') {
      const text = value.slice(0, Math.min(LONGEST_TEXT, left));
      left -= text.length;
      return text.toWellFormed();
    }
    if (!isContainer(value)) return value;
    const to = Array.isArray(value) ? [] : {};
    queue.push({ from: value, to });
    return to;
  };
  const bounded = bound(payload);
  // Level by level, so that what is left out is never a field near the top.
  for (let at = 0; at < queue.length && nodes < MOST_NODES; at++) {
    const { from, to } = queue[at]!;
    if (Array.isArray(to)) for (const one of (from as unknown[]).slice(0, MOST_ENTRIES)) to.push(bound(one));
    else for (const name of Object.keys(from).slice(0, MOST_ENTRIES)) setField(to, name, bound((from as Fields)[name]));
  }
  return bounded;
}

/** Only `__proto__` is defined: an assignment would not make it a field, but defining costs 20 times more. */
function setField(to: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(to, name, { value, writable: true, enumerable: true, configurable: true });
  else to[name.slice(0, LONGEST_TEXT)] = value;
}
