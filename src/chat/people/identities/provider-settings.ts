import { type Kind, Unfit } from '../../../kernel/settings/kinds.ts';
import { type Shape, structured } from '../../../kernel/settings/structured.ts';

/** The roles that a provider's groups can give. */
export const ROLE_NAMES = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;
type RoleOfGroups = (typeof ROLE_NAMES)[number];

/** Which of the provider's groups give which role, and which of them are which groups here. */
export interface GroupMapping {
  roles?: { [Role in RoleOfGroups]?: string[] };
  /** The provider's name of a group → the name here. */
  groups?: Record<string, string>;
}

/** One `[[oidc]]` table of klatch.toml. */
export interface ProviderTable extends GroupMapping {
  /** In addresses; a known name brings the provider's details. */
  name: string;
  'display-name'?: string;
  /** A PNG for the buttons of apps. */
  'icon-file'?: string;
  issuer?: string;
  /** Of Microsoft Entra: the directory's ID. */
  tenant?: string;
  'client-id': string;
  'client-secret'?: string;
  'client-secret-file'?: string;
  /** Of Apple, instead of a secret. */
  'team-id'?: string;
  'key-id'?: string;
  'private-key-file'?: string;
  scopes?: string[];
  'groups-claim'?: string;
  'trust-email'?: boolean;
  /** The provider asks everybody for a second factor. */
  'trust-second-factor'?: boolean;
  /** The values of the claim `acr` that mean a second factor. */
  'second-factor-acr'?: string[];
  'update-name'?: boolean;
  'update-avatar'?: boolean;
  logout?: boolean;
}

const text: Shape = { type: 'string', minLength: 1, maxLength: 1000 };
const flag: Shape = { type: 'boolean' };
const texts: Shape = { type: 'array', items: text, maxItems: 1000 };

/** The parts that all sources of groups share. */
export const MAPPING: Record<keyof GroupMapping, Shape> = {
  roles: { type: 'object', properties: Object.fromEntries(ROLE_NAMES.map((name) => [name, texts])) },
  groups: { type: 'object', additionalProperties: text },
};

const PROVIDER: Shape = {
  type: 'object',
  required: ['name', 'client-id'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 30 },
    'display-name': { type: 'string', minLength: 1, maxLength: 60 },
    'icon-file': text,
    issuer: text,
    tenant: text,
    'client-id': text,
    'client-secret': text,
    'client-secret-file': text,
    'team-id': text,
    'key-id': text,
    'private-key-file': text,
    scopes: texts,
    'groups-claim': text,
    'trust-email': flag,
    'trust-second-factor': flag,
    'second-factor-acr': texts,
    'update-name': flag,
    'update-avatar': flag,
    logout: flag,
    ...MAPPING,
  },
};

/** Providers that need no issuer, as theirs is known. */
const WITH_ISSUER: readonly string[] = ['google', 'gitlab', 'apple', 'github'];

export const providers: Kind<ProviderTable[]> = structured(
  '<json>',
  { type: 'array', items: PROVIDER, maxItems: 20 },
  (tables: ProviderTable[]) => {
    const names = tables.map(({ name }) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    return twice === undefined ? tables.map(findProblem).find(Boolean) : `there are two providers called '${twice}'`;
  },
);

/** What is wrong with one table, if anything. */
function findProblem(table: ProviderTable): string | undefined {
  const { name, issuer } = table;
  if (!/^[a-z\d][a-z\d-]*$/.test(name)) return `the name '${name}' may have small letters, digits and hyphens`;
  if (name === 'browser' || name === 'ldap') return `the name '${name}' is reserved`;
  if (name === 'microsoft' && !issuer && !table.tenant) return `the provider '${name}' needs a tenant`;
  if (isForAnyTenant(table) && table['trust-email'] !== false)
    return `the provider '${name}' accepts accounts of any organization, whose administrators can enter any e-mail address: set tenant to the ID of your directory, or trust-email = false`;
  if (!issuer && name !== 'microsoft' && !WITH_ISSUER.includes(name)) return `the provider '${name}' needs an issuer`;
  if (issuer !== undefined && !isSecure(issuer)) return `the issuer of '${name}' must be an address with https://`;
  if (table['client-secret'] && table['client-secret-file'])
    return `the provider '${name}' has both client-secret and client-secret-file`;
  const keys = [table['team-id'], table['key-id'], table['private-key-file']];
  if (name === 'apple' && !keys.every(Boolean)) return `'apple' needs team-id, key-id and private-key-file`;
  return undefined;
}

/** Names, and an ID, with which Microsoft accepts accounts of many directories. */
const ANY_TENANT = /^(?:common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)$/i;

/** Whether a provider of Microsoft signs in people of directories that others administrate. */
function isForAnyTenant({ name, issuer, tenant, 'trust-email': trust }: ProviderTable): boolean {
  const url = URL.parse(issuer ?? '');
  const isMicrosoft = /(?:^|\.)(?:microsoftonline\.(?:com|us|de|cn)|microsoft\.com|windows\.net|chinacloudapi\.cn)$/i;
  if (url)
    return (
      (trust === true || name === 'microsoft') &&
      isMicrosoft.test(url.hostname) &&
      url.pathname.split('/').some((part) => ANY_TENANT.test(part))
    );
  return name === 'microsoft' && ANY_TENANT.test(tenant?.trim() ?? '');
}

/** The address of one provider. */
export const issuer: Kind<string> = {
  form: '<url>',
  read(text) {
    if (!isSecure(text)) throw new Unfit('must be an address that begins with https://');
    return text;
  },
};

/** Whether sign-in at this address is protected by TLS, or stays on this machine. */
export function isSecure(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url.hostname));
}

/** Whether a host is this machine. */
export const isLocal = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
