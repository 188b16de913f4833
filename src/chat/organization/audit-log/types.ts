import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Nullable, OneOf } from '../../../kernel/http/schema.ts';

/** The kinds of actions that the audit log contains. */
export const AUDITED_KINDS = [
  'sign_in',
  'sign_in_failure',
  'session_end',
  'second_factor',
  'user_create',
  'user_update',
  'role_change',
  'user_deactivate',
  'user_reactivate',
  'user_erase',
  'settings_change',
  'channel_update',
  'channel_archive',
  'message_delete',
  'topic_delete',
  'message_restore',
  'export',
  'export_delete',
] as const;
export type AuditedKind = (typeof AUDITED_KINDS)[number];

/** What an endpoint declares about its action. It contains ids and names of settings, and no content. */
export interface AuditedAction {
  kind: AuditedKind;
  /** The user that the action changed. */
  user_id?: number | undefined;
  /** The channel that the action changed. */
  stream_id?: number | undefined;
  /** The names of changed settings, or a role. */
  details?: string;
}

/** A row of the audit log. */
export interface StoredAuditEntry {
  id: number;
  time: number;
  kind: AuditedKind;
  actor_id: number | null;
  user_id: number | null;
  channel_id: number | null;
  details: string;
  address: string;
  client: string;
}

/** An entry as the API returns it. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  timestamp: Type.Integer(),
  kind: OneOf(...AUDITED_KINDS),
  /** The user that did it. Null for failed sign-ins. */
  actor_id: Nullable(Type.Integer()),
  /** The user that it was done to. */
  user_id: Nullable(Type.Integer()),
  /** The channel that it was done to. Null for a channel that you cannot see. */
  stream_id: Nullable(Type.Integer()),
  /** The names of changed settings, or a role. */
  details: Type.String(),
  ip_address: Type.String(),
  /** The name of the client program. */
  client: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;
