import { Type } from 'typebox';
import type { App } from '../app.ts';
import { mustBeAdministrator } from '../chat/errors.ts';
import { changeRealm } from '../chat/organization/realm/actions.ts';
import { REALM_PROPERTIES, type RealmProperty } from '../chat/organization/realm/rules.ts';
import { REALM_SETTINGS } from '../chat/organization/realm/settings.ts';
import { isAdministrator } from '../chat/people/users/types.ts';
import { notFound } from '../kernel/errors.ts';
import { decode } from '../kernel/http/decode.ts';
import { nearest } from '../settings/find.ts';
import { type As, actorOf } from './accounts.ts';

/** A setting of the organization, as the command line shows it. */
interface Shown {
  setting: string;
  value: unknown;
}

/** The words of the command line for JSON. */
const WORDS: Readonly<Record<string, string>> = { on: 'true', off: 'false', none: 'null', unlimited: 'null' };

export const organizationSettingCommands = {
  'organization-show': (app: App): { settings: Shown[] } => ({
    settings: REALM_PROPERTIES.map((name) => shown(app, name)),
  }),
  'organization-get': (app: App, { setting }: { setting: string }): Shown => shown(app, requireProperty(setting)),
  /** `value`: a text, `on` or `off`, a number, or `none`. */
  'organization-set': (app: App, { setting, value, as }: As & { setting: string; value: string }): Shown => {
    const actor = actorOf(app, { as });
    if (!isAdministrator(actor)) throw mustBeAdministrator();
    const name = requireProperty(setting);
    const { schema } = REALM_SETTINGS[name];
    const isText = Type.IsString(schema);
    const { params } = decode({ [name]: schema }, { [name]: isText ? value : (WORDS[value] ?? value) });
    changeRealm(app, actor, params, {});
    return shown(app, name);
  },
};

const shown = (app: App, name: RealmProperty): Shown => ({ setting: keyOf(name), value: app.realm.get(name) });
const keyOf = (name: string): string => name.replaceAll('_', '-');

/** Throws 404. */
function requireProperty(setting: string): RealmProperty {
  const name = REALM_PROPERTIES.find((one) => keyOf(one) === keyOf(setting));
  const known = REALM_PROPERTIES.map(keyOf);
  if (!name) throw notFound(`The organization has no setting ${setting}${nearest(setting, known)}`);
  return name;
}
