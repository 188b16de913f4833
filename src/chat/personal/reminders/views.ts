import type { App } from '../../../app.ts';
import { authoredMarkdown, type GeneratedMarkdown, topicLink, userMention } from '../../../markdown/generated.ts';
import { hashEncoded, topicUrl } from '../../../markdown/urls.ts';
import { MAX_MESSAGE_LENGTH, render } from '../../messages/messages/content.ts';
import { canRead } from '../../messages/messages/rules.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import type { User } from '../../people/users/types.ts';
import type { Reminder, StoredReminder } from './types.ts';

/** A reminder as its owner sees it before it is sent. */
export function reminderView(app: App, user: User, reminder: StoredReminder): Reminder {
  const content = reminderText(app, user, reminder);
  return {
    reminder_id: reminder.id,
    type: 'private',
    to: [user.id],
    content,
    rendered_content: render(app, user, content).html,
    scheduled_delivery_timestamp: reminder.deliver_at,
    failed: reminder.failed,
    reminder_target_message_id: reminder.message_id,
  };
}

/** What the bot would write now. Users who can no longer read the message learn only that. */
export function reminderText(
  app: App,
  user: User,
  { message_id, note }: Pick<StoredReminder, 'message_id' | 'note'>,
): GeneratedMarkdown {
  const message = app.messages.byId(message_id);
  const ownNote = note === '' ? '' : ` Your note:\n\n${note.replace(/^/gm, '> ')}`;
  if (!message || !canRead(app, user, message))
    return authoredMarkdown(`You asked to be reminded of a message that you can no longer read.${ownNote}`);
  const head = `You asked to be reminded of this message.${ownNote}\n\n${noticeText(app, user, message)}\n`;
  const fence = '`'.repeat(Math.max(3, ...[...message.content.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const room = MAX_MESSAGE_LENGTH - [...head].length - 2 * fence.length - CUT.length - 10;
  const words = [...message.content];
  const quoted = words.length <= room ? message.content : words.slice(0, Math.max(0, room)).join('') + CUT;
  return authoredMarkdown(`${head}${fence}quote\n${quoted}\n${fence}`);
}

const CUT = '\n[message truncated]';

/** Who wrote it, with a link to the message. */
function noticeText(app: App, user: User, { id, sender_id, recipient_id, subject }: StoredMessage): string {
  const sender = userMention(app.users.byId(sender_id)!);
  const channel = app.channels.byRecipient(recipient_id);
  if (channel)
    return `${sender} [said](${app.config.url}${topicUrl(channel, subject)}/near/${id}) in ${topicLink(channel, subject, id)}:`;
  const people = app.messages.people(recipient_id)!;
  const others = people.filter((one) => one !== user.id);
  const where = hashEncoded(`${(others.length > 0 ? others : people).join(',')}-dm`);
  return `${sender} [said](${app.config.url}/#narrow/dm/${where}/near/${id}) in a direct message:`;
}
