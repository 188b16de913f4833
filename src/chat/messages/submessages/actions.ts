import type { App } from '../../../app.ts';
import { followAfterReacting } from '../../channels/topics/actions.ts';
import type { User } from '../../people/users/types.ts';
import { isPublic, usersWithMessage } from '../messages/rules.ts';
import { submessageAdded } from './events.ts';
import { requireRoom, requireValidSubmessage, requireWidget } from './rules.ts';

/** Adds a submessage to a message's widget: a vote, an option, a task. */
export function addSubmessage(app: App, actor: User, messageId: number, msg_type: string, content: string): void {
  const message = requireWidget(app, actor, messageId);
  requireValidSubmessage(app, actor, message, content);
  requireRoom(app, actor, messageId, content);
  app.db.write(() => {
    const { id } = app.submessages.add(messageId, actor.id, msg_type, content);
    const channel = app.channels.byRecipient(message.recipient_id);
    if (channel) followAfterReacting(app, actor, channel, message.subject);
    const event = submessageAdded({
      message_id: messageId,
      sender_id: actor.id,
      msg_type,
      content,
      submessage_id: id,
    });
    app.events.publish(event, usersWithMessage(app, message), isPublic(app, message));
  });
}

/** Adds the widget of a message that is just sent, or was imported. Call it inside `db.write`. */
export function addWidget(app: App, messageId: number, { id }: User, content: string): void {
  app.submessages.add(messageId, id, 'widget', content);
}
