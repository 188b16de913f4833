import type { App } from '../../../app.ts';
import { badRequest, noSession } from '../../../kernel/errors.ts';
import type { ClientKind } from '../../../kernel/events/client.ts';
import { inSteps } from '../../../kernel/http/reply-text.ts';
import type { Steps } from '../../../kernel/time-slices.ts';
import { LIMITS } from '../../../limits.ts';
import type { Viewer } from '../../channels/channels/rules.ts';
import { topicShown } from '../../channels/topics/rules.ts';
import type { User } from '../../people/users/types.ts';
import { canRead, receivedAmongMessages } from '../messages/rules.ts';
import type { Match, NarrowTerm, StoredMessage } from '../messages/types.ts';
import { fetchedMessages } from '../messages/views.ts';
import { compile, indexFor, type Narrow } from './compile.ts';
import { scopeOfIds } from './scope.ts';
import { isForVisitors, narrowTerms, type Term } from './terms.ts';
import { marker } from './types.ts';

/** The anchor for the newest message: above any id. */
export const NEWEST = 10_000_000_000_000_000;
const MOST_MESSAGES = LIMITS.fetched_messages;

/** A range of a narrow: a number of messages on both sides of an anchor. */
export interface Range {
  /** `newest`, `oldest`, `first_unread` or an id. */
  anchor: string;
  include_anchor: boolean;
  num_before: number;
  num_after: number;
}

export interface Stretch {
  anchor: number;
  found_anchor: boolean;
  found_oldest: boolean;
  found_newest: boolean;
  /** Sorted by id. */
  messages: StoredMessage[];
}

/** What a request for messages found, before it is shown to a client. */
export interface Found extends Omit<Stretch, 'anchor'> {
  anchor?: number;
  /** By message, if the narrow has searches. */
  matches: ReadonlyMap<number, Match> | undefined;
}

/** Finds the messages of a narrow around an anchor, in steps. */
export function* findRange(
  app: App,
  viewer: Viewer,
  wire: readonly NarrowTerm[],
  range: Range,
  kind: ClientKind,
): Steps<Found> {
  const terms = termsFor(viewer, wire);
  requireFew(range.num_before + range.num_after);
  yield* indexFor(app, terms);
  const narrow = compile(app, viewer, terms);
  const found = yield* stretch(app, narrow, findAnchor(app, viewer, terms, range.anchor), range);
  return { ...found, matches: yield* matchesIn(narrow, found.messages, kind) };
}

/** Finds those of the ids that match the narrow and that the viewer can read, in steps. */
export function* findIds(
  app: App,
  viewer: Viewer,
  wire: readonly NarrowTerm[],
  ids: readonly number[],
  kind: ClientKind,
): Steps<Found> {
  const terms = termsFor(viewer, wire);
  requireFew(ids.length);
  yield* indexFor(app, terms);
  const found = new Map<number, StoredMessage>();
  let left: number = LIMITS.fetched_length;
  let narrow: Narrow | undefined;
  for (const some of inBatches(ids)) {
    if (narrow) yield;
    const scope = scopeOfIds(app, viewer, some);
    narrow = compile(app, viewer, terms, { scope });
    const batch = app.narrow.among(narrow, scope.ids);
    for (const message of batch) found.set(message.id, message);
    left -= sumLengths(app, batch);
    // Otherwise some messages would seem to be missing.
    if (left < 0) throw badRequest('The messages are too long together. Ask for fewer at once.');
  }
  const messages = [...found.values()].sort((a, b) => a.id - b.id);
  const matches = narrow && (yield* matchesIn(narrow, messages, kind));
  return { found_anchor: false, found_oldest: false, found_newest: false, messages, matches };
}

/** The reply for what was found: without messages that the viewer can no longer read, in the form for their client. */
export function foundView(app: App, viewer: Viewer, { messages, matches, ...found }: Found, kind: ClientKind) {
  const readable = stillReadable(app, viewer, messages);
  return {
    ...found,
    history_limited: false,
    messages: inSteps(fetchedMessages(app, viewer, readable, kind, matches)),
  };
}

/**
 * Those of the messages that a viewer can still read. While the others were searched for, they may have been moved or
 * deleted, and the viewer may have lost access.
 */
export function stillReadable(app: App, viewer: Viewer, messages: readonly StoredMessage[]): StoredMessage[] {
  const now = app.messages.flaggable(JSON.stringify(messages.map(({ id }) => id)));
  const wasReceived = viewer && receivedAmongMessages(app, viewer.id, now.length);
  const readable = new Set(now.filter((each) => canRead(app, viewer, each, wasReceived)).map(({ id }) => id));
  return messages.filter(({ id }) => readable.has(id));
}

/** Those of the ids that match the narrow, by id, with content and topic in which matches are marked; in steps. */
export function* findMatches(
  app: App,
  user: User,
  wire: readonly NarrowTerm[],
  ids: readonly number[],
  kind: ClientKind,
): Steps<FoundMatches> {
  requireFew(ids.length);
  const terms = narrowTerms(wire);
  yield* indexFor(app, terms);
  const narrow = compile(app, user, terms);
  const messages: StoredMessage[] = [];
  for (const some of inBatches([...new Set(ids)])) {
    messages.push(...app.narrow.among(narrow, some));
    yield;
  }
  return { messages, matches: yield* markMatches(narrow, messages, kind) };
}

interface FoundMatches {
  messages: readonly StoredMessage[];
  matches: ReadonlyMap<number, Match>;
}

/** The matches that `findMatches` found, of messages that the user can still read. */
export const matchesView = (app: App, user: User, { messages, matches }: FoundMatches): Record<string, Match> =>
  Object.fromEntries(stillReadable(app, user, messages).map(({ id }) => [id, matches.get(id)!]));

/** Visitors must ask for `channels:web-public` and for nothing personal. */
function termsFor(viewer: Viewer, wire: readonly NarrowTerm[]): Term[] {
  const terms = narrowTerms(wire);
  if (!viewer && !isForVisitors(terms)) throw noSession();
  return terms;
}

export function requireFew(count: number): void {
  if (count > MOST_MESSAGES) throw badRequest(`Too many messages requested (maximum ${MOST_MESSAGES}).`);
}

/** The anchor as an id: 0 for the oldest, NEWEST for the newest and if nothing is unread. */
export function findAnchor(app: App, viewer: Viewer, terms: readonly Term[], anchor: string): number {
  if (anchor === 'newest') return NEWEST;
  if (anchor === 'oldest') return 0;
  if (anchor === 'first_unread') return viewer ? firstUnread(app, viewer, terms) : NEWEST;
  if (!/^\s*[+-]?\d+\s*$/.test(anchor)) throw badRequest('Invalid anchor');
  const id = Math.max(Number(anchor), 0);
  return Number.isSafeInteger(id) ? id : NEWEST;
}

function firstUnread(app: App, user: User, terms: readonly Term[]): number {
  const unread = compile(app, user, terms, { unread: true });
  return app.narrow.select(unread, { up: true, from: 0, limit: 1 })[0]?.id ?? NEWEST;
}

export function* stretch(
  app: App,
  narrow: Narrow,
  anchor: number,
  { include_anchor, num_before, num_after }: Range,
): Steps<Stretch> {
  const first = anchor === 0;
  const last = anchor === NEWEST;
  const budget = { left: LIMITS.fetched_length as number };
  const at = include_anchor && !first && !last ? app.narrow.among(narrow, [anchor]) : [];
  budget.left -= sumLengths(app, at);
  // Neither side may take all the space, since the other needs some to make progress.
  const before = first
    ? NOTHING
    : yield* messagesFrom(app, narrow, { up: false, from: anchor - 1, limit: num_before, budget });
  const after = last
    ? NOTHING
    : yield* messagesFrom(app, narrow, { up: true, from: anchor + 1, limit: num_after, budget });
  return {
    anchor,
    found_anchor: at.length > 0,
    found_oldest: before.isEnd,
    found_newest: after.isEnd,
    messages: [...before.messages.reverse(), ...at, ...after.messages],
  };
}

interface MessagePage {
  messages: StoredMessage[];
  /** Whether there are no more messages in this direction. */
  isEnd: boolean;
}
const NOTHING: MessagePage = { messages: [], isEnd: true };

/** The number of messages read in one step. Of the longest ones, these are 20 MB. */
const BATCH = 100;
/** The HTML in which matches are marked in one step, in characters. */
const MARKED_AT_ONCE = 200_000;

interface PageRequest {
  up: boolean;
  from: number;
  limit: number;
  /** How many characters still fit in the reply. */
  budget: { left: number };
}

/**
 * Messages from an id on in one direction, in that order. Stops before the first that does not fit; the first message
 * always does.
 */
function* messagesFrom(app: App, narrow: Narrow, { up, from, limit, budget }: PageRequest): Steps<MessagePage> {
  const messages: StoredMessage[] = [];
  for (let next = from; messages.length < limit; ) {
    if (messages.length > 0) yield;
    const count = Math.min(BATCH, limit - messages.length);
    const batch = app.narrow.select(narrow, { up, from: next, limit: count });
    const extras = submessageLengths(app, batch);
    for (const message of batch) {
      const length = ownLength(message) + (extras.get(message.id) ?? 0);
      if (length > budget.left && messages.length > 0) return { messages, isEnd: false };
      budget.left -= length;
      messages.push(message);
    }
    if (batch.length < count) return { messages, isEnd: true };
    next = batch.at(-1)!.id + (up ? 1 : -1);
  }
  return { messages, isEnd: false };
}

/** The characters that every message takes besides its content: names, ids, flags. */
const FRAME = 1000;

const ownLength = ({ content, rendered_content, edit_history }: StoredMessage): number =>
  FRAME + Math.max(content.length, rendered_content.length) + (edit_history?.length ?? 0);

/**
 * The length of the submessages of messages, by id, where there are any. Reactions are limited for each user, so they
 * are not counted.
 */
function submessageLengths(app: App, messages: readonly StoredMessage[]): ReadonlyMap<number, number> {
  const ids = JSON.stringify(messages.map(({ id }) => id));
  return new Map(app.messages.submessageLengths(ids).map(({ id, length }) => [id, length]));
}

/** The approximate length of messages in a reply, in characters. */
function sumLengths(app: App, messages: readonly StoredMessage[]): number {
  const own = messages.reduce((sum, message) => sum + ownLength(message), 0);
  return [...submessageLengths(app, messages).values()].reduce((sum, length) => sum + length, own);
}

function* inBatches(ids: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
}

function* matchesIn(narrow: Narrow, messages: readonly StoredMessage[], kind: ClientKind): Steps<Found['matches']> {
  return narrow.searches.length === 0 ? undefined : yield* markMatches(narrow, messages, kind);
}

/** Marks the matches in each message. */
function* markMatches(
  { searches }: Narrow,
  messages: readonly StoredMessage[],
  kind: ClientKind,
): Steps<Map<number, Match>> {
  const mark = marker(searches);
  const matches = new Map<number, Match>();
  let length = 0;
  for (const { id, rendered_content, subject, topic_id } of messages) {
    if (length > MARKED_AT_ONCE) {
      yield;
      length = 0;
    }
    matches.set(id, mark(rendered_content, topic_id === null ? '' : topicShown(subject, kind.empty_topic_name)));
    length += rendered_content.length;
  }
  return matches;
}
