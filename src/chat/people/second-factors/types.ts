import { Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';
import type { Destination } from '../identities/types.ts';
import type { User } from '../users/types.ts';

/** An authenticator app that confirms sign-ins. */
export interface Authenticator {
  user_id: number;
  /** In base32. */
  secret: string;
  created: number;
  /** The last 30-second step whose code was used: each code is valid once. */
  last_step: number;
}

export interface Passkey {
  /** The credential's ID, in base64url. */
  id: string;
  user_id: number;
  name: string;
  public_key: Buffer;
  /** How often the authenticator signed, if it counts. */
  counter: number;
  transports: string[];
  created: number;
  last_used: number | null;
  /** 1: its last use verified who holds it, so it signs in without a password. */
  verifies_user: number;
}

/** A sign-in whose first step succeeded: with a password, or at an identity provider. */
export interface FirstStep {
  user: User;
  destination: Destination;
  /** The name of the identity provider, and the token that its sign-out asks for. */
  provider?: string | null | undefined;
  idToken?: string | null | undefined;
}

/** A sign-in that waits for the second factor. */
export interface SignInAttempt {
  user_id: number;
  destination: Destination;
  /** The account's rights and credentials at the first step. */
  account_state: string;
  failures: number;
  created: number;
  /** The name of the identity provider of the first step, and the token that its sign-out asks for. */
  provider: string | null;
  id_token: string | null;
}

/** A passkey as its owner sees it. */
export const PasskeyView = Type.Object({
  passkey_id: Type.String(),
  name: Type.String(),
  created: Type.Integer(),
  last_used: Nullable(Type.Integer()),
});
