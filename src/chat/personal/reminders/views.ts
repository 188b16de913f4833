import type { App } from '../../../app.ts';
import { escapeText } from '../../../markdown/escape.ts';
import { authoredMarkdown, type GeneratedMarkdown, topicLink, userMention } from '../../../markdown/generated.ts';
import { hashEncoded, topicUrl } from '../../../markdown/urls.ts';
import { noticesIn } from '../../../texts/notices.ts';
import { MAX_MESSAGE_LENGTH, render } from '../../messages/messages/content-rules.ts';
import { canRead } from '../../messages/messages/rules.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import type { User } from '../../people/users/types.ts';
import type { Reminder, ReminderTexts, StoredReminder } from './types.ts';

/** A reminder as its owner sees it before it is sent. */
export function reminderView(app: App, user: User, reminder: StoredReminder): Reminder {
  return {
    reminder_id: reminder.id,
    type: 'private',
    to: [user.id],
    ...shownTexts(app, user, reminder),
    scheduled_delivery_timestamp: reminder.deliver_at,
    failed: reminder.failed,
    reminder_target_message_id: reminder.message_id,
  };
}

/** The stored texts, unless the user can no longer read the message. They were rendered when the reminder was made. */
function shownTexts(app: App, user: User, reminder: StoredReminder): ReminderTexts {
  const { message_id, note, content, rendered_content } = reminder;
  if (!readableMessage(app, user, message_id)) return lostTexts(user, note);
  if (content !== null && rendered_content !== null) return { content, rendered_content };
  return reminderTexts(app, user, reminder);
}

/** Renders what the bot would write now. */
export function reminderTexts(app: App, user: User, target: Target): ReminderTexts {
  const content = reminderText(app, user, target);
  return { content, rendered_content: render(app, user, content).html };
}

type Target = Pick<StoredReminder, 'message_id' | 'note'>;

/** Says that the message is lost. The note is shown as it was typed, since nobody can wait for many to be rendered. */
function lostTexts(user: User, note: string): ReminderTexts {
  const { t } = wordsFor(user);
  const lost = t('You asked to be reminded of a message that you can no longer read.');
  const content = `${lost}${noteText(user, note)}`;
  if (note === '') return { content, rendered_content: `<p>${lost}</p>` };
  const lines = escapeText(note).replaceAll('\n', '<br>\n');
  const rendered_content = `<p>${lost} ${t('Your note:')}</p>\n<blockquote>\n<p>${lines}</p>\n</blockquote>`;
  return { content, rendered_content };
}

const wordsFor = ({ settings }: User) => noticesIn(settings.default_language);
const noteText = (user: User, note: string): string =>
  note === '' ? '' : ` ${wordsFor(user).t('Your note:')}\n\n${note.replace(/^/gm, '> ')}`;

function readableMessage(app: App, user: User, id: number): StoredMessage | undefined {
  const message = app.messages.byId(id);
  return message && canRead(app, user, message) ? message : undefined;
}

/** What the bot would write now. Users who can no longer read the message learn only that. */
export function reminderText(app: App, user: User, { message_id, note }: Target): GeneratedMarkdown {
  const message = readableMessage(app, user, message_id);
  if (!message) return authoredMarkdown(lostTexts(user, note).content);
  const { t } = wordsFor(user);
  const cut = `\n${t('[message truncated]')}`;
  const head = `${t('You asked to be reminded of this message.')}${noteText(user, note)}\n\n${noticeText(app, user, message)}\n`;
  const fence = '`'.repeat(Math.max(3, ...[...message.content.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const room = MAX_MESSAGE_LENGTH - [...head].length - 2 * fence.length - cut.length - 10;
  const words = [...message.content];
  const quoted = words.length <= room ? message.content : words.slice(0, Math.max(0, room)).join('') + cut;
  return authoredMarkdown(`${head}${fence}quote\n${quoted}\n${fence}`);
}

/** Who wrote it, with a link to the message. */
function noticeText(app: App, user: User, { id, sender_id, recipient_id, subject }: StoredMessage): string {
  const { t } = wordsFor(user);
  const sender = userMention(app.users.byId(sender_id)!);
  const channel = app.channels.byRecipient(recipient_id);
  if (channel)
    return t('{sender} [said]({url}) in {topic}:', {
      sender,
      url: `${app.config.url}${topicUrl(channel, subject)}/near/${id}`,
      topic: topicLink(channel, subject, id),
    });
  const people = app.messages.people(recipient_id)!;
  const others = people.filter((one) => one !== user.id);
  const where = hashEncoded(`${(others.length > 0 ? others : people).join(',')}-dm`);
  const url = `${app.config.url}/#narrow/dm/${where}/near/${id}`;
  return t('{sender} [said]({url}) in a direct message:', { sender, url });
}
