import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Nullable, OneOf } from '../../../kernel/http/schema.ts';

/** The kinds of actions that the audit log contains. */
export const AUDITED_KINDS = [
  'sign_in',
  'sign_in_failure',
  'sign_out',
  'session_end',
  'second_factor',
  'password_change',
  'identity_link',
  'identity_unlink',
  'api_key_read',
  'api_key_replace',
  'api_key_use',
  'user_create',
  'user_update',
  'role_change',
  'user_deactivate',
  'user_reactivate',
  'user_erase',
  'user_export',
  'invitation_create',
  'invitation_revoke',
  'group_create',
  'group_update',
  'group_deactivate',
  'group_members_add',
  'group_members_remove',
  'bot_create',
  'bot_update',
  'settings_change',
  'channel_create',
  'channel_update',
  'channel_archive',
  'channel_restore',
  'channel_merge',
  'channel_delete',
  'channel_members_add',
  'channel_members_remove',
  'message_delete',
  'topic_delete',
  'message_restore',
  'export',
  'export_delete',
  'import',
  'announcement',
  'mail_retry',
  'mail_delete',
] as const;
export type AuditedKind = (typeof AUDITED_KINDS)[number];

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
