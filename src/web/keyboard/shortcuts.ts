import { onStoredElsewhere, readStored, writeStored } from '../actions/local-storage.ts';
import { type ShortcutHandler, shortcutHandlers, singleKeys } from '../store/local/shortcuts.ts';
import { noteLayout, shortcutKey } from './layout.ts';

/**
 * The keys of all shortcuts: Zulip's, plus Ctrl+K. Each is a value of `KeyboardEvent.key`, optionally prefixed with
 * `Ctrl+`, and triggers the shortcut by itself. `shortcut-descriptions.ts` says what they do; the views register what
 * runs, see `registerShortcuts`.
 */
export const SHORTCUTS = {
  palette: ['Ctrl+k'],
  search: ['/'],
  nextUnread: ['n'],
  nextFollowed: ['N'],
  nextDirect: ['p'],
  directs: ['P'],
  topic: ['s'],
  channel: ['S'],
  context: ['z'],
  inbox: ['I'],
  recent: ['t'],
  feed: ['a'],
  mentions: ['@'],
  starred: ['*'],
  nextChannel: ['D'],
  previousChannel: ['A'],
  topics: ['y'],
  drafts: ['d'],
  filter: ['q'],
  people: ['w'],
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  pageDown: ['J', 'PageDown', ' '],
  pageUp: ['K', 'PageUp', 'Shift+ '],
  first: ['Home'],
  last: ['End', 'G'],
  thumb: ['+'],
  sameReaction: ['='],
  react: [':'],
  star: ['Ctrl+s'],
  unread: ['U'],
  collapse: ['-'],
  image: ['v'],
  card: ['u'],
  receipts: ['V'],
  history: ['H'],
  link: ['L'],
  muteTopic: ['M'],
  menu: ['i'],
  reply: ['r', 'Enter'],
  replyDirectly: ['R'],
  quote: ['>'],
  compose: ['c'],
  direct: ['x'],
  there: ['Ctrl+.'],
  edit: ['e'],
  editLast: ['ArrowLeft'],
  move: ['m'],
  forward: ['<'],
  gear: ['g'],
  status: ['Y'],
  escape: ['Escape'],
  help: ['?'],
} as const satisfies Record<string, readonly string[]>;

export type ShortcutName = keyof typeof SHORTCUTS;

const STORAGE_KEY = 'keys';
export function loadKeySettings(): void {
  const read = () => {
    singleKeys.value = readStored(STORAGE_KEY, true);
  };
  read();
  onStoredElsewhere(STORAGE_KEY, read);
}
export function allowSingleKeys(on: boolean): void {
  singleKeys.value = on;
  writeStored(STORAGE_KEY, on ? undefined : false);
}

/** Registers handlers for shortcuts, ahead of those registered before. Returns a function that removes them. */
export function registerShortcuts(table: Partial<Record<ShortcutName, ShortcutHandler>>): () => void {
  const entries = Object.entries(table) as [ShortcutName, ShortcutHandler][];
  for (const [name, handler] of entries) shortcutHandlers.set(name, [handler, ...(shortcutHandlers.get(name) ?? [])]);
  return () => {
    for (const [name, handler] of entries)
      shortcutHandlers.set(
        name,
        shortcutHandlers.get(name)!.filter((one) => one !== handler),
      );
  };
}

const NAME_BY_KEY: ReadonlyMap<string, ShortcutName> = new Map(
  Object.entries(SHORTCUTS).flatMap(([name, keys]) => keys.map((key) => [key, name as ShortcutName])),
);

function keyName(event: KeyboardEvent): string {
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  const key = shortcutKey(event);
  if ((ctrlKey || metaKey) && !altKey) return `Ctrl+${key.toLowerCase()}`;
  return key === ' ' && shiftKey ? 'Shift+ ' : key;
}

/** The reading direction of a horizontal arrow key: 1 forward, -1 back, 0 for other keys. */
export const readingDirection = (key: string): number =>
  (({ ArrowRight: 1, ArrowLeft: -1 })[key] ?? 0) * (document.documentElement.dir === 'rtl' ? -1 : 1);

/** Whether the focused element uses the key itself, for example a text field or a select. */
function isUsedByElement(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) return false;
  // Open layers handle Escape themselves.
  if (key === 'Escape') return document.querySelector('dialog[open], [popover]:popover-open') !== null;
  if (event.ctrlKey || event.metaKey) return false;
  if (target.closest('dialog, [popover], [role=listbox]')) return true;
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  return /^(Enter| )$/.test(key) && target.closest('button, a[href], summary, audio, video') !== null;
}

/** Runs a shortcut as if its key had been pressed. */
export function runShortcut(name: ShortcutName, event = new KeyboardEvent('keydown')): boolean {
  return (shortcutHandlers.get(name) ?? []).some((handler) => handler(event) !== false);
}

/**
 * Keys typed into an input method, for example for Japanese, are not shortcuts. Safari marks the last key only with key
 * code 229.
 */
const isComposed = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;

/**
 * A resting pointer shows a button's tooltip. The tooltip could cover a text field, so it stays hidden while the user
 * types, until the pointer moves.
 */
function hideTipsWhileTyping(): void {
  const { dataset } = document.documentElement;
  addEventListener('input', () => (dataset.typing = ''), { passive: true });
  addEventListener(
    'pointermove',
    // After layout changes browsers report pointer moves with no distance.
    ({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && delete dataset.typing,
    { passive: true },
  );
}

export function listenToKeys(): void {
  addEventListener('keydown', noteLayout, { capture: true, passive: true });
  addEventListener('keydown', (event) => isComposed(event) && event.stopImmediatePropagation(), { capture: true });
  hideTipsWhileTyping();
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || isUsedByElement(event)) return;
    const key = keyName(event);
    const name = NAME_BY_KEY.get(key);
    if (!name || (key.length === 1 && !singleKeys.peek())) return;
    if (runShortcut(name, event)) event.preventDefault();
  });
}
