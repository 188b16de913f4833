import type { App } from '../app.ts';
import { badRequest } from '../kernel/errors.ts';
import { AUDITED_KINDS, type AuditedKind } from '../shared/audited-kinds.ts';
import { requireAccount } from './accounts.ts';

interface Filter {
  user?: string | undefined;
  /** The user that did it, and the one that it was done to. */
  by?: string | undefined;
  to?: string | undefined;
  /** An IP address, or how it begins. */
  address?: string | undefined;
  kind?: string | undefined;
  /** Times in seconds. */
  since?: number | undefined;
  until?: number | undefined;
  /** Continues the list: the id of the last entry. */
  before?: number | undefined;
  /** Only later entries than the one with this id. */
  after?: number | undefined;
  limit: number;
}

export const auditCommands = {
  /** The latest entries of the audit log, at most 1000, with the current names of users and channels. */
  audit: (app: App, { user, by, to, address, kind, since, until, before, after, limit }: Filter) => {
    if (kind !== undefined && !isKind(kind))
      throw badRequest(`No such kind: ${kind}. Use one of these: ${AUDITED_KINDS.join(', ')}`);
    const idOf = (who: string | undefined) => (who === undefined ? null : requireAccount(app, who).id);
    const found = app.auditLog.find({
      before: before ?? Number.MAX_SAFE_INTEGER,
      after: after ?? 0,
      user: idOf(user),
      actor: idOf(by),
      affected: idOf(to),
      address: address ?? '',
      kind: kind ?? null,
      since: since ?? null,
      until: until ?? null,
      limit: Math.min(limit, MOST_AT_ONCE),
    });
    const nameOf = (id: number | null) => (id === null ? null : (app.users.byId(id)?.full_name ?? null));
    return {
      entries: found.map(({ id, time, channel_id, group_id, actor_id, user_id, kind, details, address, client }) => ({
        id,
        timestamp: time,
        kind,
        actor_id,
        actor: nameOf(actor_id),
        user_id,
        user: nameOf(user_id),
        stream_id: channel_id,
        channel: channel_id === null ? null : (app.channels.byId(channel_id)?.name ?? null),
        group_id,
        group: group_id === null ? null : (app.groups.byId(group_id)?.name ?? null),
        details,
        ip_address: address,
        client,
      })),
    };
  },
};

/** Entries that one turn of the event loop reads. */
const MOST_AT_ONCE = 1000;

const isKind = (kind: string): kind is AuditedKind => (AUDITED_KINDS as readonly string[]).includes(kind);
