import type { App } from '../app.ts';
import { recordAction } from '../chat/organization/audit-log/actions.ts';
import type { AuditedAction } from '../chat/organization/audit-log/types.ts';
import { COMMAND_LINE, requireAccount } from './accounts.ts';
import type { Args, CommandName, Result } from './operations.ts';

/** The entry of a command, after it ran. Long ones are recorded with their first part only. */
type Describe<C extends CommandName> = (result: Result<C>, args: Args<C>) => AuditedAction | undefined;

/** The commands that change something, or reveal something secret, and their entries in the audit log. */
const RECORDS: { [C in CommandName]?: Describe<C> } = {
  'user-create': ({ user_id, role }) => ({ kind: 'user_create', user_id, details: role }),
  'user-api-key': ({ user_id }) => ({ kind: 'api_key_read', user_id }),
  'user-new-api-key': ({ user_id }) => ({ kind: 'api_key_replace', user_id }),
  'user-login-link': ({ user_id }) => ({ kind: 'user_update', user_id, details: 'sign-in link' }),
  'user-claim': ({ user_id }) => ({ kind: 'user_update', user_id, details: 'claim' }),
  'user-passwd': ({ user_id }) => ({ kind: 'password_change', user_id }),
  'user-sign-out': ({ user_id }) => ({ kind: 'session_end', user_id }),
  'user-sign-out-everyone': (_, { api_keys }) => ({
    kind: 'session_end',
    details: api_keys ? 'everyone, API keys' : 'everyone',
  }),
  'user-unlink': ({ user_id }) => ({ kind: 'identity_unlink', user_id }),
  'user-reset-second-factor': ({ user_id }) => ({ kind: 'second_factor', user_id, details: 'reset' }),
  'user-role': ({ user_id, role }) => ({ kind: 'role_change', user_id, details: role }),
  'user-deactivate': ({ user_id }) => ({ kind: 'user_deactivate', user_id }),
  'user-reactivate': ({ user_id }) => ({ kind: 'user_reactivate', user_id }),
  'user-erase': ({ user_id }) => ({ kind: 'user_erase', user_id }),
  'user-allow-email-changes': ({ user_id }, { allowed }) => ({
    kind: 'user_update',
    user_id,
    details: allowed ? 'may change e-mail addresses' : 'may not change e-mail addresses',
  }),
  'ldap-sync': (_, { isTrial }) => (isTrial ? undefined : { kind: 'user_update', details: 'LDAP' }),
  'organization-set': ({ setting }) => ({ kind: 'settings_change', details: setting.replaceAll('-', '_') }),
  'organization-reactivate': () => ({ kind: 'settings_change', details: 'reactivated' }),
  'invite-create': ({ link }, { role }) => ({
    kind: 'invitation_create',
    details: link === null ? role : `link, ${role}`,
  }),
  'invite-revoke': () => ({ kind: 'invitation_revoke' }),
  'channel-create': ({ channel_id }) => ({ kind: 'channel_create', stream_id: channel_id }),
  'channel-archive': ({ channel_id }) => ({ kind: 'channel_archive', stream_id: channel_id }),
  'channel-merge': ({ channel_id, into_channel_id }) => ({
    kind: 'channel_merge',
    stream_id: channel_id,
    details: `into channel ${into_channel_id}`,
  }),
  'channel-restore': ({ channel_id }) => ({ kind: 'channel_restore', stream_id: channel_id }),
  'group-create': ({ group_id }) => ({ kind: 'group_create', group_id }),
  'bot-create': ({ user_id }) => ({ kind: 'bot_create', user_id }),
  'bot-token': ({ user_id }, { renew }) => ({ kind: renew ? 'api_key_replace' : 'api_key_read', user_id }),
  'message-restore': ({ restored }) => ({ kind: 'message_restore', details: String(restored.length) }),
  'export-messages': (_, { type, after }) => (after === 0 ? { kind: 'export', details: type } : undefined),
  'user-data': ({ account }, { after }) =>
    after === null ? { kind: 'user_export', user_id: account.user_id } : undefined,
  'mail-send': ({ record }) => record,
  'import-start': (_, { name }) => ({ kind: 'import', details: name }),
};

/** Adds a command that ran to the audit log. The actor is known if the command names one with `--as`. */
export function recordCommand(app: App, command: CommandName, args: unknown, result: object): void {
  const describe = RECORDS[command] as ((result: object, args: unknown) => AuditedAction | undefined) | undefined;
  const action = describe?.(result, args);
  if (!action) return;
  const { as } = args as { as?: string };
  const actor = as === undefined ? undefined : requireAccount(app, as);
  recordAction(app, action, { actor, ...COMMAND_LINE });
}
