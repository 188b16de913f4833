import { Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';
import type { Destination } from '../identities/app-flows.ts';

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
}

/** A sign-in whose password was right, and which waits for the second factor. */
export interface SignInAttempt {
  user_id: number;
  destination: Destination;
  /** The account's rights and credentials when the password was checked. */
  account_state: string;
  failures: number;
  created: number;
}

/** A passkey as its owner sees it. */
export const PasskeyView = Type.Object({
  passkey_id: Type.String(),
  name: Type.String(),
  created: Type.Integer(),
  last_used: Nullable(Type.Integer()),
});
