import type { App } from '../../../app.ts';
import { getRoleName } from '../../../shared/roles.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import type { User } from '../../people/users/types.ts';
import { mailTexts } from '../mail/texts.ts';
import type { Mail, MailContent } from '../mail/types.ts';
import type { AnnouncementView, Audience, AudienceKind, StoredAnnouncement } from './types.ts';

/** An announcement as the API returns it, without its text. */
export const announcementView = (of: StoredAnnouncement): AnnouncementView => ({
  id: of.id,
  subject: of.subject,
  sender_id: of.sender_id,
  created: of.created,
  audience: of.audience,
  audience_id: of.audience_id,
  recipients: of.recipients,
  queued: of.queued,
  is_finished: of.finished !== null,
});

/** The entry in the audit log: to whom, and to how many. */
export const announcementRecord = ({ kind, id }: Audience, recipients: number): AuditedAction => ({
  kind: 'announcement',
  ...(kind === 'group' && { group_id: id! }),
  ...(kind === 'channel' && { stream_id: id! }),
  details: [kind === 'everyone' ? kind : kind === 'role' ? getRoleName(id!) : '', String(recipients)]
    .filter((detail) => detail !== '')
    .join(', '),
});

/** The content of a queued mail, which names the announcement. */
export interface AnnouncementReference {
  announcement: number;
}

/** An announcement for one recipient; undefined: it was removed, such as by the erasure of its sender. */
export function announcementMail(app: App, { user_id, content }: Mail): MailContent | undefined {
  const stored = JSON.parse(content) as MailContent | AnnouncementReference;
  if (!('announcement' in stored)) return stored;
  const announcement = app.announcements.byId(stored.announcement);
  const sender = announcement && app.users.byId(announcement.sender_id);
  return sender && contentFor(app, { sender, recipient: app.users.byId(user_id!)!, announcement });
}

/** What a recipient reads. The last line, in their language, says who sent it and why they receive it. */
export function contentFor(
  app: App,
  of: {
    sender: User;
    recipient: User;
    announcement: Pick<StoredAnnouncement, 'subject' | 'html' | 'text' | 'audience' | 'audience_id'>;
  },
): MailContent {
  const { subject, html, text, audience, audience_id } = of.announcement;
  const name = getName(app, audience, audience_id);
  const values = { sender: of.sender.full_name, organization: app.realm.get('name') };
  return {
    subject,
    blocks: [{ html, text }],
    why: mailTexts(app, of.recipient).announcementReason(values, audience, name),
  };
}

/** The name of the group or channel; empty for others. */
function getName(app: App, kind: AudienceKind, id: number | null): string {
  if (kind === 'channel') return app.channels.byId(id!)?.name ?? '';
  const group = kind === 'group' ? app.groups.byId(id!) : undefined;
  return group?.is_system ? '' : (group?.name ?? '');
}
