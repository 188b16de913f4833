import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { badRequest, invalidKey } from '../../../kernel/errors.ts';
import { SESSION_COOKIE } from '../../../kernel/http/auth.ts';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { type Caller, endpoint } from '../../declare.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import { changeDefaults } from '../../organization/realm/actions.ts';
import { newPasswordHash } from '../../people/sign-in/password-checks.ts';
import { confirmEmailChange, requireEmailChange } from '../../people/users/email-actions.ts';
import type { User } from '../../people/users/types.ts';
import * as actions from './actions.ts';
import { USER_SETTINGS, type UserSettingName } from './settings.ts';
import { optionalShapes } from './views.ts';

const NAMES = Object.keys(USER_SETTINGS) as UserSettingName[];
/** Some clients send `recent` for the recent topics. */
const web_home_view = Maybe(OneOf('recent_topics', 'recent', 'inbox', 'all_messages'));

const own = {
  full_name: Maybe(Type.String()),
  email: Maybe(Type.String()),
  old_password: Maybe(Type.String()),
  new_password: Maybe(Type.String({ maxLength: 100 })),
  ...optionalShapes(NAMES),
  web_home_view,
  timezone: Maybe(Type.String({ maxLength: 40 })),
};
type Own = actions.SettingChanges & {
  full_name?: string;
  email?: string;
  old_password?: string;
  new_password?: string;
};

export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/settings',
  summary: 'Change your settings, name, address or password',
  auth: 'human',
  params: own,
  audit: ({ user, params, prepared }) => auditedOwn(user, params as Own, prepared !== undefined),
  prepare: ({ app, user, params }) => newPassword(app, user, params as Own),
  handle: ({ app, user, params, caller, prepared }) => change(app, user, params as Own, caller, prepared),
});

/** The entries of a changed password, name or address. Other settings concern nobody else. */
function auditedOwn({ id: user_id, email }: User, changes: Own, hasNewPassword: boolean): AuditedAction[] {
  const names = [
    changes.full_name !== undefined && 'full_name',
    // The address itself changes when it is confirmed.
    changes.email !== undefined && changes.email.trim() !== email && 'email requested',
  ].filter((name) => name !== false);
  return [
    ...(hasNewPassword ? [{ kind: 'password_change' as const, user_id }] : []),
    ...(names.length > 0 ? [{ kind: 'user_update' as const, user_id, details: names.join(', ') }] : []),
  ];
}

const another = (path: string) => ({
  ...updateSettings,
  path,
  summary: 'Change your settings (another name of PATCH /settings)',
  deprecated: true,
});
export const updateDisplaySettings = another('/settings/display');
export const updateNotificationSettings = another('/settings/notifications');

interface NewPassword {
  hash: string;
  /** The hash of the password it replaces. */
  replaces: string | null;
}

/** Checks the old password and hashes the new one, if there is one. */
async function newPassword(
  app: App,
  user: User,
  { old_password, new_password }: Own,
): Promise<NewPassword | undefined> {
  if (new_password === undefined || new_password === '') return undefined;
  if (old_password === undefined) throw badRequest('old_password is required to set a new password');
  return { hash: await newPasswordHash(app, user, old_password, new_password), replaces: user.password_hash };
}

function change(
  app: App,
  user: User,
  { full_name, email, old_password, new_password, ...settings }: Own,
  caller: Caller,
  prepared: NewPassword | undefined,
): void {
  // The password may have changed while the old one was checked.
  if (prepared && user.password_hash !== prepared.replaces) throw invalidKey();
  if (email !== undefined && email.trim() !== user.email) app.limits.take('email_change_by_user', String(user.id));
  const password = prepared && { hash: prepared.hash, session: caller.cookie(SESSION_COOKIE) };
  actions.changeOwn(app, user, { full_name, email, password }, nameHomeView(settings));
}

/** `recent` means recent_topics. */
const nameHomeView = <S extends { web_home_view?: string | undefined }>(settings: S): S =>
  settings.web_home_view === 'recent' ? { ...settings, web_home_view: 'recent_topics' } : settings;

/** Settings without an organization-wide default: language and consents. */
const PERSONAL: readonly UserSettingName[] = [
  'default_language',
  'enable_marketing_emails',
  'enable_login_emails',
  'allow_private_data_export',
];

export const updateDefaults = endpoint({
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  summary: 'Change the default settings for new users',
  auth: 'administrator',
  params: { ...optionalShapes(NAMES.filter((name) => !PERSONAL.includes(name))), web_home_view },
  audit: ({ params }) => ({ kind: 'settings_change', details: `defaults: ${Object.keys(params).join(', ')}` }),
  handle: ({ app, params }) => changeDefaults(app, nameHomeView(params as actions.SettingChanges)),
});

/** A browser that opens the link shows a page first: src/pages/confirm-email.ts. */
export const confirmNewEmail = endpoint({
  method: 'POST',
  path: '/accounts/confirm_new_email/{key}',
  root: true,
  summary: 'Complete the change of your address with the mailed key',
  auth: 'public',
  params: { key: Type.String() },
  returns: { old_email: Type.String(), new_email: Type.String() },
  audit: ({ app, params }) => {
    const user_id = requireEmailChange(app, params.key).user.id;
    return { kind: 'user_update', user_id, details: 'email' };
  },
  handle: ({ app, params }) => confirmEmailChange(app, params.key),
});
