import { Type } from 'typebox';
import type { App } from '../../app.ts';
import { badRequest, unauthorized } from '../../kernel/errors.ts';
import { cookie, SESSION_COOKIE } from '../../kernel/http/auth.ts';
import { type Caller, endpoint } from '../../kernel/http/endpoint.ts';
import { Maybe, OneOf } from '../../kernel/http/schema.ts';
import { confirmEmailChange } from '../users/email.ts';
import { newPasswordHash } from '../users/passwords.ts';
import type { User } from '../users/types.ts';
import * as actions from './actions.ts';
import { optionalShapes } from './legacy.ts';
import { USER_SETTINGS, type UserSettingName } from './settings.ts';

const NAMES = Object.keys(USER_SETTINGS) as UserSettingName[];
/** `recent` is what some clients call the recent topics. */
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
  summary: 'Change one’s own settings, name, address or password',
  auth: 'human',
  params: own,
  handle: ({ app, user, params, caller }) => change(app, user, params as Own, caller),
});

const another = (path: string) => ({
  ...updateSettings,
  path,
  summary: 'Another name of PATCH /settings',
  deprecated: true,
});
export const updateDisplaySettings = another('/settings/display');
export const updateNotificationSettings = another('/settings/notifications');

/** All that waits comes first: the password's hash, and the count of addresses asked for. */
async function change(
  app: App,
  user: User,
  { full_name, email, old_password, new_password, ...settings }: Own,
  caller: Caller,
) {
  let hash: string | undefined;
  if (new_password !== undefined && new_password !== '') {
    if (old_password === undefined) throw badRequest('old_password is required to set a new password');
    hash = await newPasswordHash(app, user, old_password, new_password);
  }
  if (email !== undefined && email.trim() !== user.email)
    await app.limits.take('email_change_by_user', String(user.id));
  const now = app.users.byId(user.id);
  // Meanwhile somebody may have taken the account out of use or changed its password.
  if (!now?.is_active || (hash && now.password_hash !== user.password_hash)) throw unauthorized('Invalid API key');
  const password = hash === undefined ? undefined : { hash, session: cookie(caller.raw, SESSION_COOKIE) };
  actions.changeOwn(app, now, { full_name, email, password }, named(settings));
}

/** `recent` means recent_topics. */
const named = <S extends { web_home_view?: string | undefined }>(settings: S): S =>
  settings.web_home_view === 'recent' ? { ...settings, web_home_view: 'recent_topics' } : settings;

/** What the organisation says nothing about: each person's own language and consents. */
const PERSONAL: readonly UserSettingName[] = [
  'default_language',
  'enable_marketing_emails',
  'enable_login_emails',
  'allow_private_data_export',
];

export const updateDefaults = endpoint({
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  summary: 'Change the settings new people start with',
  auth: 'administrator',
  params: { ...optionalShapes(NAMES.filter((name) => !PERSONAL.includes(name))), web_home_view },
  handle: ({ app, params }) => actions.changeDefaults(app, named(params as actions.SettingChanges)),
});

/** Opening the link in a browser asks first: src/pages/confirm-email.ts. */
export const confirmNewEmail = endpoint({
  method: 'POST',
  path: '/accounts/confirm_new_email/{key}',
  root: true,
  summary: 'Finish a change of one’s own address with the key that was mailed to it',
  auth: 'public',
  params: { key: Type.String() },
  returns: { old_email: Type.String(), new_email: Type.String() },
  handle: ({ app, params }) => confirmEmailChange(app, params.key),
});
