import { cutOff, withoutIds } from './message-window.ts';
import type { Held, Knowledge, Messages } from './messages.ts';
import { isIn, type Message, type Narrow } from './narrow.ts';

// Which windows hold a message may change with everything that a narrow asks for: where it is, who starred it, what is muted.

/** What is muted now leaves the narrows without that; if something may have come back they are fetched anew. */
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

/** As it is when something of it is another now, which nobody told. */
export const outdated = (held: Held): Held => ({
  ...held,
  window: cutOff(held.window),
  cut: 'lost',
  aside: held.aside ?? !(held.window.newest || held.cut),
});

const isAny = (_: Narrow): boolean => true;
export const isStarred = (narrow: Narrow): boolean => narrow.some(({ operand }) => operand === 'starred');

/** What a message that is not at hand may be. */
export const SOMEWHERE = {
  type: 'stream',
  flags: [],
  stream_id: undefined,
  subject: '',
  reactions: [],
} as unknown as Message;

/** Moved messages leave the windows they are no longer in. */
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

/** These may belong to windows now which they did not belong to. Those that are not at hand are `like` this one, and fetched with the window. */
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
