import { readFileSync } from 'node:fs';
import type { Config } from '../../../kernel/config.ts';
import type { DirectoryTable } from '../../../kernel/settings/directory.ts';
import { isLocal } from '../../../kernel/settings/identity-providers.ts';
import type { Admission } from './account-actions.ts';

/** The issuer of all identities of the directory. */
export const LDAP = 'ldap';
/** The directory's name on pages. */
export const LDAP_NAME = 'LDAP';

/** An LDAP directory, with the defaults of its settings. */
export interface Directory {
  url: string;
  startTls: boolean;
  caFile: string | undefined;
  bindDn: string | undefined;
  bindPassword: string;
  base: string;
  filter: string;
  users: string;
  attributes: { id: string; email: string; name: string; groups: string };
  /** Deactivate accounts whose entries are gone. */
  deactivates: boolean;
  admission: Admission;
}

/** The directory that the operator connected. */
export function directoryOf({ choices: { ldap } }: Config): Directory | undefined {
  if (!ldap) return undefined;
  const { protocol, hostname } = new URL(ldap.url);
  return {
    url: ldap.url,
    startTls: protocol === 'ldap:' && (ldap['start-tls'] ?? !isLocal(hostname)),
    caFile: ldap['ca-file'],
    bindDn: ldap['bind-dn'],
    bindPassword: bindPasswordOf(ldap),
    base: ldap.base,
    filter: ldap.filter ?? '(mail=%s)',
    users: ldap.users ?? '(objectClass=*)',
    attributes: {
      id: ldap['id-attribute'] ?? 'entryUUID',
      email: ldap['email-attribute'] ?? 'mail',
      name: ldap['name-attribute'] ?? 'cn',
      groups: ldap['groups-attribute'] ?? 'memberOf',
    },
    deactivates: ldap.deactivate ?? true,
    admission: {
      displayName: LDAP_NAME,
      mapping: { roles: ldap.roles ?? {}, groups: ldap.groups ?? {} },
      updateName: ldap['update-name'] ?? true,
      updateAvatar: false,
    },
  };
}

function bindPasswordOf(ldap: DirectoryTable): string {
  const file = ldap['bind-password-file'];
  return file === undefined ? (ldap['bind-password'] ?? '') : readFileSync(file, 'utf8').trim();
}
