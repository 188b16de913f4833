import { withoutEnd, withoutIds } from './message-window.ts';
import type { LoadedNarrow, MessageContext, Messages } from './messages.ts';
import { type Matchable, matchesNarrow, type Narrow } from './narrow.ts';

// Which windows contain a message can change with everything that a narrow filters by: its conversation, its stars, and
// what is muted.

/** Messages that are now muted leave their narrows. Narrows that may regain messages are fetched again. */
export function rematchAll({ all, windows }: Messages, known: MessageContext, back: boolean): Messages {
  const next = new Map(windows);
  for (const [key, loaded] of windows) {
    if (
      !loaded.narrow.some(
        ({ operator, operand }) => /^(in|is)$/.test(operator) && /^(home|followed|muted)$/.test(String(operand)),
      )
    )
      continue;
    const removed = loaded.window.ids.filter((id) => matchesNarrow(loaded.narrow, all.get(id)!, known) === false);
    const left = { ...loaded, window: withoutIds(loaded.window, new Set(removed)) };
    next.set(key, back || isUnsure(loaded.narrow) ? markOutdated(left) : left);
  }
  return { all, windows: next };
}

const isUnsure = (narrow: Narrow): boolean => narrow.some(({ operand }) => /^(followed|muted)$/.test(String(operand)));

/** Marks a window as outdated after a change that no event describes completely. */
export const markOutdated = (loaded: LoadedNarrow): LoadedNarrow => ({
  ...loaded,
  window: withoutEnd(loaded.window),
  cut: 'lost',
  wasAside: loaded.wasAside ?? !(loaded.window.newest || loaded.cut),
});

const isAny = (_: Narrow): boolean => true;
export const isStarred = (narrow: Narrow): boolean => narrow.some(({ operand }) => operand === 'starred');

/** Stands for a message that is not loaded. */
export const UNLOADED_MESSAGE: Matchable = {
  type: 'stream',
  flags: [],
  stream_id: undefined,
  subject: '',
  display_recipient: '',
  sender_id: 0,
};

/** Removes moved messages from the windows they no longer belong to. */
export function withoutMoved({ all, windows }: Messages, ids: readonly number[], known: MessageContext): Messages {
  const moved = ids.flatMap((id) => all.get(id) ?? []);
  const removed = (narrow: Narrow) =>
    new Set(moved.filter((message) => matchesNarrow(narrow, message, known) === false).map(({ id }) => id));
  return {
    all,
    windows: new Map(
      [...windows].map(([key, loaded]) => [
        key,
        { ...loaded, window: withoutIds(loaded.window, removed(loaded.narrow)) },
      ]),
    ),
  };
}

/**
 * Adds messages to the windows they now belong to. Messages that are not loaded are assumed to be `like` this one, and
 * their windows are fetched again.
 */
export function withMatching(
  { all, windows }: Messages,
  ids: readonly number[],
  like: Matchable,
  known: MessageContext,
  concerns = isAny,
): Messages {
  const at = ids.flatMap((id) => all.get(id) ?? []);
  const unknown = ids.filter((id) => !all.has(id));
  const next = new Map(windows);
  for (const [key, loaded] of windows) {
    const { window, narrow } = loaded;
    if (!concerns(narrow)) continue;
    const first = window.oldest ? 0 : (window.ids[0] ?? 0);
    const shown = new Set(window.ids);
    const lacks = at.filter(
      (message) => message.id > first && !shown.has(message.id) && matchesNarrow(narrow, message, known) !== false,
    );
    const others = narrow.filter(({ operator }) => operator !== 'sender');
    if (unknown.some((id) => id > first) && matchesNarrow(others, like, known) !== false)
      next.set(key, markOutdated(loaded));
    else if (lacks.length > 0 && window.newest)
      next.set(key, {
        ...loaded,
        window: { ...window, ids: [...window.ids, ...lacks.map(({ id }) => id)].sort((a, b) => a - b) },
      });
  }
  return { all, windows: next };
}
