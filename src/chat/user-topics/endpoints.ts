import { Type } from 'typebox';
import { endpoint } from '../../kernel/http/endpoint.ts';
import { OneOf } from '../../kernel/http/schema.ts';
import { requireReadable } from '../channels/rules.ts';
import { cleanTopic, MAX_TOPIC_LENGTH } from '../topics/names.ts';
import { setTopicPolicy } from './actions.ts';

export const updateUserTopic = endpoint({
  method: 'POST',
  path: '/user_topics',
  summary: 'Mute, unmute or follow a topic',
  params: { stream_id: Type.Integer(), topic: Type.String({ maxLength: MAX_TOPIC_LENGTH }), visibility_policy: OneOf(0, 1, 2, 3) },
  handle({ app, user, params }) {
    setTopicPolicy(app, user, requireReadable(app, user, params.stream_id), cleanTopic(params.topic), params.visibility_policy);
    return {};
  },
});
