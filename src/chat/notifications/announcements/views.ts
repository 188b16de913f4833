import { roleNameOf } from '../../../shared/roles.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import type { AnnouncementView, Audience, StoredAnnouncement } from './types.ts';

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
  details: [kind === 'everyone' ? kind : kind === 'role' ? roleNameOf(id!) : '', String(recipients)]
    .filter((detail) => detail !== '')
    .join(', '),
});
