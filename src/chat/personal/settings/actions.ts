import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { ROLES } from '../../../shared/roles.ts';
import { updateQuietUser } from '../../notifications/do-not-disturb/actions.ts';
import { publishPresenceSwitch } from '../../people/presence/actions.ts';
import { sendSecurityNotice } from '../../people/sign-in/notice-actions.ts';
import { changeName, setPassword, storeSettings } from '../../people/users/actions.ts';
import { publishEmail, requestEmailChange, requireOwnNewEmail } from '../../people/users/email-actions.ts';
import { userUpdated } from '../../people/users/events.ts';
import { usersWithAccessTo } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { apiEmail } from '../../people/users/views.ts';
import { deleteAllDrafts } from '../drafts/actions.ts';
import { displaySettingChanged, exportConsentChanged, notificationSettingChanged, settingChanged } from './events.ts';
import { languageName, timeZoneNamed, USER_SETTINGS, type UserSettingName, type UserSettings } from './settings.ts';
import { DISPLAY_SETTINGS, NOTIFICATION_SETTINGS } from './views.ts';

export type SettingChanges = { [N in UserSettingName]?: UserSettings[N] | undefined } & {
  timezone?: string | undefined;
};

/** What changes together with settings but is none. */
export interface AccountChanges {
  full_name?: string | undefined;
  email?: string | undefined;
  /** The hash of a new password, and the session that stays open. */
  password?: { hash: string; session: string | undefined } | undefined;
}

/**
 * Changes the caller's own account and settings: everything requested, or nothing. A new address takes effect once it
 * is confirmed.
 */
export function changeOwn(app: App, user: User, account: AccountChanges, settings: SettingChanges): void {
  const email = account.email === undefined ? undefined : requireOwnNewEmail(app, user, account.email);
  app.db.write(() => {
    if (account.full_name !== undefined) changeName(app, user, user, account.full_name);
    changeSettings(app, user, settings);
    if (account.password) {
      setPassword(app, user, account.password.hash, account.password.session);
      sendSecurityNotice(app, user, 'password');
    }
    if (email !== undefined) requestEmailChange(app, user, email);
  });
}

/** Changes the caller's settings, and publishes those that changed. Throws for unknown languages and time zones. */
export function changeSettings(app: App, user: User, { timezone: zone, ...changes }: SettingChanges): void {
  const { default_language } = changes;
  const timezone = zone === undefined ? undefined : timeZoneNamed(zone);
  if (default_language !== undefined && !languageName(default_language)) throw badRequest('Invalid default_language');
  if (zone !== undefined && timezone === undefined) throw badRequest('Invalid timezone');
  const names = (Object.keys(USER_SETTINGS) as UserSettingName[]).filter(
    (name) => changes[name] !== undefined && changes[name] !== user.settings[name],
  );
  app.db.write(() => {
    if (names.length > 0) {
      const changed = Object.fromEntries(names.map((name) => [name, changes[name]]));
      storeSettings(app, user, { settings: { ...user.settings, ...changed } });
      for (const name of names) publishSetting(app, user, name, changes[name]!);
      if (changes.allow_private_data_export !== undefined && names.includes('allow_private_data_export'))
        app.events.publish(
          exportConsentChanged({ user_id: user.id, consented: changes.allow_private_data_export }),
          administrators(app),
        );
      if (names.includes('presence_enabled')) publishPresenceSwitch(app, app.users.byId(user.id)!);
      // Users who turn off synchronization of drafts want none left on the server.
      if (changes.enable_drafts_synchronization === false) deleteAllDrafts(app, user);
      if (names.includes('email_address_visibility')) publishEmail(app, user, app.users.byId(user.id)!);
    }
    if (timezone !== undefined && timezone !== user.timezone) {
      storeSettings(app, user, { timezone });
      publishSetting(app, user, 'timezone', timezone);
      updateQuietUser(app, user);
      app.events.publish(
        userUpdated({ person: { user_id: user.id, email: apiEmail(app, user), timezone } }),
        usersWithAccessTo(app, user),
      );
    }
  });
}

const administrators = (app: App): number[] =>
  app.users
    .active()
    .filter(({ role, is_bot }) => role <= ROLES.administrator && !is_bot)
    .map(({ id }) => id);

function publishSetting(
  app: App,
  user: User,
  name: UserSettingName | 'timezone',
  value: boolean | number | string,
): void {
  const language = name === 'default_language' ? { language_name: languageName(value as string)! } : {};
  app.events.publish(settingChanged({ property: name, value, ...language }), [user.id]);
  const email = apiEmail(app, user);
  if (name === 'timezone' || isAmong(DISPLAY_SETTINGS, name))
    app.events.publish(displaySettingChanged({ user: email, setting_name: name, setting: value, ...language }), [
      user.id,
    ]);
  if (isAmong(NOTIFICATION_SETTINGS, name))
    app.events.publish(notificationSettingChanged({ user: email, notification_name: name, setting: value }), [user.id]);
}

const isAmong = (names: readonly string[], name: string): boolean => names.includes(name);
