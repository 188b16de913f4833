import type { Kind } from '../../../kernel/settings/kinds.ts';
import { type Shape, structured } from '../../../kernel/settings/structured.ts';
import { filterError } from './ldap-filters.ts';
import { type GroupMapping, isLocal, MAPPING } from './provider-settings.ts';

/** The `[ldap]` table of klatch.toml. */
export interface DirectoryTable extends GroupMapping {
  url: string;
  /** StartTLS; the default is true except on this machine. */
  'start-tls'?: boolean;
  'ca-file'?: string;
  'bind-dn'?: string;
  'bind-password'?: string;
  'bind-password-file'?: string;
  base: string;
  /** Finds the entry that belongs to what somebody entered, which stands for `%s`. */
  filter?: string;
  /** Every user must match it. */
  users?: string;
  'id-attribute'?: string;
  'email-attribute'?: string;
  'name-attribute'?: string;
  'groups-attribute'?: string;
  /** The most entries of one answer. */
  'page-size'?: number;
  /** Groups of groups count, too. */
  'nested-groups'?: boolean;
  /** Finds the groups of an entry, whose distinguished name stands for `%s`. */
  'groups-filter'?: string;
  'groups-base'?: string;
  'update-name'?: boolean;
  deactivate?: boolean;
}

const text: Shape = { type: 'string', minLength: 1, maxLength: 1000 };
const flag: Shape = { type: 'boolean' };

export const directory: Kind<DirectoryTable> = structured(
  '<json>',
  {
    type: 'object',
    required: ['url', 'base'],
    properties: {
      url: text,
      'start-tls': flag,
      'ca-file': text,
      'bind-dn': text,
      'bind-password': text,
      'bind-password-file': text,
      base: text,
      filter: text,
      users: text,
      'id-attribute': text,
      'email-attribute': text,
      'name-attribute': text,
      'groups-attribute': text,
      'page-size': { type: 'integer', minimum: 1, maximum: 10_000 },
      'nested-groups': flag,
      'groups-filter': text,
      'groups-base': text,
      'update-name': flag,
      deactivate: flag,
      ...MAPPING,
    },
  },
  problemOf,
);

/** What is wrong with the table, if anything. */
function problemOf(table: DirectoryTable): string | undefined {
  const url = URL.parse(table.url);
  if (!url || !/^ldaps?:$/.test(url.protocol)) return 'the url must begin with ldaps:// or ldap://';
  if (url.protocol === 'ldap:' && !isLocal(url.hostname) && table['start-tls'] === false)
    return 'passwords would cross the network in the clear: leave start-tls on, or use ldaps://';
  for (const name of ['filter', 'groups-filter'] as const)
    if (table[name] !== undefined && !table[name].includes('%s')) return `the ${name} must contain %s`;
  for (const name of ['filter', 'users', 'groups-filter'] as const) {
    const wrong = table[name] === undefined ? undefined : filterError(table[name].replaceAll('%s', 'x'));
    if (wrong !== undefined) return `the ${name} ${wrong}`;
  }
  if (table['bind-password'] && table['bind-password-file']) return 'it has both bind-password and bind-password-file';
  return undefined;
}
