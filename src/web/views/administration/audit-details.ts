import { ROLES } from '../../../shared/roles.ts';
import { t } from '../../i18n/text.ts';
import { roleName } from '../../text/group-names.ts';
import { channelLabel, channelName } from '../../text/names.ts';
import { permissionsOfChannels } from '../channels/permissions.tsx';
import { describe, isDescribed } from '../settings/definitions.ts';
import type { AuditKind } from './audit-kinds.ts';
import { PERMISSIONS } from './group.tsx';
import { sectionGroups } from './sections.ts';

// The details of entries in the audit log. The server names settings as the API does; people know their labels.

type Labels = Readonly<Record<string, () => string>>;

const WORDS: Labels = {
  'authenticator added': () => t('authenticator app added'),
  'authenticator removed': () => t('authenticator app removed'),
  'recovery codes replaced': () => t('recovery codes replaced'),
  'passkey added': () => t('passkey added'),
  'passkey renamed': () => t('passkey renamed'),
  'passkey removed': () => t('passkey removed'),
  everyone: () => t('everyone'),
  'API keys': () => t('API keys'),
  'API key': () => t('API key'),
  password: () => t('by password'),
  passkey: () => t('by passkey'),
  'second step': () => t('in the second step'),
  import: () => t('by import'),
  link: () => t('reusable link'),
  invitation: () => t('with an invitation'),
  public: () => t('Public data'),
  full_with_consent: () => t('Public data, and private data of people who agree'),
  full_without_consent: () => t('Everything'),
  'first sign-in': () => t('at the first sign-in'),
};

/** What changes to the organization name, beside the settings that are rows of its pages. */
const ORGANIZATION: Labels = {
  'allowed domains': () => t('Allowed domains'),
  'channel folders': () => t('Channel folders'),
  'code playgrounds': () => t('Code playgrounds'),
  'custom emoji': () => t('Emoji'),
  'default channels': () => t('Default channels'),
  'default channel groups': () => t('Default channels'),
  'profile fields': () => t('Profile fields'),
  'webhook templates': () => t('Integrations'),
  deactivated: () => t('Deactivated'),
  delete_archived_channels: () => t('Delete archived channels after the restore period'),
  icon: () => t('Icon'),
  jitsi_server_url: () => t('Jitsi server URL'),
  linkifiers: () => t('Automatic links'),
  logo: () => t('Logo'),
  message_retention_days: () => t('Message retention'),
  push_service: () => t('Mobile notifications'),
  waiting_period_threshold: () => t('Waiting period before a member becomes a full member'),
};

const CHANNEL: Labels = {
  new_name: () => t('Name'),
  description: () => t('Description'),
  email_address: () => t('E-mail address'),
  folder_id: () => t('Folder'),
  history_public_to_subscribers: () => t('Channel privacy'),
  is_archived: () => t('Archived'),
  is_default_stream: () => t('Add new members automatically'),
  is_private: () => t('Channel privacy'),
  is_web_public: () => t('Channel privacy'),
  message_retention_days: () => t('Message retention'),
  topics_policy: () => t('Topics'),
};

const GROUP: Labels = {
  ...Object.fromEntries(PERMISSIONS),
  name: () => t('Name'),
  description: () => t('Description'),
  deactivated: () => t('Deactivated'),
};

const PERSON: Labels = {
  email: () => t('E-mail'),
  full_name: () => t('Name'),
  new_email: () => t('E-mail'),
  profile_data: () => t('Profile fields'),
  status: () => t('Status'),
};

/** Finds the label of a name in the details of a kind of action. */
type FindLabel = (name: string) => string | undefined;

const lookUp =
  (labels: Labels): FindLabel =>
  (name) =>
    Object.hasOwn(labels, name) ? labels[name]!() : undefined;

/** The labels of the organization's settings by their names. The scripts of their pages are loaded for this. */
export async function loadSettingLabels(): Promise<ReadonlyMap<string, string>> {
  const sections = sectionGroups().flatMap((group) => group.sections);
  const rows = (await Promise.all(sections.map(({ rows }) => rows?.() ?? []))).flat();
  return new Map(rows.flatMap((row) => (row ? [[row.name, row.label] as const] : [])));
}

const findChannelLabel: FindLabel = (name) =>
  permissionsOfChannels()
    .flatMap(({ permissions }) => permissions)
    .find((permission) => permission.name === name)?.label ?? lookUp(CHANNEL)(name);

/** Details such as a role or names of settings, for people. `settings`: the labels of the organization's settings. */
export function detailsText(kind: AuditKind, details: string, settings: ReadonlyMap<string, string>): string {
  const defaults = /^defaults: (.*)/.exec(details)?.[1];
  if (defaults !== undefined) return `${t('Default settings')}: ${labelNames(defaults, findDefaultLabel)}`;
  const merged = /^into channel (\d+)$/.exec(details)?.[1];
  if (merged !== undefined) return channelLabel(channelName(Number(merged)));
  const finders: Partial<Record<AuditKind, FindLabel>> = {
    settings_change: (name) => settings.get(name) ?? lookUp(ORGANIZATION)(name),
    channel_update: findChannelLabel,
    group_update: lookUp(GROUP),
    user_update: lookUp(PERSON),
    bot_update: lookUp(PERSON),
  };
  return labelNames(details, finders[kind] ?? lookUp(WORDS));
}

const findDefaultLabel: FindLabel = (name) => (isDescribed(name) ? describe(name).label : lookUp(ORGANIZATION)(name));

/** Several names may belong to one setting of a page. */
function labelNames(names: string, find: FindLabel): string {
  const labels = names.split(', ').map((name) => roleLabel(name) ?? find(name) ?? name.replaceAll('_', ' '));
  return [...new Set(labels)].join(', ');
}

const roleLabel: FindLabel = (name) =>
  Object.hasOwn(ROLES, name) ? roleName(ROLES[name as keyof typeof ROLES]) : undefined;
