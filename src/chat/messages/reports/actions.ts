import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { joinMarkdown, markdown, plainText, quoteBlock, topicLink, userMention } from '../../../markdown/generated.ts';
import type { User } from '../../people/users/types.ts';
import { requireReadableMessage } from '../messages/rules.ts';
import { postNotice } from '../notices/actions.ts';

const REPORT_TYPES = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
} as const;
export type ReportType = keyof typeof REPORT_TYPES;

/**
 * Reports a message to the moderators. Throws if the organization has no channel for reports, and for the reason
 * "other" without a description.
 */
export function reportMessage(app: App, reporter: User, id: number, type: ReportType, description: string): void {
  const message = requireReadableMessage(app, reporter, id);
  const moderation = app.channels.byId(app.realm.get('moderation_request_channel_id'));
  if (!moderation || moderation.is_archived)
    throw badRequest('Moderation request channel must be specified to enable message reporting.');
  if (type === 'other' && description.trim() === '') throw badRequest('An explanation is required.');
  const sender = app.users.byId(message.sender_id)!;
  const channel = app.channels.byRecipient(message.recipient_id);
  const place = channel ? markdown`in ${topicLink(channel, message.subject, id)}` : markdown`in a direct message`;
  const lines = [
    markdown`${userMention(reporter)} reported a message by ${userMention(sender)} ${place}.`,
    markdown`- Reason: **${plainText(REPORT_TYPES[type])}**`,
    ...(description.trim() === '' ? [] : [markdown`- Notes:`, quoteBlock(description)]),
    markdown`- Message sent:`,
    quoteBlock(message.content),
  ];
  postNotice(app, moderation, `${sender.full_name}'s moderation requests`, joinMarkdown(lines, '\n'));
}
