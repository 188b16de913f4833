import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { cleanDescription, renderDescription } from '../../channels/channels/rules.ts';
import { insertDefaultGroup } from '../../channels/default-channels/actions.ts';
import { requireDefaultGroupName } from '../../channels/default-channels/rules.ts';
import { insertFolder } from '../../channels/folders/actions.ts';
import type { PictureFiles } from '../../files/images/types.ts';
import { createField } from '../../people/profile-fields/actions.ts';
import { USER_SETTINGS } from '../../personal/settings/settings.ts';
import { addDomain } from '../domains/actions.ts';
import { addLinkifier } from '../linkifiers/actions.ts';
import { addPlayground } from '../playgrounds/actions.ts';
import {
  changeDefaults,
  type PermissionChanges,
  type PropertyChanges,
  setRealmAge,
  setRealmImage,
  writeRealm,
} from '../realm/actions.ts';
import { REALM_PERMISSIONS, type RealmPermission } from '../realm/permission-types.ts';
import { REALM_PROPERTIES, type RealmProperty, requireSensible } from '../realm/rules.ts';
import { REALM_SETTINGS } from '../realm/settings.ts';
import { findChannel, findUser, type ImportContext, validSettings, writeOnce } from './context.ts';
import { permissionValue } from './groups.ts';
import type {
  ImportedDefaultChannelGroup,
  ImportedDomain,
  ImportedFolder,
  ImportedLinkifier,
  ImportedPlayground,
  ImportedProfileField,
  ImportedRealm,
  ImportedRealmImage,
} from './organization-types.ts';
import { importActor, type Outcome } from './people.ts';
import type { ImportOrigin } from './types.ts';

const NEW_REALM = 'new organization';

/** Remembers that an organization without people began with this import, which therefore brings its settings. */
export const rememberNewRealm = (app: App, source: ImportOrigin): void =>
  app.imports.add(source.id, 'setting', NEW_REALM, 1);

export const isNewRealm = (app: App, source: ImportOrigin): boolean =>
  app.imports.find(source.id, 'setting', NEW_REALM) !== undefined;

/** Stores the settings and permissions of the organization, and the defaults of new users. */
export const writeRealmSettings = (context: ImportContext, realm: ImportedRealm): Outcome =>
  writeOnce(context, realm, () => {
    const { app, source } = context;
    const { date_created, ...settings } = validSettings(context, REALM_SETTINGS, realm.settings, 'organization');
    if (isNewRealm(app, source) && typeof date_created === 'number') setRealmAge(app, date_created);
    writeRealm(
      app,
      { ...sensible(context, settings), ...channelSettings(context, realm.channels) },
      resolvePermissions(context, realm),
    );
    changeDefaults(app, validSettings(context, USER_SETTINGS, realm.user_defaults, 'default'));
    return { id: 1 };
  });

/** Leaves out what cannot be set, and values that are invalid on this server. */
function sensible(context: ImportContext, settings: Record<string, unknown>): PropertyChanges {
  const changes: Record<string, unknown> = {};
  for (const name of REALM_PROPERTIES) {
    if (!Object.hasOwn(settings, name) || CHANNEL_SETTINGS.includes(name)) continue;
    try {
      requireSensible(context.app, importActor(context.app), name, settings[name] as never);
      changes[name] = settings[name];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      context.skip('setting', `organization ${name}`, error.message);
    }
  }
  return changes;
}

const CHANNEL_SETTINGS: readonly RealmProperty[] = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
];

function channelSettings(context: ImportContext, channels: ImportedRealm['channels']): PropertyChanges {
  const changes: Record<string, number> = {};
  for (const name of CHANNEL_SETTINGS) {
    const origin = channels[name];
    if (origin === undefined) continue;
    const channel = origin === null ? undefined : findChannel(context, origin);
    const isPossible = channel && !channel.is_archived && (name !== CHANNEL_SETTINGS[0] || channel.invite_only);
    if (origin === null || isPossible) changes[name] = channel?.id ?? -1;
    else context.skip('setting', `organization ${name}`, 'its channel is not imported, or cannot be used for this');
  }
  return changes;
}

function resolvePermissions(context: ImportContext, { permissions }: ImportedRealm): PermissionChanges {
  const changes: PermissionChanges = {};
  for (const name of Object.keys(REALM_PERMISSIONS) as RealmPermission[]) {
    const value = permissionValue(context, 'organization', { name, rule: REALM_PERMISSIONS[name], permissions });
    if (value !== undefined) changes[name] = { new: value };
  }
  return changes;
}

/** Stores the icon or logo of the organization. Without `pictures`, its image is missing or broken. */
export function writeRealmImage(
  context: ImportContext,
  record: ImportedRealmImage,
  pictures: PictureFiles | undefined,
): Outcome {
  return writeOnce(context, record, () => {
    if (!pictures) return { reason: 'its image is missing or cannot be read' };
    setRealmImage(context.app, record.origin, pictures);
    return { id: 1 };
  });
}

export const writeDomain = (context: ImportContext, record: ImportedDomain): Outcome =>
  writeOnce(context, record, () => {
    const { domain, allow_subdomains } = record;
    if (context.app.realmDomains.named(domain.trim().toLowerCase())) return { id: 0, isNew: false };
    return { id: addDomain(context.app, { domain, allow_subdomains }) };
  });

/** Stores a linkifier. One with the same pattern stays as it is. */
export const writeLinkifier = (context: ImportContext, record: ImportedLinkifier): Outcome =>
  writeOnce(context, record, () => {
    const { pattern, url_template } = record;
    const same = context.app.linkifiers.all().find((one) => one.pattern === pattern);
    return same ? { id: same.id, isNew: false } : { id: addLinkifier(context.app, { pattern, url_template }) };
  });

export const writePlayground = (context: ImportContext, record: ImportedPlayground): Outcome =>
  writeOnce(context, record, () => {
    const { name, pygments_language, url_template } = record;
    const same = context.app.playgrounds
      .all()
      .find((one) => one.name === name && one.pygments_language === pygments_language);
    if (same) return { id: same.id, isNew: false };
    return { id: addPlayground(context.app, { name, pygments_language, url_template }) };
  });

/** Stores a profile field. One of the same type and name is used as it is. */
export const writeProfileField = (context: ImportContext, record: ImportedProfileField): Outcome =>
  writeOnce(context, record, () => {
    const { app } = context;
    const { type, name, field_data, kind: _kind, origin: _origin, ...rest } = record;
    const same = app.profileFields.named(name.trim());
    if (same !== undefined && app.profileFields.byId(same)!.type !== type)
      return { reason: `a profile field of another type is called '${name}'` };
    if (same !== undefined) return { id: same, isNew: false };
    const data = field_data === '' ? {} : (JSON.parse(field_data) as Record<string, unknown>);
    return { id: createField(app, type, { ...rest, name, field_data: data }) };
  });

/** Stores a channel folder. An active one with the same name is used as it is. */
export const writeFolder = (context: ImportContext, record: ImportedFolder): Outcome =>
  writeOnce(context, record, () => {
    const { app } = context;
    const { name, is_archived, created, creator } = record;
    const same = app.channelFolders.names().find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
    if (same && !is_archived) return { id: same.id, isNew: false };
    if (name.trim() === '') return { reason: 'it has no name' };
    const description = cleanDescription(record.description);
    const id = insertFolder(app, {
      name: name.trim(),
      description,
      rendered_description: renderDescription(app, importActor(app), description),
      creator_id: (creator === undefined ? undefined : findUser(context, creator)?.id) ?? null,
      date_created: created ?? null,
      is_archived,
    });
    return { id };
  });

/** Stores a group of channels that new users can choose. Channels that it cannot have are left out. */
export const writeDefaultChannelGroup = (context: ImportContext, record: ImportedDefaultChannelGroup): Outcome =>
  writeOnce(context, record, () => {
    const { app } = context;
    const same = app.defaultChannels.groupNamed(record.name.trim());
    if (same) return { id: same.id, isNew: false };
    const channels = record.channels
      .map((origin) => findChannel(context, origin))
      .filter((channel) => channel && !channel.is_default && !channel.invite_only && !channel.is_archived)
      .map((channel) => channel!);
    const name = requireDefaultGroupName(app, record.name);
    return { id: insertDefaultGroup(app, { name, description: record.description.trim() }, channels) };
  });
