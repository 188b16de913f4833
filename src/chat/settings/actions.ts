import type { App } from '../../app.ts';
import { badRequest } from '../../kernel/errors.ts';
import { presenceSwitched } from '../presence/actions.ts';
import { userUpdated } from '../users/events.ts';
import { knowersOf } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import { apiEmail, seesEmail } from '../users/views.ts';
import { displaySettingChanged, notificationSettingChanged, settingChanged } from './events.ts';
import { isTimeZone, languageName } from './languages.ts';
import { DISPLAY_SETTINGS, NOTIFICATION_SETTINGS } from './legacy.ts';
import { USER_SETTINGS, type UserSettingName, type UserSettings } from './settings.ts';

export type SettingChanges = { [N in UserSettingName]?: UserSettings[N] | undefined } & { timezone?: string | undefined };

/** Changes one's own settings; their owner hears of each that is not what it was. Refuses unknown languages and time zones. */
export function changeSettings(app: App, user: User, { timezone, ...given }: SettingChanges): void {
  const { default_language } = given;
  if (default_language !== undefined && !languageName(default_language)) throw badRequest('Invalid default_language');
  if (timezone !== undefined && !isTimeZone(timezone)) throw badRequest('Invalid timezone');
  const names = (Object.keys(USER_SETTINGS) as UserSettingName[]).filter(
    (name) => given[name] !== undefined && given[name] !== user.settings[name],
  );
  app.db.write(() => {
    if (names.length > 0) {
      app.users.setSettings(JSON.stringify({ ...user.settings, ...Object.fromEntries(names.map((name) => [name, given[name]])) }), user.id);
      for (const name of names) publishSetting(app, user, name, given[name]!);
      if (names.includes('presence_enabled')) presenceSwitched(app, app.users.byId(user.id)!);
      // Whoever keeps drafts on their own devices wants none left here.
      if (given.enable_drafts_synchronization === false) app.drafts.removeOfUser(user.id);
      if (names.includes('email_address_visibility')) tellEmail(app, user, app.users.byId(user.id)!);
    }
    if (timezone !== undefined && timezone !== user.timezone) {
      app.users.setTimezone(timezone, user.id);
      publishSetting(app, user, 'timezone', timezone);
      app.events.publish(userUpdated({ person: { user_id: user.id, email: apiEmail(app, user), timezone } }), knowersOf(app, user));
    }
  });
}

function publishSetting(app: App, user: User, name: UserSettingName | 'timezone', value: boolean | number | string): void {
  const language = name === 'default_language' ? { language_name: languageName(value as string)! } : {};
  app.events.publish(settingChanged({ property: name, value, ...language }), [user.id]);
  const email = apiEmail(app, user);
  if (name === 'timezone' || isAmong(DISPLAY_SETTINGS, name))
    app.events.publish(displaySettingChanged({ user: email, setting_name: name, setting: value, ...language }), [user.id]);
  if (isAmong(NOTIFICATION_SETTINGS, name))
    app.events.publish(notificationSettingChanged({ user: email, notification_name: name, setting: value }), [user.id]);
}

const isAmong = (names: readonly string[], name: string): boolean => names.includes(name);

/** Others hear that the address opened or closed to them, and how the account is called where it is addressed. */
function publishEmail(app: App, before: User, after: User): void {
  const knowers = knowersOf(app, after);
  const changed = [...knowers].filter((id) => {
    const viewer = app.users.byId(id);
    return seesEmail(viewer, before) !== seesEmail(viewer, after);
  });
  const told = (opened: boolean) => changed.filter((id) => seesEmail(app.users.byId(id), after) === opened);
  const person = (delivery_email: string | null) => userUpdated({ person: { user_id: after.id, delivery_email } });
  app.events.publish(person(after.email), told(true));
  app.events.publish(person(null), told(false));
  if (apiEmail(app, before) !== apiEmail(app, after))
    app.events.publish(userUpdated({ person: { user_id: after.id, new_email: apiEmail(app, after) } }), knowers);
}
