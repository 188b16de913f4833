import { type Kind, words } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';
import { type Shape, structured } from '../../../kernel/settings/structured.ts';
import { type GroupMapping, isLocal, issuer, MAPPING, providers } from './provider-settings.ts';

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

const directory: Kind<DirectoryTable> = structured(
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
  findProblem,
);

/** What is wrong with the table, if anything. */
function findProblem(table: DirectoryTable): string | undefined {
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

/** The operator's settings about identity providers and directories. */
export const IDENTITY_SETTINGS = {
  oidcIssuer: setting(issuer, 'OpenID Connect provider that users sign in with: its issuer URL'),
  oidcName: setting(words('<name>'), 'name of this provider on the sign-in page (default: its host name)'),
  oidcClientId: setting(words('<id>'), 'this server’s client ID at the provider'),
  oidcClientSecret: setting(words('<word>'), 'this server’s client secret at the provider', { secret: true }),
  oidc: setting(providers, 'several providers: [[oidc]] tables in klatch.toml; see docs/sign-in.md', { secret: true }),
  ldap: setting(directory, 'directory whose users sign in with their passwords: an [ldap] table in klatch.toml', {
    secret: true,
  }),
};

/** The most levels of parentheses in a filter. */
const DEEPEST = 50;

/** A condition in a filter: an attribute with options, a matching rule, an operator, and an escaped value. */
const CONDITION =
  /(?:(?:[a-z][a-z\d-]*|\d+(?:\.\d+)+)(?:;[a-z\d-]+)*(?:(?::dn)?(?::[a-z\d.-]+)?:=|[~<>]?=)|(?::dn)?:[a-z\d.-]+:=)((?:[^()\\\0]|\\[\da-f]{2})*)/iy;

/** Returns what is wrong with a filter of LDAP (RFC 4515), in words that continue its name; undefined: nothing. */
function filterError(filter: string): string | undefined {
  if (!filter.startsWith('(')) return `must begin with "(": ${filter}`;
  let at = 0;
  const expect = (letter: string): void => {
    if (filter[at] !== letter) throw new FilterError(`has no "${letter}"`, at);
    at++;
  };
  const readFilter = (depth: number): void => {
    if (depth > DEEPEST) throw new FilterError('has too many parentheses', at);
    expect('(');
    if (/[&|!]/.test(filter[at] ?? '')) readParts(depth);
    else readCondition();
    expect(')');
  };
  const readParts = (depth: number): void => {
    const isNot = filter[at++] === '!';
    readFilter(depth + 1);
    while (!isNot && filter[at] === '(') readFilter(depth + 1);
  };
  const readCondition = (): void => {
    CONDITION.lastIndex = at;
    if (!CONDITION.test(filter)) throw new FilterError('has no condition like attribute=value', at);
    at = CONDITION.lastIndex;
  };
  try {
    readFilter(0);
    if (at < filter.length) throw new FilterError('continues after its last ")"', at);
    return undefined;
  } catch (error) {
    if (error instanceof FilterError) return `${error.message} at character ${error.at + 1}: ${filter}`;
    throw error;
  }
}

class FilterError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

// Directories name groups by distinguished names (RFC 4514). The same name has many spellings: attributes and values
// have no case, any character may be escaped, and blanks around separators mean nothing.

/** One part of a distinguished name: an attribute in lowercase, and its value without escapes. */
interface Part {
  attribute: string;
  value: string;
  /** The character after it: `+` if the next part belongs to the same level of the tree. */
  separator: ',' | '+' | '';
}

/** The parts of a distinguished name, from the entry to the root; undefined: it is none. */
function splitParts(name: string): Part[] | undefined {
  const parts: Part[] = [];
  for (const { text, separator } of splitName(name)) {
    const at = text.indexOf('=');
    const attribute = text.slice(0, Math.max(at, 0)).trim().toLowerCase();
    if (!/^(?:[a-z][a-z\d-]*|[\d.]+|oid\.[\d.]+)$/.test(attribute)) return undefined;
    parts.push({ attribute: attribute.replace('oid.', ''), value: unescapeValue(text.slice(at + 1)), separator });
  }
  return parts;
}

/** The pieces of a name between separators that are neither escaped nor quoted. */
function splitName(name: string): (Pick<Part, 'separator'> & { text: string })[] {
  const pieces: ReturnType<typeof splitName> = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < name.length; at++) {
    const letter = name[at]!;
    if (letter === '\\') at++;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && ',;+'.includes(letter)) {
      pieces.push({ text: name.slice(start, at), separator: letter === '+' ? '+' : ',' });
      start = at + 1;
    }
  }
  return [...pieces, { text: name.slice(start), separator: '' }];
}

/** The text of a value: in hexadecimal, quoted, or escaped. A pair of hexadecimal digits is a byte of UTF-8. */
function unescapeValue(value: string): string {
  const trimmed = value.trim();
  if (/^#(?:[\da-f]{2})+$/i.test(trimmed)) return Buffer.from(trimmed.slice(1), 'hex').subarray(2).toString();
  const text = trimmed.startsWith('"') ? trimmed.slice(1, -1) : value;
  return text.replace(/((?:\\[\da-f]{2})+)|\\(.)/gis, (_, bytes: string | undefined, one: string) =>
    bytes === undefined ? one : Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString(),
  );
}

/** A value as directories compare it: without case, and with single blanks. */
const foldCase = (value: string): string => value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** A distinguished name in the one spelling in which two can be compared. */
const comparable = (parts: readonly Part[]): string =>
  `dn ${parts.map((one) => `${one.attribute}=${JSON.stringify(foldCase(one.value))}${one.separator}`).join('')}`;

/** A name in a form that no distinguished name has. */
const comparableName = (name: string): string => `name ${foldCase(name)}`;

/** The forms of a directory's group by which a setting can name it: its distinguished name, and the name in it. */
export function formsOfGroup(name: string): string[] {
  const parts = splitParts(name);
  if (!parts) return [comparableName(name)];
  return [parts.length > 1 ? comparable(parts) : comparableName(name), comparableName(parts[0]!.value)];
}

/** The form of a group that a setting names, either by its distinguished name or by the name in it. */
export function formInSettings(name: string): string {
  const parts = splitParts(name);
  return parts && parts.length > 1 ? comparable(parts) : comparableName(name);
}
