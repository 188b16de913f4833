/**
 * The part of a narrow that is held: its messages' ids in ascending order without a gap, at most MOST of them. What leaves at one end
 * is fetched again when somebody goes there.
 */
export interface Window {
  ids: readonly number[];
  /** Nothing is before the first. */
  oldest: boolean;
  /** Nothing is after the last, so that what is sent belongs to its end. */
  newest: boolean;
}

export const MOST = 300;

/** What the server answered: some messages around an anchor. */
export interface Page {
  ids: readonly number[];
  found_oldest: boolean;
  found_newest: boolean;
}

/** A window that begins with a page. */
export const opened = ({ ids, found_oldest, found_newest }: Page): Window => ({
  ids,
  oldest: found_oldest,
  newest: found_newest,
});

/** With a page of what came before; too many let go of the newest. */
export function withOlder(window: Window, page: Page): Window {
  const first = window.ids[0] ?? Number.POSITIVE_INFINITY;
  const ids = [...page.ids.filter((id) => id < first), ...window.ids];
  return { ids: ids.slice(0, MOST), oldest: page.found_oldest, newest: window.newest && ids.length <= MOST };
}

/** With a page of what came after; too many let go of the oldest. */
export function withNewer(window: Window, page: Page): Window {
  const last = window.ids.at(-1) ?? 0;
  const ids = [...window.ids, ...page.ids.filter((id) => id > last)];
  return { ids: ids.slice(-MOST), oldest: window.oldest && ids.length <= MOST, newest: page.found_newest };
}

/** With a message that just came. One that does not reach to the newest stays as it is. */
export function withArrived(window: Window, id: number): Window {
  if (!window.newest || window.ids.includes(id)) return window;
  const last = window.ids.at(-1) ?? 0;
  const ids = id > last ? [...window.ids, id] : [...window.ids, id].sort((a, b) => a - b);
  return { ids: ids.slice(-MOST), oldest: window.oldest && ids.length <= MOST, newest: true };
}

export function withoutIds(window: Window, gone: ReadonlySet<number>): Window {
  const ids = window.ids.filter((id) => !gone.has(id));
  return ids.length === window.ids.length ? window : { ...window, ids };
}

/** As it is after the connection was lost for so long that something may be missing at its end. */
export const cutOff = (window: Window): Window => (window.newest ? { ...window, newest: false } : window);
