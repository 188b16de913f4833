import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { AUDITED_KINDS, type AuditedKind } from '../../../shared/audited-kinds.ts';

/** What an endpoint declares about its action. It contains ids and names of settings, and no content. */
export interface AuditedAction {
  kind: AuditedKind;
  /** The user that the action changed. */
  user_id?: number | undefined;
  /** Several of them; each gets an entry. */
  user_ids?: readonly number[] | undefined;
  /** The channel that the action changed. */
  stream_id?: number | undefined;
  /** The user group that the action changed. */
  group_id?: number | undefined;
  /** The names of changed settings, or a role. */
  details?: string;
}

/** The `audit` of an endpoint that changes a setting of the organization, with the name of what it changes. */
export const settingsChange = (details: string) => (): AuditedAction => ({ kind: 'settings_change', details });

/** A row of the audit log. */
export interface StoredAuditEntry {
  id: number;
  time: number;
  kind: AuditedKind;
  actor_id: number | null;
  user_id: number | null;
  channel_id: number | null;
  group_id: number | null;
  details: string;
  address: string;
  client: string;
}

/** An entry as the API returns it. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  timestamp: Type.Integer(),
  kind: OneOf(...AUDITED_KINDS),
  /** The user that did it. Null for failed sign-ins and for commands on the server. */
  actor_id: Nullable(Type.Integer()),
  /** The user that it was done to. */
  user_id: Nullable(Type.Integer()),
  /** The channel that it was done to. Null for a channel that you cannot see. */
  stream_id: Nullable(Type.Integer()),
  /** The user group that it was done to. */
  group_id: Nullable(Type.Integer()),
  /** The names of changed settings, or a role. */
  details: Type.String(),
  ip_address: Type.String(),
  /** The name of the client program. */
  client: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;
