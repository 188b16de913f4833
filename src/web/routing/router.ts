import type { NarrowTerm } from '../server/types.ts';
import { currentRoute, historyEntry } from '../store/local/route.ts';
import type { Narrow } from '../store/narrow.ts';

/**
 * A location within the client. Every state that the browser's history can return to is one of these, and its address
 * is compatible with Zulip's own clients.
 */
export type Route =
  | { view: 'home' | 'inbox' | 'recent' | 'feed' | 'drafts' | 'scheduled' | 'reminders' | 'you' }
  /** What another app has shared, under the ID that the service worker gave it. */
  | { view: 'share'; shared: string }
  /** `near` is the message to start at. `with` is a message that identifies the conversation even after a move. */
  | { view: 'narrow'; narrow: Narrow; near?: number; with?: number }
  | { view: 'topics'; channel: number }
  | { view: 'direct' }
  /** Pages with subpages. */
  | { view: 'settings' | 'organization' | 'channels' | 'groups' | 'user'; path: readonly string[] }
  | { view: 'nowhere' };

const SINGLE = ['inbox', 'recent', 'feed', 'drafts', 'scheduled', 'reminders', 'you'] as const;
const NESTED = ['settings', 'organization', 'channels', 'groups', 'user'] as const;
const isIn = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  (names as readonly string[]).includes(text);
/** Zulip's older names of the same operators. */
const OPERATORS: Record<string, string> = {
  stream: 'channel',
  subject: 'topic',
  'pm-with': 'dm',
  pm: 'dm',
  from: 'sender',
  streams: 'channels',
};

/** Zulip's older names of views. */
const OLD_VIEWS: Record<string, string> = { all_messages: 'feed', recent_topics: 'recent' };

/** Percent signs become dots, so that an address survives being pasted anywhere. */
export const encodePart = (text: string): string =>
  /^[\w-]*$/.test(text)
    ? text
    : encodeURIComponent(text)
        .replace(/[.()*!'~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
        .replaceAll('%', '.');

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'));
  } catch {
    return text;
  }
}

/** An ID followed by a readable name. Clients read only the ID. */
const slug = (id: number, name: string | undefined): string =>
  name ? `${id}-${encodePart(name.trim().replace(/[%/&?+\s]+/g, '-'))}` : String(id);

/** Names for IDs in addresses. */
export interface RouteNames {
  channel?(id: number): string | undefined;
  people?(ids: readonly number[]): string | undefined;
}

/** Formats a location as an address that starts with `#`. */
export function formatRoute(route: Route, names: RouteNames = {}): string {
  switch (route.view) {
    case 'home':
      return '#';
    case 'nowhere':
      return '#nowhere';
    case 'share':
      return `#share/${route.shared}`;
    case 'narrow': {
      const terms = route.narrow.flatMap((term) => [
        (term.negated ? '-' : '') + term.operator,
        formatOperand(term, names),
      ]);
      if (route.near !== undefined) terms.push('near', String(route.near));
      if (route.with !== undefined) terms.push('with', String(route.with));
      return `#${['narrow', ...terms].join('/')}`;
    }
    case 'topics':
      return `#topics/channel/${slug(route.channel, names.channel?.(route.channel))}`;
    case 'direct':
      return '#narrow/is/dm/view/list';
    default:
      return `#${[route.view, ...('path' in route ? route.path.map(encodePart) : [])].join('/')}`;
  }
}

function formatOperand({ operator, operand }: NarrowTerm, names: RouteNames): string {
  if (operator === 'channel' && typeof operand === 'number') return slug(operand, names.channel?.(operand));
  if (Array.isArray(operand)) return operand.join(',') + getName(operand, names);
  return encodePart(String(operand));
}

function getName(people: readonly number[], names: RouteNames): string {
  const name = names.people?.(people);
  return name ? `-${encodePart(name.replace(/[%/&?+\s]+/g, '-'))}` : '';
}

/** Parses an address into a location. */
export function parseRoute(hash: string): Route {
  // Some programs encode the slashes of an address. In parts of an address, percent signs are dots.
  const [first = '', ...rest] = hash
    .replace(/^#/, '')
    .replace(/^[^/]*$/, (all) => all.replaceAll(/%2F/gi, '/'))
    .split('/');
  const view = OLD_VIEWS[first] ?? first;
  if (view === '') return { view: 'home' };
  if (view === 'narrow' && rest.join('/') === 'is/dm/view/list') return { view: 'direct' };
  if (view === 'narrow') return parseNarrow(rest);
  if (view === 'topics' && rest[0] === 'channel' && Number.parseInt(rest[1] ?? '', 10) > 0)
    return { view: 'topics', channel: Number.parseInt(rest[1]!, 10) };
  if (rest.length === 0 && isIn(SINGLE, view)) return { view };
  if (view === 'share') return { view, shared: rest.join('/') };
  // Own bots and all bots are on the same page.
  if (view === 'settings' && (rest[0] === 'your-bots' || rest[0] === 'bots'))
    return { view: 'organization', path: ['bots', 'yours'] };
  const nested = OPERATORS[view] ?? view;
  if (isIn(NESTED, nested)) return { view: nested, path: rest.filter((part) => part !== '').map(decodePart) };
  return { view: 'nowhere' };
}

function parseNarrow(parts: readonly string[]): Route {
  const narrow: NarrowTerm[] = [];
  const beside: { near?: number; with?: number } = {};
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const negated = parts[at]!.startsWith('-');
    const name = parts[at]!.replace(/^-/, '');
    const operator = OPERATORS[name] ?? name;
    const text = parts[at + 1]!;
    if ((operator === 'near' || operator === 'with') && !negated) {
      const id = Number.parseInt(text, 10);
      if (id > 0) beside[operator] = id;
    } else narrow.push({ operator, operand: parseOperand(operator, text), ...(negated && { negated }) });
  }
  return { view: 'narrow', narrow, ...beside };
}

function parseOperand(operator: string, text: string): string | number | number[] {
  if (operator === 'channel' && /^\d+(-|$)/.test(text)) return Number.parseInt(text, 10);
  if (operator === 'dm' && /^\d+(,\d+)*(-|$)/.test(text)) return text.split('-', 1)[0]!.split(',').map(Number);
  if (/^(sender|dm-including)$/.test(operator) && /^\d+(-|$)/.test(text)) return Number.parseInt(text, 10);
  return decodePart(text);
}

/** How long the way back may take when a new address has interrupted it, ms. */
const LONGEST_WAY = 2000;

/** Starts following the address. */
export function followAddress(): void {
  const read = () => {
    // The browser is on its way to another entry first.
    if (historyEntry.openedOnWay !== undefined) return;
    const { entry: known, depth } = (history.state ?? {}) as EntryState;
    historyEntry.again = known !== undefined;
    historyEntry.depth = depth ?? (historyEntry.count === 0 ? 0 : historyEntry.depth + 1);
    historyEntry.entry = known ?? `${Math.round(performance.timeOrigin)}.${++historyEntry.count}`;
    if (!known) history.replaceState({ entry: historyEntry.entry, depth: historyEntry.depth }, '');
    currentRoute.value = parseRoute(location.hash);
  };
  addEventListener('hashchange', read);
  addEventListener('popstate', () => {
    if (!historyEntry.isLeaving || history.state !== null) {
      arrive();
      return;
    }
    // A new entry, whose address is opened again after the way back, which leaves it.
    historyEntry.openedOnWay = location.hash;
    setTimeout(() => {
      if (historyEntry.openedOnWay === undefined) return;
      // The browser has given up the way back.
      arrive();
      read();
    }, LONGEST_WAY);
  });
  read();
}

/** The browser has returned to an earlier entry, or was led to a new one. */
function arrive(): void {
  historyEntry.isLeaving = false;
  // What was in this layer led somewhere else, and the user has returned from there.
  if (isLayerEntry() && historyEntry.layers === 0) leaveLayerEntry();
  else if (historyEntry.openedOnWay !== undefined) {
    location.hash = historyEntry.openedOnWay;
    historyEntry.openedOnWay = undefined;
  }
}

interface EntryState {
  entry?: string;
  depth?: number;
  /** The number of the layer that the back button closes. */
  layer?: number;
}

const layerOfEntry = (): number => (history.state as EntryState | null)?.layer ?? 0;
const isLayerEntry = (): boolean => layerOfEntry() > 0;

function leaveLayerEntry(): void {
  historyEntry.isLeaving = true;
  history.back();
}

/**
 * Makes the browser's back button close a layer above the page, instead of leaving the page below it. `close` returns
 * false if the layer stays open. Returns a function to call when the layer has closed.
 */
export function closeOnBack(close: () => unknown): () => void {
  const closed = new AbortController();
  const { signal } = closed;
  const enter = () => {
    const layer = Math.max(Date.now(), historyEntry.newestLayer + 1);
    historyEntry.newestLayer = layer;
    history.pushState({ ...history.state, layer }, '');
    const leave = () => {
      if (layerOfEntry() >= layer || close() !== false) return;
      removeEventListener('popstate', leave);
      enter();
    };
    addEventListener('popstate', leave, { signal });
  };
  historyEntry.layers++;
  if (historyEntry.isLeaving) addEventListener('popstate', enter, { once: true, signal });
  else enter();
  return () => {
    closed.abort();
    historyEntry.layers--;
    // An item that was chosen in the layer may change the address first.
    setTimeout(() => isLayerEntry() && historyEntry.layers === 0 && leaveLayerEntry());
  };
}

/** Goes to the previous view, or to `parent` if the client was opened here. */
export function goBack(parent: string): void {
  if (historyEntry.depth > 0) history.back();
  else location.hash = parent;
}

/**
 * Replaces the current address with a better one for the same location, or with the new address of something that
 * moved.
 */
export function replaceAddress(hash: string): void {
  history.replaceState(history.state, '', hash);
  currentRoute.value = parseRoute(hash);
}
