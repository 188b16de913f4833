import type { App } from '../../../app.ts';
import type { Config } from '../../../settings/config.ts';
import { type DirectoryTable, formInSettings } from './operator-settings.ts';
import { isLocal } from './provider-settings.ts';
import type { Admission, Mapping } from './types.ts';

/** The issuer of all identities of the directory. */
export const LDAP = 'ldap';
/** The directory's name on pages. */
export const LDAP_NAME = 'LDAP';

/** The default of `page-size`: fewer than any common directory sends at most. */
const PAGE = 500;

/** An LDAP directory, with the defaults of its settings. */
export interface Directory {
  url: string;
  startTls: boolean;
  caFile: string | undefined;
  bindDn: string | undefined;
  bindPassword: string;
  /** Read with each search, so that a new password works at once. */
  bindPasswordFile: string | undefined;
  base: string;
  filter: string;
  users: string;
  /** The most entries that the directory sends at a time. */
  pageSize: number;
  /** Also read the groups that contain the user's groups. */
  nestedGroups: boolean;
  /** Finds the groups of an entry, whose distinguished name replaces `%s`; undefined: an attribute names them. */
  groupsFilter: string | undefined;
  groupsBase: string;
  attributes: { id: string; email: string; name: string; groups: string };
  /** Deactivate accounts whose entries are gone. */
  deactivates: boolean;
  admission: Admission;
}

/** The directory that the operator connected. */
export function findDirectory({ choices: { ldap } }: Config): Directory | undefined {
  if (!ldap) return undefined;
  const { protocol, hostname } = new URL(ldap.url);
  return {
    url: ldap.url,
    startTls: protocol === 'ldap:' && (ldap['start-tls'] ?? !isLocal(hostname)),
    caFile: ldap['ca-file'],
    bindDn: ldap['bind-dn'],
    bindPassword: ldap['bind-password'] ?? '',
    bindPasswordFile: ldap['bind-password-file'],
    base: ldap.base,
    filter: ldap.filter ?? '(mail=%s)',
    users: ldap.users ?? '(objectClass=*)',
    pageSize: ldap['page-size'] ?? PAGE,
    nestedGroups: ldap['nested-groups'] ?? false,
    groupsFilter: ldap['groups-filter'],
    groupsBase: ldap['groups-base'] ?? ldap.base,
    attributes: {
      id: ldap['id-attribute'] ?? 'entryUUID',
      email: ldap['email-attribute'] ?? 'mail',
      name: ldap['name-attribute'] ?? 'cn',
      groups: ldap['groups-attribute'] ?? 'memberOf',
    },
    deactivates: ldap.deactivate ?? true,
    admission: {
      displayName: LDAP_NAME,
      mapping: makeMapping(ldap),
      updateName: ldap['update-name'] ?? true,
      updateAvatar: false,
    },
  };
}

/** The mapping, with the directory's groups in the form that `formsOfGroup` gives. */
function makeMapping({ roles = {}, groups = {} }: DirectoryTable): Mapping {
  return {
    roles: Object.fromEntries(Object.entries(roles).map(([role, names]) => [role, names.map(formInSettings)])),
    groups: Object.fromEntries(Object.entries(groups).map(([theirs, ours]) => [formInSettings(theirs), ours])),
  };
}

/** Whether this account signs in with the directory's password. */
export const isOfDirectory = (app: App, userId: number): boolean => app.identities.ofUserAt(userId, LDAP) !== undefined;
