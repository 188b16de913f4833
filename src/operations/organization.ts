import { join } from 'node:path';
import { Type } from 'typebox';
import type { App } from '../app.ts';
import { mustBeAdministrator } from '../chat/errors.ts';
import { deleteUnusedFiles, writePicture } from '../chat/files/images/client.ts';
import { settingsChange } from '../chat/organization/audit-log/types.ts';
import { addEmoji } from '../chat/organization/emoji/actions.ts';
import { requireFreeName } from '../chat/organization/emoji/rules.ts';
import { changeRealm, reactivateRealm } from '../chat/organization/realm/actions.ts';
import { REALM_PROPERTIES, type RealmProperty } from '../chat/organization/realm/rules.ts';
import { REALM_SETTINGS } from '../chat/organization/realm/settings.ts';
import { isAdministrator } from '../chat/people/users/types.ts';
import { notFound } from '../kernel/errors.ts';
import { decode } from '../kernel/http/decode.ts';
import { Nullable } from '../kernel/http/schema.ts';
import { nearest } from '../settings/find.ts';
import { type As, requireActor } from './accounts.ts';
import { operation } from './operation.ts';

/** A setting of the organization, as the command line shows it. */
const Setting = Type.Object({ setting: Type.String(), value: Type.Unknown() });

/** The words of the command line for JSON. */
const WORDS: Readonly<Record<string, string>> = { on: 'true', off: 'false', none: 'null', unlimited: 'null' };

/** Pixels. */
const EMOJI_SIZE = 64;

export const organizationOperations = {
  'organization-show': operation({
    result: Type.Array(Setting),
    audit: 'reads',
    run: (app) => REALM_PROPERTIES.map((name) => describeSetting(app, name)),
  }),
  'organization-get': operation({
    result: Setting,
    audit: 'reads',
    run: (app, { setting }: { setting: string }) => describeSetting(app, requireProperty(setting)),
  }),
  /** `value`: a text, `on` or `off`, a number, or `none`. */
  'organization-set': operation({
    result: Setting,
    audit: ({ setting }) => ({ kind: 'settings_change', details: setting.replaceAll('-', '_') }),
    run(app, { setting, value, as }: As & { setting: string; value: string }) {
      const actor = requireActor(app, { as });
      if (!isAdministrator(actor)) throw mustBeAdministrator();
      const name = requireProperty(setting);
      const { schema } = REALM_SETTINGS[name];
      const isText = Type.IsString(schema);
      const { params } = decode({ [name]: schema }, { [name]: isText ? value : (WORDS[value] ?? value) });
      changeRealm(app, actor, params, {});
      return describeSetting(app, name);
    },
  }),
  'organization-reactivate': operation({
    result: Type.Object({ name: Type.String() }),
    audit: settingsChange('reactivated'),
    run(app) {
      reactivateRealm(app);
      return { name: app.realm.get('name') };
    },
  }),
  /** `file`: its name in the folder for incoming uploads. */
  'emoji-add': operation({
    result: Type.Object({ name: Type.String() }),
    audit: settingsChange('custom emoji'),
    async run(app: App, { name, file, as }: As & { name: string; file: string }) {
      const actor = requireActor(app, { as });
      requireFreeName(app, actor, name);
      if (!/^[\da-f]{32}$/.test(file)) throw notFound('No such file');
      const { image, still } = await app.imageWorker.emoji(join(app.files.incoming, file), EMOJI_SIZE);
      const files = await writePicture(app, { usual: image, ...(still && { still }) });
      try {
        // The actor may have lost the permission while the image was resized.
        addEmoji(app, requireActor(app, { as }), name, files);
      } catch (error) {
        deleteUnusedFiles(app, files);
        throw error;
      }
      return { name };
    },
  }),
  'emoji-list': operation({
    result: Type.Array(
      Type.Object({ id: Type.Integer(), name: Type.String(), author: Nullable(Type.String()), url: Type.String() }),
    ),
    audit: 'reads',
    run: (app) =>
      Object.values(app.realmEmoji.all())
        .filter(({ deactivated }) => !deactivated)
        .map(({ id, name, author_id, source_url }) => ({
          id: Number(id),
          name,
          author: author_id === null ? null : (app.users.byId(author_id)?.email ?? null),
          url: `${app.config.url}${source_url}`,
        })),
  }),
};

const describeSetting = (app: App, name: RealmProperty) => ({ setting: getKey(name), value: app.realm.get(name) });
const getKey = (name: string): string => name.replaceAll('_', '-');

/** Throws 404. */
function requireProperty(setting: string): RealmProperty {
  const name = REALM_PROPERTIES.find((one) => getKey(one) === getKey(setting));
  const known = REALM_PROPERTIES.map(getKey);
  if (!name) throw notFound(`The organization has no setting ${setting}${nearest(setting, known)}`);
  return name;
}
