import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { render } from '../messages/content.ts';
import { usersWithMessage } from '../messages/recipients-of-messages.ts';
import { isPublic } from '../messages/rules.ts';
import { messageEdited } from './events.ts';
import { flagsOfListeners } from './rewrite.ts';

/**
 * Renders a message again because something it shows from elsewhere has changed. Users with the message receive the new
 * HTML; it does not count as edited.
 */
export function renderAgain(app: App, id: number): void {
  const message = app.messages.byId(id);
  const author = message && app.users.byId(message.sender_id);
  if (!message || !author) return;
  const { html, is_me_message } = render(app, author, message.content);
  if (html === message.rendered_content) return;
  app.db.write(() => {
    const again = { ...message, rendered_content: html };
    app.messages.edit(again);
    const audience = usersWithMessage(app, message);
    const event = messageEdited({
      user_id: null,
      message_id: id,
      message_ids: [id],
      edit_timestamp: seconds(app.clock),
      channel: app.channels.byRecipient(message.recipient_id),
      rendering: { content: message.content, rendered_content: html, is_me_message },
      flags: flagsOfListeners(app, again, audience),
    });
    app.events.publish(event, audience, isPublic(app, message));
  });
}
