import { Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';

/** A topic of an ntfy server to which a user's notifications are sent. */
export interface NtfyAddress {
  id: number;
  user_id: number;
  /** The topic's web address, which is a secret: often, its name is all that protects a topic. */
  url: string;
  /** The value of the Authorization header, if the server asks for one. */
  authorization: string | null;
  /** Whether notifications contain the text of messages. */
  shows_text: 0 | 1;
  last_success: number | null;
  last_failure: number | null;
  /** Why the last attempt failed; null: it did not. */
  failure: NtfyFailure | null;
  /** How often the last attempts failed in a row. */
  failures: number;
}

/**
 * Why an ntfy server did not accept a notification. `unauthorized`: it rejected the token or password, or wants one.
 * `private`: the address is in a private network. `rejected`: it answered with another error.
 */
export const NtfyFailure = Type.Enum(['unreachable', 'unauthorized', 'private', 'rejected']);
export type NtfyFailure = Type.Static<typeof NtfyFailure>;

/** An address as its owner sees it. The token stays on the server. */
export const ListedAddress = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  has_credentials: Type.Boolean(),
  shows_text: Type.Boolean(),
  /** UNIX times in seconds. */
  last_success: Nullable(Type.Integer()),
  last_failure: Nullable(Type.Integer()),
  /** Why the last attempt failed; null: it did not, or there was none. */
  failure: Nullable(NtfyFailure),
});
export type ListedAddress = Type.Static<typeof ListedAddress>;

/** What an ntfy server shows. */
export interface NtfyNotice {
  title: string;
  message: string;
  /** The web address that a tap opens. */
  click: string;
}
