import { Type } from 'typebox';
import { ApiError, badRequest, missing } from '../../../kernel/errors.ts';
import { Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { inTurns } from '../../../kernel/time-slices.ts';
import { endpoint } from '../../declare.ts';
import { insufficientPermission } from '../../errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import { requireOwnFlag } from '../flags/actions.ts';
import { listReaders } from '../flags/views.ts';
import { findFlaggable, flagFound } from '../narrow/actions.ts';
import { findIds, findMatches, findRange, foundView, matchesView, NEWEST, type Range } from '../narrow/fetch.ts';
import { FetchedMessage, Matches, NarrowTerm } from './types.ts';

const Count = Type.Integer({ minimum: 0 });

export const getMessages = endpoint({
  method: 'GET',
  path: '/messages',
  limitedKeys: 'read',
  summary: 'Get the messages of a narrow around an anchor, or by their ids',
  auth: 'spectator',
  params: {
    anchor: Maybe(Type.String()),
    include_anchor: Maybe(Type.Boolean()),
    num_before: Maybe(Count),
    num_after: Maybe(Count),
    narrow: Type.Array(NarrowTerm, { default: [] }),
    client_gravatar: Type.Boolean({ default: true }),
    apply_markdown: Type.Boolean({ default: true }),
    use_first_unread_anchor: Maybe(Type.Boolean({ deprecated: true })),
    message_ids: Maybe(Type.Array(Type.Integer())),
    allow_empty_topic_name: Type.Boolean({ default: false }),
  },
  returns: {
    // The value for the newest message is above the safe integers.
    anchor: Maybe(Type.Union([Type.Integer(), Type.Literal(NEWEST)])),
    found_anchor: Type.Boolean(),
    found_oldest: Type.Boolean(),
    found_newest: Type.Boolean(),
    history_limited: Type.Boolean(),
    messages: Type.Array(FetchedMessage),
  },
  async prepare({ app, user, params, caller }) {
    const { narrow, message_ids, client_gravatar, apply_markdown, allow_empty_topic_name } = params;
    const kind = caller.kind({ client_gravatar, apply_markdown, empty_topic_name: allow_empty_topic_name });
    if (message_ids === undefined)
      return { kind, found: await inTurns(findRange(app, user, narrow, requireRange(params), kind)) };
    refuseRange(params);
    return { kind, found: await inTurns(findIds(app, user, narrow, message_ids, kind)) };
  },
  handle: ({ app, user, prepared: { found, kind } }) => foundView(app, user, found, kind),
});

type RangeParams = Partial<Range> & { use_first_unread_anchor?: boolean };

/** `use_first_unread_anchor` overrides an anchor, because some clients send both. */
function requireRange({
  anchor,
  include_anchor = true,
  num_before,
  num_after,
  use_first_unread_anchor,
}: RangeParams): Range {
  if (num_before === undefined) throw missing('num_before');
  if (num_after === undefined) throw missing('num_after');
  if (use_first_unread_anchor) return { anchor: 'first_unread', include_anchor, num_before, num_after };
  if (anchor === undefined) throw missing('anchor');
  return { anchor, include_anchor, num_before, num_after };
}

const RANGE = ['num_before', 'num_after', 'anchor', 'include_anchor', 'use_first_unread_anchor'] as const;

/** Messages are requested by range or by ids, not both. */
function refuseRange(params: RangeParams): void {
  if (RANGE.every((name) => params[name] === undefined)) return;
  const parameters = [
    'num_before',
    'num_after',
    'anchor',
    'message_ids',
    'include_anchor',
    'use_first_unread_anchor',
  ].join(', ');
  throw new ApiError(400, 'BAD_REQUEST', `Unsupported parameter combination: ${parameters}`, { parameters });
}

export const matchesNarrow = endpoint({
  method: 'GET',
  path: '/messages/matches_narrow',
  limitedKeys: 'read',
  summary: 'Check which messages match a narrow',
  params: { msg_ids: Type.Array(Type.Integer()), narrow: Type.Array(NarrowTerm) },
  returns: { messages: Matches },
  prepare: ({ app, user, params, caller }) =>
    inTurns(findMatches(app, user, params.narrow, params.msg_ids, caller.kind())),
  handle: ({ app, user, prepared: found }) => ({ messages: matchesView(app, user, found) }),
});

export const updateMessageFlagsForNarrow = endpoint({
  method: 'POST',
  path: '/messages/flags/narrow',
  isCostly: true,
  keepsAccess: true,
  limitedKeys: 'write',
  summary: 'Add or remove your own flag on the messages of a narrow around an anchor',
  params: {
    anchor: Type.String(),
    include_anchor: Type.Boolean({ default: true }),
    num_before: Count,
    num_after: Count,
    narrow: Type.Array(NarrowTerm),
    op: OneOf('add', 'remove'),
    flag: Type.String(),
  },
  returns: {
    processed_count: Type.Integer(),
    updated_count: Type.Integer(),
    first_processed_id: Nullable(Type.Integer()),
    last_processed_id: Nullable(Type.Integer()),
    found_oldest: Type.Boolean(),
    found_newest: Type.Boolean(),
    ignored_because_not_subscribed_channels: Type.Array(Type.Integer()),
  },
  async prepare({ app, user, params: { narrow, flag, ...range } }) {
    const own = requireOwnFlag(flag);
    return { flag: own, found: await inTurns(findFlaggable(app, user, narrow, range)) };
  },
  handle: ({ app, user, params, prepared: { found, flag } }) => flagFound(app, user, found, params.op, flag),
});

export const getMessagesSummary = endpoint({
  method: 'GET',
  path: '/messages/summary',
  summary: 'Summarize a conversation with a language model, if the server has one',
  params: { narrow: Maybe(Type.Array(NarrowTerm)) },
  returns: { summary: Type.String() },
  handle({ app, user }) {
    if (!hasRealmPermission(app, user, 'can_summarize_topics_group')) throw insufficientPermission();
    // /register returns server_can_summarize_topics: false. Klatch contains no language model.
    throw badRequest('AI features are not enabled on this server.');
  },
});

export const getReadReceipts = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  limitedKeys: 'read',
  summary: "Get a message's read receipts",
  params: { message_id: Type.Integer() },
  returns: { user_ids: Type.Array(Type.Integer()) },
  handle: ({ app, user, params }) => ({ user_ids: listReaders(app, user, params.message_id) }),
});
