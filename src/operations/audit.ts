import { type Static, Type } from 'typebox';
import type { App } from '../app.ts';
import { AuditEntry, type StoredAuditEntry } from '../chat/organization/audit-log/types.ts';
import { badRequest } from '../kernel/errors.ts';
import { Nullable } from '../kernel/http/schema.ts';
import { AUDITED_KINDS, type AuditedKind } from '../shared/audited-kinds.ts';
import { requireAccount } from './accounts.ts';
import { operation } from './operation.ts';

interface Filter {
  user?: string;
  /** The user that did it, and the one that it was done to. */
  by?: string;
  to?: string;
  /** An IP address, or how it begins. */
  address?: string;
  kind?: string;
  /** Times in seconds. */
  since?: number;
  until?: number;
  /** Continues the list: the id of the last entry. */
  before?: number;
  /** Only later entries than the one with this id. */
  after?: number;
  limit: number;
}

/** An entry with the current names of users, channels and groups. */
const Entry = Type.Object({
  ...AuditEntry.properties,
  actor: Nullable(Type.String()),
  user: Nullable(Type.String()),
  channel: Nullable(Type.String()),
  group: Nullable(Type.String()),
});

export const auditOperations = {
  /** The latest entries of the audit log, at most 1000. */
  audit: operation({
    result: Type.Array(Entry),
    audit: 'reads',
    run: (app, args: Filter) => findEntries(app, args).map((entry) => withNames(app, entry)),
  }),
};

function findEntries(app: App, { kind, before, after, since, until, ...filter }: Filter): StoredAuditEntry[] {
  if (kind !== undefined && !isKind(kind))
    throw badRequest(`No such kind: ${kind}. Use one of these: ${AUDITED_KINDS.join(', ')}`);
  const findId = (who: string | undefined) => (who === undefined ? null : requireAccount(app, who).id);
  return app.auditLog.find({
    before: before ?? Number.MAX_SAFE_INTEGER,
    after: after ?? 0,
    user: findId(filter.user),
    actor: findId(filter.by),
    affected: findId(filter.to),
    address: filter.address ?? '',
    kind: kind ?? null,
    since: since ?? null,
    until: until ?? null,
    limit: Math.min(filter.limit, MOST_AT_ONCE),
  });
}

function withNames(app: App, entry: StoredAuditEntry): Static<typeof Entry> {
  const { time: timestamp, channel_id: stream_id, address: ip_address, ...rest } = entry;
  const nameUser = (id: number | null) => (id === null ? null : (app.users.byId(id)?.full_name ?? null));
  const group = rest.group_id === null ? undefined : app.groups.byId(rest.group_id);
  const channel = stream_id === null ? undefined : app.channels.byId(stream_id);
  return {
    ...rest,
    timestamp,
    actor: nameUser(rest.actor_id),
    user: nameUser(rest.user_id),
    stream_id,
    channel: channel?.name ?? null,
    group: group?.name ?? null,
    ip_address,
  };
}

/** Entries that one turn of the event loop reads. */
const MOST_AT_ONCE = 1000;

const isKind = (kind: string): kind is AuditedKind => (AUDITED_KINDS as readonly string[]).includes(kind);
