import { AUDITED_KINDS_BY_GROUP } from '../../../shared/audited-kinds.ts';
import { t } from '../../i18n/text.ts';
import type { Reply } from '../../server/types.ts';

export type AuditEntry = Reply<'GET /audit_log'>['entries'][number];
export type AuditKind = AuditEntry['kind'];

/** The kinds of actions in the audit log, grouped for the filter. */
export const KIND_GROUPS: readonly [title: () => string, kinds: readonly AuditKind[]][] = [
  [() => t('Sign-in and security'), AUDITED_KINDS_BY_GROUP.signIn],
  [() => t('People'), AUDITED_KINDS_BY_GROUP.people],
  [() => t('Groups and bots'), AUDITED_KINDS_BY_GROUP.groupsAndBots],
  [() => t('Channels and messages'), AUDITED_KINDS_BY_GROUP.channelsAndMessages],
  [() => t('Data and server'), AUDITED_KINDS_BY_GROUP.dataAndServer],
];

const NAMES: Record<AuditKind, () => string> = {
  sign_in: () => t('Signed in'),
  sign_in_failure: () => t('Failed sign-in'),
  sign_out: () => t('Signed out'),
  session_end: () => t('Session ended'),
  second_factor: () => t('Second step changed'),
  password_change: () => t('Password changed'),
  identity_link: () => t('Sign-in provider linked'),
  identity_unlink: () => t('Sign-in provider unlinked'),
  api_key_read: () => t('API key shown'),
  api_key_replace: () => t('API key replaced'),
  api_key_use: () => t('API key used by a new program'),
  user_create: () => t('Account created'),
  user_update: () => t('Account changed'),
  role_change: () => t('Role changed'),
  user_deactivate: () => t('Account deactivated'),
  user_reactivate: () => t('Account reactivated'),
  user_erase: () => t('Personal data erased'),
  user_export: () => t('Personal data exported'),
  invitation_create: () => t('Invitation created'),
  invitation_revoke: () => t('Invitation revoked'),
  group_create: () => t('Group created'),
  group_update: () => t('Group changed'),
  group_deactivate: () => t('Group deactivated'),
  group_members_add: () => t('Added to group'),
  group_members_remove: () => t('Removed from group'),
  bot_create: () => t('Bot created'),
  bot_update: () => t('Bot changed'),
  channel_create: () => t('Channel created'),
  channel_update: () => t('Channel changed'),
  channel_archive: () => t('Channel archived'),
  channel_restore: () => t('Channel restored'),
  channel_merge: () => t('Channels merged'),
  channel_delete: () => t('Channel deleted permanently'),
  channel_members_add: () => t('Added to channel'),
  channel_members_remove: () => t('Removed from channel'),
  message_delete: () => t('Message deleted'),
  topic_delete: () => t('Topic deleted'),
  message_restore: () => t('Messages restored'),
  settings_change: () => t('Organization settings changed'),
  export: () => t('Data exported'),
  export_delete: () => t('Export deleted'),
  import: () => t('Data imported'),
  announcement: () => t('E-mail sent to members'),
  mail_retry: () => t('E-mail sent again'),
  mail_delete: () => t('Waiting e-mail deleted'),
};

/** The name of a kind of action. A newer server may have kinds that this client doesn't know. */
export const kindName = (kind: AuditKind): string => NAMES[kind]?.() ?? kind;
