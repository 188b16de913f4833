import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';
import { endpoint } from '../../declare.ts';
import { isReadBySender } from '../../messages/messages/rules.ts';
import * as actions from './actions.ts';
import { scheduledView } from './events.ts';
import { RecipientType, ScheduledMessage } from './types.ts';

const To = Type.Union([Type.Integer(), Type.Array(Type.Integer(), { minItems: 1 })]);
const Topic = Maybe(Type.String({ aliases: ['subject'] }));

export const getScheduledMessages = endpoint({
  method: 'GET',
  path: '/scheduled_messages',
  summary: 'Get your scheduled messages',
  returns: { scheduled_messages: Type.Array(ScheduledMessage) },
  handle: ({ app, user }) => ({
    scheduled_messages: app.scheduledMessages.ofUser(user.id).map((message) => scheduledView(message, true)),
  }),
});

export const createScheduledMessage = endpoint({
  method: 'POST',
  path: '/scheduled_messages',
  summary: 'Schedule a message',
  params: {
    type: RecipientType,
    to: To,
    content: Type.String({ maxLength: LIMITS.message_source_length }),
    topic: Topic,
    scheduled_delivery_timestamp: Type.Integer(),
    read_by_sender: Maybe(Type.Boolean()),
  },
  returns: { scheduled_message_id: Type.Integer() },
  handle({ app, user, params: { read_by_sender, ...request }, caller }) {
    const writing = {
      client: caller.client,
      isInteractive: isReadBySender(caller),
      ...(read_by_sender !== undefined && { read_by_sender }),
    };
    return { scheduled_message_id: actions.scheduleMessage(app, user, request, writing) };
  },
});

export const updateScheduledMessage = endpoint({
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  summary: 'Change a scheduled message',
  params: {
    scheduled_message_id: Type.Integer(),
    type: Maybe(RecipientType),
    to: Maybe(To),
    content: Maybe(Type.String({ maxLength: LIMITS.message_source_length })),
    topic: Topic,
    scheduled_delivery_timestamp: Maybe(Type.Integer()),
  },
  handle: ({ app, user, params: { scheduled_message_id, ...request }, caller }) =>
    actions.editScheduledMessage(app, user, scheduled_message_id, request, caller.client),
});

export const deleteScheduledMessage = endpoint({
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  summary: 'Delete a scheduled message',
  params: { scheduled_message_id: Type.Integer() },
  handle: ({ app, user, params }) => actions.deleteScheduledMessage(app, user, params.scheduled_message_id),
});
