import { Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { missingTopic } from '../../errors.ts';
import * as actions from './actions.ts';
import { TypingOp } from './events.ts';

export const setTypingStatus = endpoint({
  method: 'POST',
  path: '/typing',
  keepsAccess: true,
  summary: 'Report that you are typing a message',
  params: {
    type: Type.Unsafe<'direct' | 'stream' | 'channel'>({ ...OneOf('direct', 'stream', 'channel'), default: 'direct' }),
    op: TypingOp,
    /** User ids. Older clients send a list with one channel id instead. */
    to: Maybe(Type.Array(Type.Integer())),
    stream_id: Maybe(Type.Integer()),
    topic: Maybe(Type.String()),
  },
  handle({ app, user, params: { type, op, to, stream_id, topic } }) {
    if (type === 'direct') {
      if (!to) throw badRequest("Missing 'to' argument");
      actions.publishDirectTyping(app, user, op, to);
    } else {
      const channelId = stream_id ?? (to?.length === 1 ? to[0] : undefined);
      if (channelId === undefined) throw badRequest("Missing 'stream_id' argument");
      if (topic === undefined) throw missingTopic();
      actions.publishChannelTyping(app, user, op, channelId, topic);
    }
  },
});

export const setTypingStatusForEdit = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/typing',
  summary: 'Report that you are editing a message',
  params: { message_id: Type.Integer(), op: TypingOp },
  handle: ({ app, user, params }) => actions.publishEditTyping(app, user, params.op, params.message_id),
});
