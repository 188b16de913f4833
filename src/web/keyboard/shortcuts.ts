import { signal } from '@preact/signals';
import { readStored, storedElsewhere, writeStored } from '../actions/local-storage.ts';

/** What a key does, and how the help dialog calls it. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it, with `Ctrl+` before it; several do the same. */
  keys: readonly string[];
  /** English, as in the catalogue. */
  what: string;
  group: 'Go' | 'Read' | 'Write' | 'Other';
}

/** The one table of shortcuts: Zulip's set, and Ctrl+K. What a name does is said by the view that can do it; see `handles`. */
export const SHORTCUTS = {
  palette: { keys: ['Ctrl+k'], what: 'Go anywhere, do anything', group: 'Go' },
  search: { keys: ['/'], what: 'Search messages', group: 'Go' },
  nextUnread: { keys: ['n'], what: 'Next unread topic', group: 'Go' },
  nextFollowed: { keys: ['N'], what: 'Next unread followed topic', group: 'Go' },
  nextDirect: { keys: ['p'], what: 'Next unread direct message', group: 'Go' },
  directs: { keys: ['P'], what: 'Direct messages', group: 'Go' },
  topic: { keys: ['s'], what: 'Go to the message’s conversation', group: 'Go' },
  channel: { keys: ['S'], what: 'Go to the message’s channel', group: 'Go' },
  context: { keys: ['z'], what: 'Go to the message, with those around it', group: 'Go' },
  inbox: { keys: ['I'], what: 'Inbox', group: 'Go' },
  recent: { keys: ['t'], what: 'Recent conversations', group: 'Go' },
  feed: { keys: ['a'], what: 'Combined feed', group: 'Go' },
  mentions: { keys: ['@'], what: 'Mentions', group: 'Go' },
  starred: { keys: ['*'], what: 'Starred messages', group: 'Go' },
  nextChannel: { keys: ['D'], what: 'Next channel', group: 'Go' },
  previousChannel: { keys: ['A'], what: 'Previous channel', group: 'Go' },
  topics: { keys: ['y'], what: 'Topics of the channel', group: 'Go' },
  drafts: { keys: ['d'], what: 'Drafts', group: 'Go' },
  filter: { keys: ['q'], what: 'Find a conversation in the list', group: 'Go' },
  people: { keys: ['w'], what: 'Find somebody among the people here', group: 'Go' },
  next: { keys: ['j', 'ArrowDown'], what: 'Next message', group: 'Read' },
  previous: { keys: ['k', 'ArrowUp'], what: 'Previous message', group: 'Read' },
  pageDown: { keys: ['J', 'PageDown', ' '], what: 'Further down', group: 'Read' },
  pageUp: { keys: ['K', 'PageUp', 'Shift+ '], what: 'Further up', group: 'Read' },
  first: { keys: ['Home'], what: 'First message', group: 'Read' },
  last: { keys: ['End', 'G'], what: 'Newest message', group: 'Read' },
  thumb: { keys: ['+'], what: 'React with a thumbs up', group: 'Read' },
  sameReaction: { keys: ['='], what: 'Join the first reaction', group: 'Read' },
  react: { keys: [':'], what: 'React with an emoji', group: 'Read' },
  star: { keys: ['Ctrl+s'], what: 'Star the message', group: 'Read' },
  unread: { keys: ['U'], what: 'Mark as unread from here', group: 'Read' },
  collapse: { keys: ['-'], what: 'Fold or unfold the message', group: 'Read' },
  image: { keys: ['v'], what: 'Look at the message’s pictures', group: 'Read' },
  card: { keys: ['u'], what: 'Who wrote the message', group: 'Read' },
  receipts: { keys: ['V'], what: 'Who has read the message', group: 'Read' },
  history: { keys: ['H'], what: 'How the message was before', group: 'Read' },
  link: { keys: ['L'], what: 'Copy link to message', group: 'Read' },
  muteTopic: { keys: ['M'], what: 'Mute the topic, or no longer', group: 'Read' },
  menu: { keys: ['i'], what: 'Message actions', group: 'Read' },
  reply: { keys: ['r', 'Enter'], what: 'Reply', group: 'Write' },
  replyDirectly: { keys: ['R'], what: 'Reply directly to who wrote it', group: 'Write' },
  quote: { keys: ['>'], what: 'Quote and reply', group: 'Write' },
  compose: { keys: ['c'], what: 'New topic', group: 'Write' },
  direct: { keys: ['x'], what: 'New direct message', group: 'Write' },
  there: { keys: ['Ctrl+.'], what: 'Go to the conversation one writes to', group: 'Write' },
  edit: { keys: ['e'], what: 'Edit the message', group: 'Write' },
  editLast: { keys: ['ArrowLeft'], what: 'Edit your last message', group: 'Write' },
  move: { keys: ['m'], what: 'Move the message', group: 'Write' },
  forward: { keys: ['<'], what: 'Forward the message', group: 'Write' },
  gear: { keys: ['g'], what: 'Your menu: settings and more', group: 'Other' },
  status: { keys: ['Y'], what: 'Set your status', group: 'Other' },
  escape: { keys: ['Escape'], what: 'Close, or leave the message box', group: 'Other' },
  help: { keys: ['?'], what: 'Keyboard shortcuts', group: 'Other' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;

/** Whether letters and signs alone do something. Ctrl+…, Enter, Escape and the arrows always do. */
export const singleKeys = signal(true);
const STORED = 'keys';
export function openKeys(): void {
  const read = () => {
    singleKeys.value = readStored(STORED, true);
  };
  read();
  storedElsewhere(STORED, read);
}
export function allowSingleKeys(on: boolean): void {
  singleKeys.value = on;
  writeStored(STORED, on ? undefined : false);
}

/** Does it; `false`: not here, somebody else may. */
type Handler = (event: KeyboardEvent) => boolean | void;
const handlers = new Map<ShortcutName, Handler[]>();

/** Says what shortcuts do from now on, before those who said so earlier. Gives the way to take it back. */
export function handles(table: Partial<Record<ShortcutName, Handler>>): () => void {
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

function written({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  if ((ctrlKey || metaKey) && !altKey) return `Ctrl+${key.toLowerCase()}`;
  return key === ' ' && shiftKey ? 'Shift+ ' : key;
}

/** Which way an arrow to the side goes for who reads: 1 is on, -1 is back, 0 is another key. */
export const onwards = (key: string): number =>
  (({ ArrowRight: 1, ArrowLeft: -1 })[key] ?? 0) * (document.documentElement.dir === 'rtl' ? -1 : 1);

/** Whether a key means itself here: somebody writes, or chooses. */
function isTaken(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) return false;
  // What lies above the page closes by itself.
  if (key === 'Escape') return document.querySelector('dialog[open], [popover]:popover-open') !== null;
  if (event.ctrlKey || event.metaKey) return false;
  if (target.closest('dialog, [popover], [role=listbox]')) return true;
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  return /^(Enter| )$/.test(key) && target.closest('button, a[href], summary, audio, video') !== null;
}

/** Does what a shortcut does, as if its key was pressed. */
export function perform(name: ShortcutName, event = new KeyboardEvent('keydown')): boolean {
  return (handlers.get(name) ?? []).some((handler) => handler(event) !== false);
}

/** What is typed into an input method, as for Japanese, is between it and whoever writes; Safari says of the last key only by 229 that it is one. */
const isComposed = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;

/** A pointer that rests on a button shows its tip; over a field, that would cover what is typed until the pointer moves again. */
function hideTipsWhileTyping(): void {
  const { dataset } = document.documentElement;
  addEventListener('input', () => (dataset.typing = ''), { passive: true });
  addEventListener(
    'pointermove',
    // After a change of the layout browsers report a move that was none.
    ({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && delete dataset.typing,
    { passive: true },
  );
}

export function listenToKeys(): void {
  addEventListener('keydown', (event) => isComposed(event) && event.stopImmediatePropagation(), { capture: true });
  hideTipsWhileTyping();
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || isTaken(event)) return;
    const key = written(event);
    const name = byKey.get(key);
    if (!name || (key.length === 1 && !singleKeys.peek())) return;
    if (perform(name, event)) event.preventDefault();
  });
}
