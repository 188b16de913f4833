import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import { requireReadableChannel } from '../channels/rules.ts';
import { topicsOf } from './views.ts';

export const getTopics = endpoint({
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  summary: 'Get the topics of a channel, newest first',
  auth: 'spectator',
  params: { stream_id: Type.Integer(), allow_empty_topic_name: Type.Boolean({ default: false }) },
  returns: { topics: Type.Array(Type.Object({ name: Type.String(), max_id: Type.Integer() })) },
  handle: ({ app, user, params }) => ({
    topics: topicsOf(app, user, requireReadableChannel(app, user, params.stream_id), params.allow_empty_topic_name),
  }),
});
