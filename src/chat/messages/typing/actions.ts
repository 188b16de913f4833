import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { cleanTopic } from '../../channels/topics/rules.ts';
import { inaccessibleUsers } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { apiEmail } from '../../people/users/views.ts';
import { requireEditable } from '../edit/rules.ts';
import { usersWithMessage } from '../messages/rules.ts';
import { editingEvent, type TypingOp, typingEvent } from './events.ts';
import {
  requirePeople,
  requirePostable,
  requireShown,
  subscribersWatchingTyping,
  usersWatchingTyping,
} from './rules.ts';

/** Publishes to the users of a conversation, including the sender, that the sender is typing. */
export function publishDirectTyping(app: App, sender: User, op: TypingOp, to: readonly number[]): void {
  if (to.length === 0) throw badRequest("Empty 'to' list");
  requireShown(sender, 'direct');
  const people = requirePeople(app, sender, to);
  const named = (user: User) => ({ user_id: user.id, email: apiEmail(app, user) });
  const event = typingEvent(op)({ sender: named(sender), to: { recipients: people.map(named) } });
  const ids = people.map(({ id }) => id);
  app.db.write(() => app.events.publish(event, usersWatchingTyping(app, ids)));
}

/** Publishes to the subscribers of a channel who can see the sender that the sender is typing in a topic. */
export function publishChannelTyping(app: App, sender: User, op: TypingOp, channelId: number, topic: string): void {
  requireShown(sender, 'channel');
  const channel = requirePostable(app, sender, channelId);
  const to = { stream_id: channel.id, topic: cleanTopic(topic) };
  const event = typingEvent(op)({ sender: { user_id: sender.id, email: apiEmail(app, sender) }, to });
  const withoutAccess = inaccessibleUsers(app, sender, app.subscriptions.listSubscribers(channel.id));
  const audience = subscribersWatchingTyping(app, channel).filter((id) => !withoutAccess.includes(id));
  app.db.write(() => app.events.publish(event, audience));
}

/** Publishes to the users who have a message that its sender is editing it. */
export function publishEditTyping(app: App, sender: User, op: TypingOp, messageId: number): void {
  const message = requireEditable(app, sender, messageId);
  const channel = app.channels.byRecipient(message.recipient_id);
  requireShown(sender, channel ? 'channel' : 'direct');
  const who = { sender_id: sender.id, message_id: message.id };
  app.db.write(() => {
    if (!channel) {
      const user_ids = app.messages.people(message.recipient_id)!;
      return app.events.publish(editingEvent(op)({ ...who, to: { user_ids } }), usersWatchingTyping(app, user_ids));
    }
    const having = usersWithMessage(app, message);
    const audience = subscribersWatchingTyping(app, channel).filter((id) => having.has(id));
    app.events.publish(editingEvent(op)({ ...who, to: { channel_id: channel.id, topic: message.subject } }), audience);
  });
}
