import { cutOff, withoutIds } from './message-window.ts';
import type { Held, Knowledge, Messages } from './messages.ts';
import { isIn, type Message, type Narrow } from './narrow.ts';

// Which windows contain a message can change with everything that a narrow filters by: its conversation, its stars, and
// what is muted.

/** Messages that are now muted leave their narrows. Narrows that may regain messages are fetched again. */
export function rehomed({ all, windows }: Messages, known: Knowledge, back: boolean): Messages {
  const next = new Map(windows);
  for (const [key, held] of windows) {
    if (
      !held.narrow.some(
        ({ operator, operand }) => /^(in|is)$/.test(operator) && /^(home|followed|muted)$/.test(String(operand)),
      )
    )
      continue;
    const gone = held.window.ids.filter((id) => isIn(held.narrow, all.get(id)!, known) === false);
    const left = { ...held, window: withoutIds(held.window, new Set(gone)) };
    next.set(key, back || isUnsure(held.narrow) ? outdated(left) : left);
  }
  return { all, windows: next };
}

const isUnsure = (narrow: Narrow): boolean => narrow.some(({ operand }) => /^(followed|muted)$/.test(String(operand)));

/** Marks a window as outdated after a change that no event describes completely. */
export const outdated = (held: Held): Held => ({
  ...held,
  window: cutOff(held.window),
  cut: 'lost',
  aside: held.aside ?? !(held.window.newest || held.cut),
});

const isAny = (_: Narrow): boolean => true;
export const isStarred = (narrow: Narrow): boolean => narrow.some(({ operand }) => operand === 'starred');

/** A placeholder for a message that is not loaded. */
export const SOMEWHERE = {
  type: 'stream',
  flags: [],
  stream_id: undefined,
  subject: '',
  reactions: [],
} as unknown as Message;

/** Removes moved messages from the windows they no longer belong to. */
export function parted({ all, windows }: Messages, ids: readonly number[], known: Knowledge): Messages {
  const moved = ids.flatMap((id) => all.get(id) ?? []);
  const gone = (narrow: Narrow) =>
    new Set(moved.filter((message) => isIn(narrow, message, known) === false).map(({ id }) => id));
  return {
    all,
    windows: new Map(
      [...windows].map(([key, held]) => [key, { ...held, window: withoutIds(held.window, gone(held.narrow)) }]),
    ),
  };
}

/**
 * Adds messages to the windows they now belong to. Messages that are not loaded are assumed to be `like` this one, and
 * their windows are fetched again.
 */
export function joined(
  { all, windows }: Messages,
  ids: readonly number[],
  like: Message,
  known: Knowledge,
  concerns = isAny,
): Messages {
  const at = ids.flatMap((id) => all.get(id) ?? []);
  const unknown = ids.filter((id) => !all.has(id));
  const next = new Map(windows);
  for (const [key, held] of windows) {
    const { window, narrow } = held;
    if (!concerns(narrow)) continue;
    const first = window.oldest ? 0 : (window.ids[0] ?? 0);
    const shown = new Set(window.ids);
    const lacks = at.filter(
      (message) => message.id > first && !shown.has(message.id) && isIn(narrow, message, known) !== false,
    );
    const others = narrow.filter(({ operator }) => operator !== 'sender');
    if (unknown.some((id) => id > first) && isIn(others, like, known) !== false) next.set(key, outdated(held));
    else if (lacks.length > 0 && window.newest)
      next.set(key, {
        ...held,
        window: { ...window, ids: [...window.ids, ...lacks.map(({ id }) => id)].sort((a, b) => a - b) },
      });
  }
  return { all, windows: next };
}
