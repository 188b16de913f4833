import { Type } from 'typebox';
import { Maybe, Nullable } from '../../kernel/http/schema.ts';
import { endpoint } from '../declare.ts';
import { register } from './actions.ts';
import { registerParams } from './types.ts';

export const registerQueue = endpoint({
  method: 'POST',
  path: '/register',
  limitedKeys: 'read',
  summary: 'Register an event queue and get the initial state',
  auth: 'spectator',
  keyless: true,
  runsAt: 'any',
  isCostly: true,
  params: registerParams,
  returns: {
    queue_id: Nullable(Type.String()),
    last_event_id: Maybe(Type.Integer()),
    zulip_version: Type.String(),
    zulip_merge_base: Type.String(),
    zulip_feature_level: Type.Integer(),
    service_feature_level: Type.Integer(),
    /**
     * Only for clients that send `known_slices`. Some lists consist of slices: `count` elements of the list in `field`,
     * in this order. Lists lack the slices that are in `known_slices`. A slice without `count` is all of another field,
     * which is absent if the slice is in `known_slices`.
     */
    slices: Maybe(Type.Array(Type.Object({ field: Type.String(), count: Maybe(Type.Integer()), id: Type.String() }))),
  },
  prepare: async ({ app, user }) => user && app.node?.listen(user.id),
  handle: ({ app, user, params, caller }) => register(app, user, params, caller),
});

const QueueId = Type.String();

export const getEvents = endpoint({
  method: 'GET',
  path: '/events',
  limitedKeys: 'read',
  summary: 'Get events from a queue, waiting if there are none',
  limit: 'none',
  runsAt: 'queue',
  params: {
    queue_id: QueueId,
    /** The last event the client received: this and earlier events are removed from the queue. */
    last_event_id: Maybe(Type.Integer()),
    dont_block: Type.Boolean({ default: false }),
    /**
     * The answer stays open and comes in parts, as server-sent events: the data of each is the JSON of a whole answer.
     * The first part comes at once. It ends from time to time, and the next request confirms what the client has. If it
     * is not possible, the answer is that of a poll.
     */
    stream: Type.Boolean({ default: false }),
  },
  returns: {
    events: Type.Array(Type.Object({ id: Type.Integer(), type: Type.String() }, { additionalProperties: true })),
    queue_id: Maybe(Type.String()),
  },
  hold({ app, user, params }, poll) {
    const queue = app.queues.require(user.id, params.queue_id);
    const { last_event_id: lastEventId, dont_block: dontBlock, stream } = params;
    app.queues.listen(queue, poll, { lastEventId, dontBlock, isStream: stream && !dontBlock });
    return () => app.queues.hungUp(queue, poll);
  },
});

export const deleteQueue = endpoint({
  method: 'DELETE',
  path: '/events',
  limitedKeys: 'read',
  summary: 'Delete an event queue',
  runsAt: 'queue',
  params: { queue_id: QueueId },
  handle: ({ app, user, params }) => app.queues.remove(app.queues.require(user.id, params.queue_id)),
});
