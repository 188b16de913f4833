import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { mailTexts } from '../mail/texts.ts';
import type { Mail, MailContent } from '../mail/types.ts';
import type { AudienceKind, StoredAnnouncement } from './types.ts';

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
  const name = nameOf(app, audience, audience_id);
  const values = { sender: of.sender.full_name, organization: app.realm.get('name') };
  return {
    subject,
    blocks: [{ html, text }],
    why: mailTexts(app, of.recipient).announcementReason(values, audience, name),
  };
}

/** The name of the group or channel; empty for others. */
function nameOf(app: App, kind: AudienceKind, id: number | null): string {
  if (kind === 'channel') return app.channels.byId(id!)?.name ?? '';
  const group = kind === 'group' ? app.groups.byId(id!) : undefined;
  return group?.is_system ? '' : (group?.name ?? '');
}
