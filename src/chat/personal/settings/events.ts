import { type Static, type TObject, Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { type StateRequest, state } from '../../declare.ts';
import { NOTIFICATION_SOUNDS, type UserSettingName, UserSettingsShape } from './settings.ts';
import { DISPLAY_SETTINGS, NOTIFICATION_SETTINGS, optionalShapes } from './views.ts';

const Value = Type.Union([Type.Boolean(), Type.Integer(), Type.String()]);
const EMOJI_SETS = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
];
const EmojiSets = Type.Array(Type.Object({ key: Type.String(), text: Type.String() }));
const Sounds = Type.Array(Type.String());

const ofOneself = ({ app, user }: StateRequest) => user?.settings ?? app.realm.userDefaults();

/** The user's settings; for a visitor those of a new user. */
export const userSettings = state(
  'user_settings',
  {
    user_settings: Type.Object({
      ...UserSettingsShape,
      timezone: Type.String(),
      available_notification_sounds: Sounds,
      emojiset_choices: EmojiSets,
    }),
  },
  (request) => ({
    user_settings: {
      ...ofOneself(request),
      timezone: request.user?.timezone ?? '',
      available_notification_sounds: [...NOTIFICATION_SOUNDS],
      emojiset_choices: EMOJI_SETS,
    },
  }),
);

/** The default settings of new users. */
export const realmUserSettingsDefaults = state(
  'realm_user_settings_defaults',
  {
    realm_user_settings_defaults: Type.Object({
      ...UserSettingsShape,
      available_notification_sounds: Sounds,
      emojiset_choices: EmojiSets,
    }),
  },
  ({ app }) => ({
    realm_user_settings_defaults: {
      ...app.realm.userDefaults(),
      available_notification_sounds: [...NOTIFICATION_SOUNDS],
      emojiset_choices: EMOJI_SETS,
    },
  }),
);

/** The same settings one by one, for clients that do not know the settings object. */
const DisplaySettings = {
  ...optionalShapes(DISPLAY_SETTINGS),
  timezone: Maybe(Type.String()),
  emojiset_choices: Maybe(EmojiSets),
};
export const displaySettings = state(
  'update_display_settings',
  DisplaySettings,
  (request): Static<TObject<typeof DisplaySettings>> =>
    request.kind.user_settings_object
      ? {}
      : { ...pick(request, DISPLAY_SETTINGS), timezone: request.user?.timezone ?? '', emojiset_choices: EMOJI_SETS },
);

const NotificationSettings = { ...optionalShapes(NOTIFICATION_SETTINGS), available_notification_sounds: Maybe(Sounds) };
export const notificationSettings = state(
  'update_global_notifications',
  NotificationSettings,
  (request): Static<TObject<typeof NotificationSettings>> =>
    request.kind.user_settings_object
      ? {}
      : { ...pick(request, NOTIFICATION_SETTINGS), available_notification_sounds: [...NOTIFICATION_SOUNDS] },
);

const pick = (request: StateRequest, names: readonly UserSettingName[]): Record<string, unknown> => {
  const settings = ofOneself(request);
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
};

/** One of the user's settings changed. */
export const settingChanged = event('user_settings', 'update', {
  property: Type.String(),
  value: Value,
  language_name: Maybe(Type.String()),
});

/** A default for new users changed. */
export const defaultChanged = event('realm_user_settings_defaults', 'update', {
  property: Type.String(),
  value: Value,
});

/** A user gave or withdrew consent to export their private data; for human administrators. */
export const exportConsentChanged = event('realm_export_consent', undefined, {
  user_id: Type.Integer(),
  consented: Type.Boolean(),
});

/** The same again, for clients that do not know the settings object. */
export const displaySettingChanged = event(
  'update_display_settings',
  undefined,
  { user: Type.String(), setting_name: Type.String(), setting: Value, language_name: Maybe(Type.String()) },
  { shape: (data, { user_settings_object }) => (user_settings_object ? undefined : data) },
);
export const notificationSettingChanged = event(
  'update_global_notifications',
  undefined,
  { user: Type.String(), notification_name: Type.String(), setting: Value },
  { shape: (data, { user_settings_object }) => (user_settings_object ? undefined : data) },
);
