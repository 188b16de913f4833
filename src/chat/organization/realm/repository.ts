import type { Database } from '../../../kernel/db/database.ts';
import { DEFAULT_SETTINGS, type UserSettings } from '../../personal/settings/settings.ts';
import { REALM_SETTINGS, type RealmSettings } from './settings.ts';

const getDefault = (name: keyof RealmSettings): unknown =>
  name in REALM_SETTINGS ? REALM_SETTINGS[name as keyof typeof REALM_SETTINGS].default : null;

export const realmRepository = (db: Database) => {
  const stored = db.value<string>('SELECT value FROM realm_setting WHERE name = ?');
  const put = db.run<[name: string, value: string]>('INSERT OR REPLACE INTO realm_setting VALUES (?, ?)');
  const drop = db.run<[name: string]>('DELETE FROM realm_setting WHERE name = ?');
  const values = db.cached(['realm_setting'], (name: keyof RealmSettings) => {
    const text = stored(name);
    const value: unknown = text === undefined ? getDefault(name) : JSON.parse(text);
    return { value };
  });
  const defaults = db.cached(
    ['realm_setting'],
    (name: 'user_settings_defaults'): UserSettings => ({ ...DEFAULT_SETTINGS, ...JSON.parse(stored(name) ?? '{}') }),
  );
  return {
    get: <N extends keyof RealmSettings>(name: N): RealmSettings[N] => values.get(name)!.value as RealmSettings[N],
    set: <N extends keyof RealmSettings>(name: N, value: RealmSettings[N]): void => {
      put(name, JSON.stringify(value));
      values.forget(name);
    },
    /** The default personal settings of new users. */
    userDefaults: (): UserSettings => defaults.get('user_settings_defaults')!,
    /** Those that were set for this organization. */
    chosenUserDefaults: (): Partial<UserSettings> => JSON.parse(stored('user_settings_defaults') ?? '{}'),
    setUserDefaults: (values: Partial<UserSettings>): void => {
      put('user_settings_defaults', JSON.stringify(values));
      defaults.forget('user_settings_defaults');
    },
    /** Values stored beside the settings: the server's own secrets. */
    secret: stored,
    keepSecret: put,
    removeSecret: drop,
  };
};
