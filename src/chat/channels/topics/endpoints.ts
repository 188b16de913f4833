import { Type } from 'typebox';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';
import { endpoint } from '../../declare.ts';
import { requireReadableChannel } from '../channels/rules.ts';
import { chooseTopicPolicy, muteTopic } from './actions.ts';
import { cleanTopic, requireOneChannel } from './rules.ts';
import { listTopics } from './views.ts';

export const getTopics = endpoint({
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  limitedKeys: 'read',
  summary: 'Get the topics of a channel, newest first',
  auth: 'spectator',
  params: { stream_id: Type.Integer(), allow_empty_topic_name: Type.Boolean({ default: false }) },
  returns: { topics: Type.Array(Type.Object({ name: Type.String(), max_id: Type.Integer() })) },
  handle: ({ app, user, params }) => ({
    topics: listTopics(app, user, requireReadableChannel(app, user, params.stream_id), params.allow_empty_topic_name),
  }),
});

export const updateUserTopic = endpoint({
  method: 'POST',
  path: '/user_topics',
  summary: 'Set your visibility policy for a topic: mute, unmute or follow',
  params: {
    stream_id: Type.Integer(),
    topic: Type.String({ maxLength: LIMITS.topic_length }),
    visibility_policy: OneOf(0, 1, 2, 3),
  },
  handle: ({ app, user, params }) =>
    chooseTopicPolicy(
      app,
      user,
      requireReadableChannel(app, user, params.stream_id),
      cleanTopic(params.topic),
      params.visibility_policy,
    ),
});

export const muteTopicLegacy = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  summary: 'Mute or unmute a topic',
  deprecated: true,
  params: {
    stream_id: Maybe(Type.Integer()),
    stream: Maybe(Type.String()),
    topic: Type.String({ maxLength: LIMITS.topic_length }),
    op: OneOf('add', 'remove'),
  },
  handle: ({ app, user, params }) =>
    muteTopic(app, user, requireOneChannel(app, user, params), cleanTopic(params.topic), params.op === 'add'),
});
