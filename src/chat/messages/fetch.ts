import type { App } from '../../app.ts';
import { badRequest, unauthorized } from '../../kernel/errors.ts';
import type { ClientKind } from '../../kernel/events/client.ts';
import type { Viewer } from '../channels/rules.ts';
import { shownTopic } from '../topics/names.ts';
import type { User } from '../users/types.ts';
import { requireOwnFlag, setFlag } from './flags.ts';
import { compile, type Narrow } from './narrow/compile.ts';
import { scopeOfIds } from './narrow/scope.ts';
import { marked } from './narrow/search.ts';
import { isForVisitors, narrowTerms, type Term } from './narrow/terms.ts';
import type { FetchedMessage, NarrowTerm, StoredMessage } from './types.ts';
import { fetchedMessages, type Match } from './views.ts';

/** The anchor that stands for the newest message: above any id. */
export const NEWEST = 10_000_000_000_000_000;
export const MOST_MESSAGES = 5000;

/** A stretch of a narrow: so many messages on both sides of an anchor. */
export interface Range {
  /** `newest`, `oldest`, `first_unread` or an id. */
  anchor: string;
  include_anchor: boolean;
  num_before: number;
  num_after: number;
}

interface Stretch {
  anchor: number;
  found_anchor: boolean;
  found_oldest: boolean;
  found_newest: boolean;
  /** In the order of ids. */
  messages: StoredMessage[];
}

/** The messages of a narrow around an anchor, as the viewer's client is shown them. */
export function fetchRange(app: App, viewer: Viewer, wire: readonly NarrowTerm[], range: Range, kind: ClientKind) {
  const terms = termsFor(viewer, wire);
  requireFew(range.num_before + range.num_after);
  const narrow = compile(app, viewer, terms);
  const { messages, ...found } = stretch(app, narrow, anchorOf(app, viewer, terms, range.anchor), range);
  return { ...found, history_limited: false, messages: shown(app, viewer, narrow, messages, kind) };
}

/** Those of the ids that the viewer may read and that are in the narrow. */
export function fetchIds(
  app: App,
  viewer: Viewer,
  wire: readonly NarrowTerm[],
  ids: readonly number[],
  kind: ClientKind,
) {
  const terms = termsFor(viewer, wire);
  requireFew(ids.length);
  const scope = scopeOfIds(app, viewer, ids);
  const narrow = compile(app, viewer, terms, { scope });
  const messages = shown(app, viewer, narrow, app.narrow.among(narrow, scope.ids), kind);
  return { found_anchor: false, found_oldest: false, found_newest: false, history_limited: false, messages };
}

/** Which of the ids are in the narrow, by id, with their content and topic, marked where a search found something. */
export function matching(
  app: App,
  user: User,
  wire: readonly NarrowTerm[],
  ids: readonly number[],
  kind: ClientKind,
): Record<string, Match> {
  requireFew(ids.length);
  const narrow = compile(app, user, narrowTerms(wire));
  const messages = app.narrow.among(narrow, [...new Set(ids)]);
  return Object.fromEntries(messages.map((message) => [message.id, matchOf(narrow, message, kind)]));
}

/** Sets or takes away a flag of a stretch of a narrow. */
export function flagRange(
  app: App,
  user: User,
  wire: readonly NarrowTerm[],
  range: Range,
  op: 'add' | 'remove',
  flag: string,
) {
  const own = requireOwnFlag(flag);
  const terms = narrowTerms(wire);
  requireFew(range.num_before + range.num_after);
  if (!range.include_anchor && range.num_before > 0 && range.num_after > 0)
    throw badRequest('The anchor can only be excluded at an end of the range');
  const narrow = compile(app, user, terms);
  const { messages, found_oldest, found_newest } = stretch(
    app,
    narrow,
    anchorOf(app, user, terms, range.anchor),
    range,
  );
  const { changed, ignored_because_not_subscribed_channels } = setFlag(app, user, messages, own, op);
  return {
    processed_count: messages.length,
    updated_count: changed.length,
    first_processed_id: messages[0]?.id ?? null,
    last_processed_id: messages.at(-1)?.id ?? null,
    found_oldest,
    found_newest,
    ignored_because_not_subscribed_channels,
  };
}

/** Visitors without an account must ask for `channels:web-public`, and for nothing personal. */
function termsFor(viewer: Viewer, wire: readonly NarrowTerm[]): Term[] {
  const terms = narrowTerms(wire);
  if (!viewer && !isForVisitors(terms))
    throw unauthorized('Not logged in: API authentication or user session required', 'Session realm="klatch"');
  return terms;
}

function requireFew(count: number): void {
  if (count > MOST_MESSAGES) throw badRequest(`Too many messages requested (maximum ${MOST_MESSAGES}).`);
}

/** The anchor as an id: 0 for the oldest, NEWEST for the newest and where nothing is unread. */
function anchorOf(app: App, viewer: Viewer, terms: readonly Term[], anchor: string): number {
  if (anchor === 'newest') return NEWEST;
  if (anchor === 'oldest') return 0;
  if (anchor === 'first_unread') return viewer ? firstUnread(app, viewer, terms) : NEWEST;
  if (!/^\s*[+-]?\d+\s*$/.test(anchor)) throw badRequest('Invalid anchor');
  const id = Math.max(Number(anchor), 0);
  return Number.isSafeInteger(id) ? id : NEWEST;
}

function firstUnread(app: App, user: User, terms: readonly Term[]): number {
  const unread = compile(app, user, terms, { unread: true });
  return app.narrow.walk(unread, true, 0, 1)[0]?.id ?? NEWEST;
}

function stretch(app: App, narrow: Narrow, anchor: number, { include_anchor, num_before, num_after }: Range): Stretch {
  const first = anchor === 0;
  const last = anchor === NEWEST;
  const before = first ? [] : app.narrow.walk(narrow, false, anchor - 1, num_before).reverse();
  const at = include_anchor && !first && !last ? app.narrow.among(narrow, [anchor]) : [];
  const after = last ? [] : app.narrow.walk(narrow, true, anchor + 1, num_after);
  return {
    anchor,
    found_anchor: at.length > 0,
    found_oldest: first || before.length < num_before,
    found_newest: last || after.length < num_after,
    messages: [...before, ...at, ...after],
  };
}

function shown(
  app: App,
  viewer: Viewer,
  narrow: Narrow,
  messages: readonly StoredMessage[],
  kind: ClientKind,
): FetchedMessage[] {
  const matches =
    narrow.searches.length === 0
      ? undefined
      : new Map(messages.map((message) => [message.id, matchOf(narrow, message, kind)]));
  return fetchedMessages(app, viewer, messages, kind, matches);
}

const matchOf = (
  { searches }: Narrow,
  { rendered_content, subject, topic_id }: StoredMessage,
  kind: ClientKind,
): Match => marked(searches, rendered_content, topic_id === null ? '' : shownTopic(subject, kind.empty_topic_name));
