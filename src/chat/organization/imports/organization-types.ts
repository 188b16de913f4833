import type { RealmSlot } from '../../files/images/types.ts';
import type { FileSource } from './types.ts';

/** A permission: users and groups by their origins, and the system's groups by their names. */
export interface ImportedPermission {
  users: string[];
  groups: string[];
}
export type ImportedPermissions = Readonly<Record<string, ImportedPermission>>;

/** The organization's settings by their names here. Unknown and invalid ones are left out. */
export interface ImportedRealm {
  kind: 'realm';
  origin: string;
  settings: Readonly<Record<string, unknown>>;
  /** Settings whose value is a channel, by its origin; null: none. */
  channels: Readonly<Record<string, string | null>>;
  permissions: ImportedPermissions;
  /** The default settings of new users. */
  user_defaults: Readonly<Record<string, unknown>>;
}

/** The icon or logo of the organization. */
export interface ImportedRealmImage {
  kind: 'realm-image';
  origin: RealmSlot;
  image: FileSource;
}

/** A domain whose addresses may have accounts, if the organization restricts them. */
export interface ImportedDomain {
  kind: 'domain';
  origin: string;
  domain: string;
  allow_subdomains: boolean;
}

/** A pattern whose matches become links. */
export interface ImportedLinkifier {
  kind: 'linkifier';
  origin: string;
  pattern: string;
  url_template: string;
}

/** A site that runs code. */
export interface ImportedPlayground {
  kind: 'playground';
  origin: string;
  name: string;
  pygments_language: string;
  url_template: string;
}

export interface ImportedProfileField {
  kind: 'profile-field';
  origin: string;
  type: number;
  name: string;
  hint: string;
  /** JSON of options or of the kind of account; '' for other types. */
  field_data: string;
  display_in_profile_summary: boolean;
  required: boolean;
  editable_by_user: boolean;
}

/** A folder of the channel list. */
export interface ImportedFolder {
  kind: 'folder';
  origin: string;
  name: string;
  description: string;
  is_archived: boolean;
  created?: number | undefined;
  creator?: string | undefined;
}

/** Channels that new users can choose together. */
export interface ImportedDefaultChannelGroup {
  kind: 'default-channel-group';
  origin: string;
  name: string;
  description: string;
  channels: string[];
}

/** What refers to other groups, and is written when all of them are there. */
export interface ImportedGroupSettings {
  kind: 'group-settings';
  /** The group's. */
  origin: string;
  subgroups: string[];
  permissions: ImportedPermissions;
  is_deactivated: boolean;
}
