import { CALL_SETTINGS } from '../chat/integrations/calls/operator-settings.ts';
import { GIF_SETTINGS } from '../chat/integrations/gifs/operator-settings.ts';
import { MAIL_IN_SETTINGS } from '../chat/integrations/mail-in/operator-settings.ts';
import { WEBHOOK_SETTINGS } from '../chat/integrations/outgoing-webhooks/operator-settings.ts';
import { NTFY_SETTINGS } from '../chat/notifications/ntfy/operator-settings.ts';
import { PUSH_SETTINGS } from '../chat/notifications/push/operator-settings.ts';
import { EXPORT_SETTINGS } from '../chat/organization/exports/operator-settings.ts';
import { MESSAGE_SETTINGS } from '../chat/organization/realm/operator-settings.ts';
import { IDENTITY_SETTINGS } from '../chat/people/identities/operator-settings.ts';
import { JWT_SETTINGS, SIGN_IN_SETTINGS } from '../chat/people/sign-in/operator-settings.ts';
import {
  AUDIT_SETTINGS,
  MAIL_SETTINGS,
  OPERATION_SETTINGS,
  SERVER_SETTINGS,
} from '../kernel/settings/server-settings.ts';
import { getKey, type Setting, type ValuesOf } from '../kernel/settings/setting.ts';

/**
 * All settings of the server, which the kernel and the resources declare. A new setting needs only a row there. For
 * example, `publicUrl` is
 *
 * - the flag `--public-url`,
 * - the variable `KLATCH_PUBLIC_URL`, or `KLATCH_PUBLIC_URL_FILE`, which names a file that contains the value,
 * - the key `public-url` of klatch.toml,
 * - `config.choices.publicUrl` in the code,
 * - a line of `klatch config show`, of `klatch serve --help` and of the table in docs/settings.md.
 */
const SETTINGS = {
  ...SERVER_SETTINGS,
  ...MESSAGE_SETTINGS,
  ...AUDIT_SETTINGS,
  ...SIGN_IN_SETTINGS,
  ...IDENTITY_SETTINGS,
  ...JWT_SETTINGS,
  ...CALL_SETTINGS,
  ...GIF_SETTINGS,
  ...EXPORT_SETTINGS,
  ...WEBHOOK_SETTINGS,
  ...MAIL_SETTINGS,
  ...MAIL_IN_SETTINGS,
  ...PUSH_SETTINGS,
  ...NTFY_SETTINGS,
  ...OPERATION_SETTINGS,
};

export type SettingName = keyof typeof SETTINGS;
/** The values of all settings. */
export type Settings = ValuesOf<typeof SETTINGS>;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** The setting with a value of any type. */
export const getSetting = (name: SettingName): Setting => SETTINGS[name];

/** The setting with this key. */
export const settingWithKey = (key: string): SettingName | undefined =>
  SETTING_NAMES.find((name) => getKey(name) === key);
