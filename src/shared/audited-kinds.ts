/** The kinds of actions that the audit log contains, in groups. */
export const AUDITED_KINDS_BY_GROUP = {
  signIn: [
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
  ],
  people: [
    'user_create',
    'user_update',
    'role_change',
    'user_deactivate',
    'user_reactivate',
    'user_erase',
    'user_export',
    'invitation_create',
    'invitation_revoke',
  ],
  groupsAndBots: [
    'group_create',
    'group_update',
    'group_deactivate',
    'group_members_add',
    'group_members_remove',
    'bot_create',
    'bot_update',
  ],
  channelsAndMessages: [
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
  ],
  dataAndServer: ['settings_change', 'export', 'export_delete', 'import', 'announcement', 'mail_retry', 'mail_delete'],
} as const;

export type AuditedKind = (typeof AUDITED_KINDS_BY_GROUP)[keyof typeof AUDITED_KINDS_BY_GROUP][number];

const { signIn, people, groupsAndBots, channelsAndMessages, dataAndServer } = AUDITED_KINDS_BY_GROUP;
const [settings, ...data] = dataAndServer;

/** All kinds in the order of the API's description, where changes of settings come before those of channels. */
export const AUDITED_KINDS: readonly AuditedKind[] = [
  ...signIn,
  ...people,
  ...groupsAndBots,
  settings,
  ...channelsAndMessages,
  ...data,
];
