import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { AUDITED_KINDS } from '../../../shared/audited-kinds.ts';
import { canAccessMetadata } from '../../channels/channels/rules.ts';
import { endpoint } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { AuditEntry, type StoredAuditEntry } from './types.ts';

/** An entry for a viewer. Private channels that the viewer cannot see are left out. */
export function auditEntryView(app: App, viewer: User, entry: StoredAuditEntry): AuditEntry {
  const { id, time, kind, actor_id, user_id, channel_id, group_id, details, address, client } = entry;
  const channel = channel_id === null ? undefined : app.channels.byId(channel_id);
  const stream_id = channel && canAccessMetadata(app, viewer, channel) ? channel.id : null;
  return { id, timestamp: time, kind, actor_id, user_id, stream_id, group_id, details, ip_address: address, client };
}

export const getAuditLog = endpoint({
  method: 'GET',
  path: '/audit_log',
  summary: 'Get the audit log, latest entries first: who did what to whom, when and from which address',
  auth: 'administrator',
  params: {
    /** Continues the list: the `before` of the previous reply. */
    before: Maybe(Type.Integer()),
    num: Maybe(Type.Integer({ minimum: 1, maximum: 200 })),
    /** The user that did it, or that it was done to. */
    user_id: Maybe(Type.Integer()),
    /** The user that did it. */
    actor_id: Maybe(Type.Integer()),
    /** The user that it was done to. */
    affected_user_id: Maybe(Type.Integer()),
    /** An IP address, or how it begins. */
    ip_address: Maybe(Type.String({ maxLength: 45 })),
    kind: Maybe(OneOf(...AUDITED_KINDS)),
    /** The first second, and the second after the last one. */
    since: Maybe(Type.Integer()),
    until: Maybe(Type.Integer()),
  },
  returns: { entries: Type.Array(AuditEntry), before: Nullable(Type.Integer()) },
  handle({ app, user, params }) {
    const { num: limit = 50 } = params;
    const found = app.auditLog.find({
      before: params.before ?? Number.MAX_SAFE_INTEGER,
      after: 0,
      user: params.user_id ?? null,
      actor: params.actor_id ?? null,
      affected: params.affected_user_id ?? null,
      address: params.ip_address?.trim() ?? '',
      kind: params.kind ?? null,
      since: params.since ?? null,
      until: params.until ?? null,
      limit,
    });
    return {
      entries: found.map((entry) => auditEntryView(app, user, entry)),
      before: found.length === limit ? found.at(-1)!.id : null,
    };
  },
});
