import type { GroupMapping } from './provider-settings.ts';

/** A place where users have accounts that sign them in here. */
export interface Provider extends Required<GroupMapping> {
  /** In addresses and settings. */
  name: string;
  displayName: string;
  /** The path of the operator's own icon, a PNG. */
  iconFile: string | undefined;
  protocol: 'openid' | 'github';
  /** The URL that identifies the provider. */
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Apple signs in with a key instead of a secret. */
  signingKey: { teamId: string; keyId: string; file: string } | undefined;
  scopes: readonly string[];
  /** The provider sends the browser back with a form instead of a link. */
  formPost: boolean;
  /** The claim with the names of the user's groups; undefined: none is read. */
  groupsClaim: string | undefined;
  /** Accept e-mail addresses that the provider does not call verified. */
  trustEmail: boolean;
  /** The provider asks everybody for a second factor, so this server does not. */
  trustSecondFactor: boolean;
  /** The values of the claim `acr` that mean a second factor. The server asks the provider for them. */
  secondFactorAcr: readonly string[];
  /** The value of `prompt` that makes the provider ask its user again; undefined: it always asks. */
  promptAgain: string | undefined;
  updateName: boolean;
  updateAvatar: boolean;
  /** Signing out here also signs out at the provider, if it supports that. */
  logout: boolean;
}

/** An account at a provider, as the provider describes it. */
export interface Identity {
  issuer: string;
  subject: string;
  /** A verified address; undefined: there is none. */
  email: string | undefined;
  /** What its user knows it by: an address, verified or not, or a name. */
  accountName: string | undefined;
  fullName: string | undefined;
  picture: string | undefined;
  /**
   * The names of the provider's groups; undefined: they were not asked for; `withheld`: the provider did not name all
   * of them.
   */
  groups: readonly string[] | 'withheld' | undefined;
}

/** An identity that belongs to an account here. */
export interface StoredIdentity {
  issuer: string;
  subject: string;
  user_id: number;
  created: number;
  last_used: number;
  picture: string | null;
  account_name: string | null;
}

/** Where a sign-in leads: to a page of this server, to an app on a phone, or to a desktop app. */
export interface Destination {
  /** A path of this server. */
  next: string;
  /** What a phone's app passed. */
  mobilePad?: string | undefined;
  /** What a desktop app passed. */
  desktopKey?: string | undefined;
}

export type Mapping = Required<GroupMapping>;

/** How an identity becomes an account here. */
export interface Admission {
  /** The provider's name on pages. */
  displayName: string;
  /** What the provider's groups give. */
  mapping: Mapping;
  updateName: boolean;
  updateAvatar: boolean;
  /** The key of an invitation that the browser came with. */
  invitation?: string | undefined;
  /** The language of a new account. */
  language?: string | undefined;
}
