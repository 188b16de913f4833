import { Type } from 'typebox';
import { missing } from '../../../kernel/errors.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { FetchedMessage } from '../messages/types.ts';
import * as actions from './actions.ts';
import { Pin } from './types.ts';
import { listPins, type PinPlace } from './views.ts';

export const getPinnedMessages = endpoint({
  method: 'GET',
  path: '/pinned_messages',
  summary: 'Get the pinned messages of a channel, a topic or a direct message conversation',
  auth: 'spectator',
  params: {
    stream_id: Maybe(Type.Integer()),
    /** Only with a channel. */
    topic: Maybe(Type.String()),
    /** The users of a conversation; the caller is always one of them. */
    user_ids: Maybe(Type.Array(Type.Integer(), { maxItems: 1000 })),
    client_gravatar: Type.Boolean({ default: true }),
    apply_markdown: Type.Boolean({ default: true }),
    allow_empty_topic_name: Type.Boolean({ default: false }),
  },
  returns: { pinned_messages: Type.Array(Pin), messages: Type.Array(FetchedMessage) },
  handle({ app, user, params, caller }) {
    const { client_gravatar, apply_markdown, allow_empty_topic_name } = params;
    const kind = caller.kind({ client_gravatar, apply_markdown, empty_topic_name: allow_empty_topic_name });
    return listPins(app, user, readPlace(params), kind);
  },
});

function readPlace({
  stream_id,
  topic,
  user_ids,
}: {
  stream_id?: number;
  topic?: string;
  user_ids?: number[];
}): PinPlace {
  if (stream_id !== undefined) return { stream_id, topic };
  if (user_ids === undefined) throw missing('stream_id');
  return { user_ids };
}

export const pinMessage = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/pin',
  summary: 'Pin a message in its conversation',
  params: { message_id: Type.Integer() },
  handle: ({ app, user, params }) => actions.pinMessage(app, user, params.message_id),
});

export const unpinMessage = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}/pin',
  summary: 'Unpin a message',
  params: { message_id: Type.Integer() },
  handle: ({ app, user, params }) => actions.unpinMessage(app, user, params.message_id),
});
