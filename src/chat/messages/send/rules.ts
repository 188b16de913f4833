import type { App } from '../../../app.ts';
import { canAccessMetadata, canPost, noSuchChannel } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { cleanTopic, requireTopicAllowed } from '../../channels/topics/names.ts';
import { cannotSendTo } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import { cleanContent, render } from '../messages/content.ts';
import { requireConversation } from '../messages/recipients.ts';
import { requireCanMentionMany, requireMentionable } from './mentions.ts';

/** The message as it would be sent to a channel's topic. Throws the errors of `sendChannelMessage`. */
export function requireChannelMessage(app: App, sender: User, to: string | number, topic: string, content: string) {
  const channel = requireChannel(app, sender, to);
  if (!canPost(app, sender, channel)) throw cannotSendTo(channel.name);
  const subject = cleanTopic(topic);
  requireTopicAllowed(app, channel, subject);
  const source = cleanContent(content);
  const rendered = render(app, sender, source);
  if (rendered.mentioned_group_ids.length > 0) requireMentionable(app, sender, rendered);
  const subscribers = app.subscriptions.subscribersOf(channel.id);
  if (rendered.mentions_channel)
    requireCanMentionMany(app, sender, subscribers.size, 'STREAM_WILDCARD_MENTION_NOT_ALLOWED');
  return { channel, subject, source, rendered, subscribers };
}

/** The message as it would be sent to these users. Throws the errors of `sendDirectMessage`. */
export function requireDirectMessage(
  app: App,
  sender: User,
  to: readonly (number | string)[],
  content: string,
  author = sender,
) {
  const people = requireConversation(app, sender, to);
  const source = cleanContent(content);
  const rendered = render(app, author, source);
  if (rendered.mentioned_group_ids.length > 0) requireMentionable(app, sender, rendered);
  return { people, source, rendered };
}

function requireChannel(app: App, sender: User, to: string | number): Channel {
  const channel = typeof to === 'number' ? app.channels.byId(to) : app.channels.named(to);
  const owner = sender.bot_owner_id === null ? undefined : app.users.byId(sender.bot_owner_id);
  const known =
    channel &&
    (sender.is_system ||
      canAccessMetadata(app, sender, channel) ||
      (owner?.is_active && canAccessMetadata(app, owner, channel)));
  if (!channel || !known) throw noSuchChannel(typeof to === 'number' ? { stream_id: to } : { stream: to });
  return channel;
}
