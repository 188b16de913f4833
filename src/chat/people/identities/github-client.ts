import type { Configuration } from 'openid-client';
import type { Authorized } from './authorization-client.ts';
import { openid } from './client.ts';
import type { Provider } from './types.ts';

interface Account {
  id: number;
  login: string;
  name?: string | null;
  avatar_url?: string;
  /** Whether GitHub asks this user for a second factor at each sign-in. */
  two_factor_authentication?: boolean;
}

interface Address {
  email: string;
  primary: boolean;
  verified: boolean;
}

/** The address of the API: github.com has its own host for it, a company's own GitHub does not. */
const apiAddress = ({ issuer }: Provider): string =>
  issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`;

type Read = <T>(path: string) => Promise<T>;

/** Reads who signed in from GitHub's API. The groups are organizations (`acme`) and teams (`acme/developers`). */
export async function githubSignIn(
  configuration: Configuration,
  provider: Provider,
  accessToken: string,
): Promise<Authorized> {
  const { fetchProtectedResource } = await openid();
  const read: Read = async <T>(path: string): Promise<T> => {
    const url = new URL(apiAddress(provider) + path);
    const headers = new Headers({ Accept: 'application/vnd.github+json' });
    const response = await fetchProtectedResource(configuration, accessToken, url, 'GET', null, headers);
    if (!response.ok) throw new Error(`GitHub answered ${path} with ${response.status}`);
    return (await response.json()) as T;
  };
  const account = await read<Account>('/user');
  if (!Number.isSafeInteger(account.id)) throw new Error('GitHub sent no account');
  const addresses = await read<Address[]>('/user/emails');
  const identity = {
    issuer: provider.issuer,
    subject: String(account.id),
    email: addresses.find(({ primary, verified }) => primary && verified)?.email,
    accountName: account.login,
    fullName: account.name ?? account.login,
    picture: account.avatar_url,
    groups: provider.groupsClaim === undefined ? undefined : await fetchGroups(read),
  };
  const hasSecondFactor = provider.trustSecondFactor || account.two_factor_authentication === true;
  return { identity, idToken: undefined, hasSecondFactor };
}

/** Rows of one page of GitHub's lists, and the most pages that are read. */
const PAGE = 100;
const MOST_PAGES = 20;

async function fetchGroups(read: Read): Promise<string[] | 'withheld'> {
  const organizations = await readAll<{ login: string }>(read, '/user/orgs');
  const teams = await readAll<{ slug: string; organization: { login: string } }>(read, '/user/teams');
  if (!organizations || !teams) return 'withheld';
  return [
    ...organizations.map(({ login }) => login),
    ...teams.map(({ slug, organization }) => `${organization.login}/${slug}`),
  ];
}

/** Reads a list to its end; undefined: it is too long. */
async function readAll<T>(read: Read, path: string): Promise<T[] | undefined> {
  const rows: T[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const next = await read<T[]>(`${path}?per_page=${PAGE}&page=${page}`);
    rows.push(...next);
    if (next.length < PAGE) return rows;
  }
  return undefined;
}
