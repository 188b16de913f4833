import { signal } from '@preact/signals';
import { onStoredElsewhere, readStored, writeStored } from '../actions/local-storage.ts';

/** A shortcut and its description in the help dialog. */
export interface Shortcut {
  /** Values of `KeyboardEvent.key`, optionally prefixed with `Ctrl+`. All of them trigger the shortcut. */
  keys: readonly string[];
  /** The English text, which is also the key in the catalogs. */
  description: string;
  group: 'Go' | 'Read' | 'Write' | 'Other';
}

/** The table of all shortcuts: Zulip's, plus Ctrl+K. The views register what each does; see `registerShortcuts`. */
export const SHORTCUTS = {
  palette: { keys: ['Ctrl+k'], description: 'Jump to a conversation or run a command', group: 'Go' },
  search: { keys: ['/'], description: 'Search messages', group: 'Go' },
  nextUnread: { keys: ['n'], description: 'Next unread topic', group: 'Go' },
  nextFollowed: { keys: ['N'], description: 'Next unread followed topic', group: 'Go' },
  nextDirect: { keys: ['p'], description: 'Next unread direct message', group: 'Go' },
  directs: { keys: ['P'], description: 'Direct messages', group: 'Go' },
  topic: { keys: ['s'], description: 'Go to the message’s conversation', group: 'Go' },
  channel: { keys: ['S'], description: 'Go to the message’s channel', group: 'Go' },
  context: { keys: ['z'], description: 'Show message in context', group: 'Go' },
  inbox: { keys: ['I'], description: 'Inbox', group: 'Go' },
  recent: { keys: ['t'], description: 'Recent conversations', group: 'Go' },
  feed: { keys: ['a'], description: 'Combined feed', group: 'Go' },
  mentions: { keys: ['@'], description: 'Mentions', group: 'Go' },
  starred: { keys: ['*'], description: 'Starred messages', group: 'Go' },
  nextChannel: { keys: ['D'], description: 'Next channel', group: 'Go' },
  previousChannel: { keys: ['A'], description: 'Previous channel', group: 'Go' },
  topics: { keys: ['y'], description: 'Topics in the channel', group: 'Go' },
  drafts: { keys: ['d'], description: 'Drafts', group: 'Go' },
  filter: { keys: ['q'], description: 'Find a conversation in the sidebar', group: 'Go' },
  people: { keys: ['w'], description: 'Find a person in the list of people', group: 'Go' },
  next: { keys: ['j', 'ArrowDown'], description: 'Next message', group: 'Read' },
  previous: { keys: ['k', 'ArrowUp'], description: 'Previous message', group: 'Read' },
  pageDown: { keys: ['J', 'PageDown', ' '], description: 'Scroll down', group: 'Read' },
  pageUp: { keys: ['K', 'PageUp', 'Shift+ '], description: 'Scroll up', group: 'Read' },
  first: { keys: ['Home'], description: 'First message', group: 'Read' },
  last: { keys: ['End', 'G'], description: 'Latest message', group: 'Read' },
  thumb: { keys: ['+'], description: 'React with a thumbs up', group: 'Read' },
  sameReaction: { keys: ['='], description: 'Add or remove the first reaction', group: 'Read' },
  react: { keys: [':'], description: 'React with an emoji', group: 'Read' },
  star: { keys: ['Ctrl+s'], description: 'Star message', group: 'Read' },
  unread: { keys: ['U'], description: 'Mark as unread from here', group: 'Read' },
  collapse: { keys: ['-'], description: 'Collapse or expand message', group: 'Read' },
  image: { keys: ['v'], description: 'View the message’s images', group: 'Read' },
  card: { keys: ['u'], description: 'Show the sender’s profile card', group: 'Read' },
  receipts: { keys: ['V'], description: 'View read receipts', group: 'Read' },
  history: { keys: ['H'], description: 'View message history', group: 'Read' },
  link: { keys: ['L'], description: 'Copy link to message', group: 'Read' },
  muteTopic: { keys: ['M'], description: 'Mute or unmute topic', group: 'Read' },
  menu: { keys: ['i'], description: 'Message actions', group: 'Read' },
  reply: { keys: ['r', 'Enter'], description: 'Reply', group: 'Write' },
  replyDirectly: { keys: ['R'], description: 'Reply to sender in a direct message', group: 'Write' },
  quote: { keys: ['>'], description: 'Quote and reply', group: 'Write' },
  compose: { keys: ['c'], description: 'New topic', group: 'Write' },
  direct: { keys: ['x'], description: 'New direct message', group: 'Write' },
  there: { keys: ['Ctrl+.'], description: 'Go to the conversation you’re writing to', group: 'Write' },
  edit: { keys: ['e'], description: 'Edit message', group: 'Write' },
  editLast: { keys: ['ArrowLeft'], description: 'Edit your last message', group: 'Write' },
  move: { keys: ['m'], description: 'Move message', group: 'Write' },
  forward: { keys: ['<'], description: 'Forward message', group: 'Write' },
  gear: { keys: ['g'], description: 'Open user menu', group: 'Other' },
  status: { keys: ['Y'], description: 'Set your status', group: 'Other' },
  escape: { keys: ['Escape'], description: 'Close dialog or leave the message box', group: 'Other' },
  help: { keys: ['?'], description: 'Keyboard shortcuts', group: 'Other' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;

/** Whether single letters and characters are shortcuts. Ctrl combinations, Enter, Escape and arrow keys always are. */
export const singleKeys = signal(true);
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

/** Runs the shortcut. Returns false if it does not apply, so that an earlier handler can run. */
type Handler = (event: KeyboardEvent) => boolean | void;
const handlers = new Map<ShortcutName, Handler[]>();

/** Registers handlers for shortcuts, ahead of those registered before. Returns a function that removes them. */
export function registerShortcuts(table: Partial<Record<ShortcutName, Handler>>): () => void {
  const entries = Object.entries(table) as [ShortcutName, Handler][];
  for (const [name, handler] of entries) handlers.set(name, [handler, ...(handlers.get(name) ?? [])]);
  return () => {
    for (const [name, handler] of entries)
      handlers.set(
        name,
        handlers.get(name)!.filter((one) => one !== handler),
      );
  };
}

const byKey = new Map<string, ShortcutName>();
for (const [name, { keys }] of Object.entries(SHORTCUTS)) for (const key of keys) byKey.set(key, name as ShortcutName);

function keyName({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
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
  return (handlers.get(name) ?? []).some((handler) => handler(event) !== false);
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
  addEventListener('keydown', (event) => isComposed(event) && event.stopImmediatePropagation(), { capture: true });
  hideTipsWhileTyping();
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || isUsedByElement(event)) return;
    const key = keyName(event);
    const name = byKey.get(key);
    if (!name || (key.length === 1 && !singleKeys.peek())) return;
    if (runShortcut(name, event)) event.preventDefault();
  });
}
