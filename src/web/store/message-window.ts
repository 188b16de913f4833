/**
 * The loaded part of a narrow: at most MAX_WINDOW_SIZE message IDs in ascending order without gaps. IDs dropped at
 * one end are fetched again when the user scrolls there.
 */
export interface MessageWindow {
  ids: readonly number[];
  /** The window starts with the narrow's first message. */
  oldest: boolean;
  /** The window ends with the narrow's newest message, so new messages are appended. */
  newest: boolean;
}

export const MAX_WINDOW_SIZE = 300;

/** A response of the server: messages around an anchor. */
export interface Page {
  ids: readonly number[];
  found_oldest: boolean;
  found_newest: boolean;
}

/** Creates a window from a page. */
export const makeWindow = ({ ids, found_oldest, found_newest }: Page): MessageWindow => ({
  ids,
  oldest: found_oldest,
  newest: found_newest,
});

/** Prepends a page of older messages. If the window grows too large, the newest are dropped. */
export function withOlder(window: MessageWindow, page: Page): MessageWindow {
  const first = window.ids[0] ?? Number.POSITIVE_INFINITY;
  const ids = [...page.ids.filter((id) => id < first), ...window.ids];
  return {
    ids: ids.slice(0, MAX_WINDOW_SIZE),
    oldest: page.found_oldest,
    newest: window.newest && ids.length <= MAX_WINDOW_SIZE,
  };
}

/** Appends a page of newer messages. If the window grows too large, the oldest are dropped. */
export function withNewer(window: MessageWindow, page: Page): MessageWindow {
  const last = window.ids.at(-1) ?? 0;
  const ids = [...window.ids, ...page.ids.filter((id) => id > last)];
  return {
    ids: ids.slice(-MAX_WINDOW_SIZE),
    oldest: window.oldest && ids.length <= MAX_WINDOW_SIZE,
    newest: page.found_newest,
  };
}

/** Appends a new message. A window that does not reach the newest message stays unchanged. */
export function withArrived(window: MessageWindow, id: number): MessageWindow {
  if (!window.newest || window.ids.includes(id)) return window;
  const last = window.ids.at(-1) ?? 0;
  const ids = id > last ? [...window.ids, id] : [...window.ids, id].sort((a, b) => a - b);
  return { ids: ids.slice(-MAX_WINDOW_SIZE), oldest: window.oldest && ids.length <= MAX_WINDOW_SIZE, newest: true };
}

export function withoutIds(window: MessageWindow, removed: ReadonlySet<number>): MessageWindow {
  const ids = window.ids.filter((id) => !removed.has(id));
  return ids.length === window.ids.length ? window : { ...window, ids };
}

/** Marks a window that may be missing messages at its end, for example after a lost connection. */
export const withoutEnd = (window: MessageWindow): MessageWindow =>
  window.newest ? { ...window, newest: false } : window;
