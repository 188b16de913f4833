import type { Endpoint } from './endpoint.ts';

/** What the kernel needs to know about an account. */
export interface Account {
  readonly id: number;
  readonly is_active: boolean;
}

/** A session and its account. */
interface SignedIn<User extends Account = Account> {
  user: User;
  /** Whether this CSRF token is valid for changing requests of this session. */
  isCsrfToken(sent: string): boolean;
}

/** The program that sends a request. */
export interface Device {
  /** The User-Agent header, at most 300 characters. */
  device: string;
  /** The IP address. */
  address: string;
}

/** What the kernel needs to know about accounts. Both methods take the same time whether or not the account exists. */
export interface Accounts<User extends Account = Account> {
  /** By the credentials of HTTP Basic: `email:key` in base64. */
  withBasic(credentials: string): User | undefined;
  /** By an API key alone. */
  withBearer(key: string): User | undefined;
  /** `from`: who uses it, for the list of sessions. */
  withSession(token: string, from?: Device): SignedIn<User> | undefined;
  /** Whether the organization is deactivated: all credentials are rejected. */
  closed(): boolean;
  /** Whether the organization allows visitors without an account. */
  spectatorsAllowed(): boolean;
  /**
   * Throws if the endpoint is not for accounts of this kind or role. A method, so that each application has its own
   * accounts.
   */
  requireAccess(endpoint: Endpoint, user: User): void;
}
