import { Type } from 'typebox';
import type { App } from '../app.ts';
import { restoreMessages } from '../chat/messages/delete/actions.ts';
import { DeletedMessage } from '../chat/messages/delete/types.ts';
import { deletedMessagesFor } from '../chat/messages/delete/views.ts';
import { type As, requireActor } from './accounts.ts';
import { operation } from './operation.ts';

export const messageOperations = {
  /** The latest deleted messages that the actor can restore. */
  'message-deleted': operation({
    result: Type.Array(
      Type.Object({ ...DeletedMessage.properties, sender: Type.String(), conversation: Type.String() }),
    ),
    audit: 'reads',
    run: (app, { limit, as }: As & { limit: number }) =>
      deletedMessagesFor(app, requireActor(app, { as }), Number.MAX_SAFE_INTEGER, limit).messages.map((message) => ({
        ...message,
        sender: app.users.byId(message.sender_id)!.full_name,
        conversation: describeConversation(app, message),
      })),
  }),
  'message-restore': operation({
    result: Type.Object({ restored: Type.Array(Type.Integer()) }),
    audit: ({ restored }) => ({ kind: 'message_restore', details: String(restored.length) }),
    run(app, { ids, as }: As & { ids: number[] }) {
      restoreMessages(app, requireActor(app, { as }), ids);
      return { restored: ids };
    },
  }),
};

function describeConversation(app: App, { stream_id, topic, user_ids }: DeletedMessage): string {
  if (stream_id !== undefined) return `#${app.channels.byId(stream_id)!.name} > ${topic}`;
  return user_ids!.map((id) => app.users.byId(id)!.full_name).join(', ');
}
