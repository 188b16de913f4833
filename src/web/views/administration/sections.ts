import type { IconNode } from 'lucide';
import type { FunctionComponent } from 'preact';
import { Hash, LogIn, Mail, User, Users } from '../../design/icons.ts';
import { lazyView } from '../../design/lazy.tsx';
import {
  Archive,
  Bot,
  ChartBar,
  Code,
  Folder,
  History,
  House,
  IdCard,
  Link,
  Megaphone,
  Plug,
  Server,
  Settings,
  Shield,
  SlidersHorizontal,
  Smile,
  Trash2,
  Upload,
} from '../../design/more-icons.ts';
import { t } from '../../i18n/text.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { store } from '../../store/store.ts';

type SectionView = FunctionComponent<{ path: readonly string[] }>;

/** A section of the administration. Its script loads when it is opened. */
export interface Section {
  /** The section's address, the same as Zulip's. Other known addresses also lead here. */
  address: string;
  also?: readonly string[];
  name: () => string;
  icon: IconNode;
  /** Whether the section is relevant for the user. */
  for: () => boolean;
  View: SectionView;
  /** Its settings, for the search. Rows without a label are not shown. */
  rows?: () => Promise<readonly (false | { name: string; label: string })[]>;
}

const page = (load: () => Promise<SectionView>) => lazyView(load, true);
const everyone = () => true;
const members = () => !store.me.value.is_guest;
const owners = () => store.me.value.is_owner;
const administrators = () => store.me.value.is_admin;

const PEOPLE: Section = {
  address: 'users',
  also: ['user-list-admin', 'deactivated-users-admin'],
  name: () => t('People'),
  icon: User,
  for: everyone,
  View: page(() => import('./people.tsx').then(({ People }) => People)),
};
const INVITATIONS: Section = {
  address: 'invitations',
  also: ['invites-list-admin'],
  name: () => t('Invitations'),
  icon: Mail,
  for: () =>
    hasRealmPermission('can_invite_users_group') ||
    hasRealmPermission('create_multiuse_invite_group') ||
    administrators(),
  View: page(() => import('./invitations.tsx').then(({ Invitations }) => Invitations)),
};
const GROUPS: Section = {
  address: 'groups',
  name: () => t('Groups'),
  icon: Users,
  for: everyone,
  View: page(() => import('./groups.tsx').then(({ Groups }) => Groups)),
};
const BOTS: Section = {
  address: 'bots',
  also: ['bot-list-admin'],
  name: () => t('Bots'),
  icon: Bot,
  for: members,
  View: page(() => import('./bots.tsx').then(({ Bots }) => Bots)),
};
const INTEGRATIONS: Section = {
  address: 'integrations',
  name: () => t('Integrations'),
  icon: Plug,
  for: () =>
    hasRealmPermission('can_create_bots_group') ||
    hasRealmPermission('can_create_write_only_bots_group') ||
    administrators(),
  View: page(() => import('../integrations/catalogue.tsx').then(({ Integrations }) => Integrations)),
};
const PROFILE: Section = {
  address: 'organization-profile',
  name: () => t('Profile'),
  icon: House,
  for: everyone,
  View: page(() => import('./profile.tsx').then(({ Profile }) => Profile)),
  rows: () => import('./profile.tsx').then(({ profileRows }) => profileRows()),
};
const GENERAL: Section = {
  address: 'organization-settings',
  name: () => t('General'),
  icon: Settings,
  for: members,
  View: page(() => import('./general.tsx').then(({ General }) => General)),
  rows: () => import('./general.tsx').then(({ generalRows }) => generalRows()),
};
const PERMISSIONS: Section = {
  address: 'organization-permissions',
  name: () => t('Permissions'),
  icon: Shield,
  for: members,
  View: page(() => import('./permissions.tsx').then(({ Permissions }) => Permissions)),
  rows: () => import('./permissions.tsx').then(({ permissionRows }) => permissionRows()),
};
const JOINING: Section = {
  address: 'auth-methods',
  name: () => t('Joining and sign-in'),
  icon: LogIn,
  for: administrators,
  View: page(() => import('./joining.tsx').then(({ Joining }) => Joining)),
  rows: () => import('./joining.tsx').then(({ joiningRows }) => joiningRows()),
};
const NEW_USERS: Section = {
  address: 'organization-level-user-defaults',
  name: () => t('Default settings'),
  icon: SlidersHorizontal,
  for: administrators,
  View: page(() => import('./new-user-settings.tsx').then(({ NewUserSettings: NewUsers }) => NewUsers)),
};
const DEFAULT_CHANNELS: Section = {
  address: 'default-channels-list',
  also: ['default-streams-list'],
  name: () => t('Default channels'),
  icon: Hash,
  for: members,
  View: page(() => import('./default-channels.tsx').then(({ DefaultChannels }) => DefaultChannels)),
};
const FOLDERS: Section = {
  address: 'channel-folders',
  name: () => t('Channel folders'),
  icon: Folder,
  for: members,
  View: page(() => import('./folders.tsx').then(({ Folders }) => Folders)),
};
const EMOJI: Section = {
  address: 'emoji-settings',
  name: () => t('Emoji'),
  icon: Smile,
  for: everyone,
  View: page(() => import('./emoji.tsx').then(({ Emoji }) => Emoji)),
};
const LINKIFIERS: Section = {
  address: 'linkifier-settings',
  name: () => t('Automatic links'),
  icon: Link,
  for: members,
  View: page(() => import('./linkifiers.tsx').then(({ Linkifiers }) => Linkifiers)),
};
const PLAYGROUNDS: Section = {
  address: 'playground-settings',
  name: () => t('Code playgrounds'),
  icon: Code,
  for: members,
  View: page(() => import('./playgrounds.tsx').then(({ Playgrounds }) => Playgrounds)),
};
const FIELDS: Section = {
  address: 'profile-field-settings',
  name: () => t('Profile fields'),
  icon: IdCard,
  for: members,
  View: page(() => import('./profile-fields.tsx').then(({ ProfileFields }) => ProfileFields)),
};
const ANNOUNCEMENTS: Section = {
  address: 'announcements',
  name: () => t('E-mail to members'),
  icon: Megaphone,
  for: administrators,
  View: page(() => import('./announcements.tsx').then(({ Announcements }) => Announcements)),
};
const STATISTICS: Section = {
  address: 'statistics',
  name: () => t('Statistics'),
  icon: ChartBar,
  for: administrators,
  View: page(() => import('./statistics.tsx').then(({ Statistics }) => Statistics)),
};
const EXPORTS: Section = {
  address: 'data-exports-admin',
  also: ['data-exports'],
  name: () => t('Retention and exports'),
  icon: Archive,
  for: administrators,
  View: page(() => import('./exports.tsx').then(({ Exports }) => Exports)),
};
const IMPORT: Section = {
  address: 'import',
  name: () => t('Import'),
  icon: Upload,
  for: owners,
  View: page(() => import('./import.tsx').then(({ Import }) => Import)),
};
const DELETED: Section = {
  address: 'deleted-messages',
  name: () => t('Deleted messages'),
  icon: Trash2,
  for: administrators,
  View: page(() => import('./deleted-messages.tsx').then(({ Deleted }) => Deleted)),
};
const AUDIT_LOG: Section = {
  address: 'audit-log',
  name: () => t('Audit log'),
  icon: History,
  for: administrators,
  View: page(() => import('./audit-log.tsx').then(({ AuditLog }) => AuditLog)),
};
const SERVER: Section = {
  address: 'server',
  name: () => t('Server and e-mail'),
  icon: Server,
  for: administrators,
  View: page(() => import('./server.tsx').then(({ ServerFacts }) => ServerFacts)),
};

const ALL: readonly [title: () => string, sections: readonly Section[]][] = [
  [() => t('People'), [PEOPLE, INVITATIONS, GROUPS, BOTS, INTEGRATIONS, ANNOUNCEMENTS]],
  [() => t('The organization'), [PROFILE, GENERAL, PERMISSIONS, JOINING, FIELDS]],
  [() => t('New people'), [NEW_USERS, DEFAULT_CHANNELS]],
  [() => t('Channels and messages'), [FOLDERS, EMOJI, LINKIFIERS, PLAYGROUNDS]],
  [() => t('Data and server'), [STATISTICS, EXPORTS, IMPORT, DELETED, AUDIT_LOG, SERVER]],
];

/** The sections that the user can see, in order. */
export const sectionGroups = (): { title: string; sections: Section[] }[] =>
  ALL.map(([title, sections]) => ({ title: title(), sections: sections.filter((one) => one.for()) })).filter(
    ({ sections }) => sections.length > 0,
  );

export const sectionAt = (address: string): Section | undefined =>
  ALL.flatMap(([, sections]) => sections).find((one) => one.address === address || one.also?.includes(address));

export const hrefOfSection = ({ address }: Section): string =>
  address === 'groups' ? '#groups' : `#organization/${address}`;
