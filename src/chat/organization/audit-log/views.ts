import type { App } from '../../../app.ts';
import { canAccessMetadata } from '../../channels/channels/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { AuditEntry, StoredAuditEntry } from './types.ts';

/** An entry for a viewer. Private channels that the viewer cannot see are left out. */
export function auditEntryView(app: App, viewer: User, entry: StoredAuditEntry): AuditEntry {
  const { id, time, kind, actor_id, user_id, channel_id, group_id, details, address, client } = entry;
  const channel = channel_id === null ? undefined : app.channels.byId(channel_id);
  const stream_id = channel && canAccessMetadata(app, viewer, channel) ? channel.id : null;
  return { id, timestamp: time, kind, actor_id, user_id, stream_id, group_id, details, ip_address: address, client };
}
