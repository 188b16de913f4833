import { toast } from '../../design/layers.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { SidebarOrder } from '../../server/types.ts';
import { elements } from '../../store/local/elements.ts';
import { store } from '../../store/store.ts';
import { channelSections } from './channel-sections.ts';

// Pinned channels and views are moved by dragging, with Alt and an arrow key, in a channel's menu and in the settings.

/** Saves a new order, which is shown at once. */
export async function saveOrder(change: Partial<SidebarOrder>): Promise<void> {
  const before = store.sidebarOrder.peek();
  store.sidebarOrder.value = { ...before, ...change };
  try {
    await request('PATCH /sidebar_order', change);
  } catch (error) {
    store.sidebarOrder.value = before;
    toast(errorText(error as Error), true);
  }
}

/** The list with one entry at another place. */
function withMoved<T>(all: readonly T[], one: T, to: number): T[] {
  const next = all.filter((other) => other !== one);
  next.splice(Math.max(0, Math.min(to, next.length)), 0, one);
  return next;
}

const listPinned = (): number[] =>
  channelSections.peek().flatMap(({ id, channels }) => (id === 'pinned' ? channels.map((one) => one.stream_id) : []));

/** Whether a pinned channel can move by this many places. */
export function canMoveChannel(id: number, by: number): boolean {
  const at = listPinned().indexOf(id);
  return at >= 0 && at + by >= 0 && at + by < listPinned().length;
}

export const moveChannel = (id: number, by: number): Promise<void> =>
  saveOrder({ channels: withMoved(listPinned(), id, listPinned().indexOf(id) + by) });

/** The views as they are displayed. All of them are rendered. */
const views = (row: Element): string[] =>
  [...row.parentElement!.querySelectorAll<HTMLElement>('[data-view]')].map(({ dataset }) => dataset.view!);

/** Moves a row by one place, keeps the focus on it, and announces its place. */
export async function moveRow(row: HTMLElement, by: number): Promise<void> {
  const { channel, view } = row.dataset;
  const all: readonly (string | number)[] = view === undefined ? listPinned() : views(row);
  const at = all.indexOf(view ?? Number(channel));
  const to = at + by;
  if (to < 0 || to >= all.length) return;
  const saved =
    view === undefined ? moveChannel(Number(channel), by) : saveOrder({ views: withMoved(views(row), view, to) });
  // A row that moves far becomes a new element.
  const same = view === undefined ? `[data-channel="${channel}"]` : `[data-view="${CSS.escape(view)}"]`;
  requestAnimationFrame(() => elements.sidebar.current?.querySelector<HTMLElement>(`${same} > a`)?.focus());
  await saved;
  const name = row.querySelector('.row-name')?.textContent ?? '';
  toast(t('{name} is at position {place} of {all}', { name, place: to + 1, all: all.length }));
}

/** Follows a drag of a pinned channel or view until it ends. */
export function startDrag(target: Element): void {
  const row = target.closest<HTMLElement>('[data-channel], [data-view]');
  const list = row?.closest<HTMLElement>('.sidebar-scroll');
  if (!row || !list) return;
  const kind = row.dataset.view === undefined ? 'channel' : 'view';
  const over = (event: DragEvent): { other: HTMLElement; isBelow: boolean } | undefined => {
    const other = (event.target as Element).closest<HTMLElement>(`[data-${kind}]`);
    if (!other) return undefined;
    const { top, height } = other.querySelector('.row')!.getBoundingClientRect();
    return { other, isBelow: event.clientY > top + height / 2 };
  };
  const unmark = () => {
    for (const marked of list.querySelectorAll('.drop-above, .drop-below'))
      marked.classList.remove('drop-above', 'drop-below');
  };
  const moved = (event: DragEvent) => {
    unmark();
    const at = over(event);
    if (!at) return;
    event.preventDefault();
    at.other.classList.add(at.isBelow ? 'drop-below' : 'drop-above');
  };
  const dropped = (event: DragEvent) => {
    const at = over(event);
    if (!at || at.other === row) return;
    event.preventDefault();
    drop(row, at.other, at.isBelow);
  };
  const ended = new AbortController();
  const end = () => {
    unmark();
    ended.abort();
  };
  list.addEventListener('dragover', moved, { signal: ended.signal });
  list.addEventListener('drop', dropped, { signal: ended.signal });
  document.addEventListener('dragend', end, { signal: ended.signal });
}

function drop(row: HTMLElement, other: HTMLElement, isBelow: boolean): void {
  const place = <T>(all: readonly T[], one: T, there: T): T[] => {
    const rest = all.filter((entry) => entry !== one);
    return withMoved(all, one, rest.indexOf(there) + Number(isBelow));
  };
  const { view, channel } = row.dataset;
  if (view !== undefined) void saveOrder({ views: place(views(row), view, other.dataset.view!) });
  else void saveOrder({ channels: place(listPinned(), Number(channel), Number(other.dataset.channel)) });
}
