import type { App } from '../app.ts';
import { restoreMessages } from '../chat/messages/delete/actions.ts';
import { deletedMessagesFor } from '../chat/messages/delete/views.ts';
import { type As, actorOf } from './accounts.ts';

export const messageCommands = {
  /** What the actor can restore, in parts; `before` continues the list. */
  'message-deleted': (app: App, { before, limit, as }: As & { before: number | null; limit: number }) => {
    const page = deletedMessagesFor(app, actorOf(app, { as }), before ?? Number.MAX_SAFE_INTEGER, limit);
    return {
      before: page.before,
      messages: page.messages.map((message) => ({
        ...message,
        sender: app.users.byId(message.sender_id)!.full_name,
        conversation: conversationOf(app, message),
      })),
    };
  },
  'message-restore': (app: App, { ids, as }: As & { ids: number[] }) => {
    restoreMessages(app, actorOf(app, { as }), ids);
    return { restored: ids };
  },
};

function conversationOf(app: App, { stream_id, topic, user_ids }: Conversation): string {
  if (stream_id !== undefined) return `#${app.channels.byId(stream_id)!.name} > ${topic}`;
  return user_ids!.map((id) => app.users.byId(id)!.full_name).join(', ');
}

interface Conversation {
  stream_id?: number | undefined;
  topic: string;
  user_ids?: number[] | undefined;
}
