import { Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';
import { DeliveryFailure, type DeliveryResult } from '../targets/types.ts';

/** Where a topic is: a secret, because often, its name is all that protects a topic. */
export interface TopicAccess {
  /** The topic's web address. */
  url: string;
  /** The value of the Authorization header, if the server asks for one. */
  authorization: string | null;
}

/** A topic of an ntfy server to which a user's notifications are sent, as it is stored. */
export interface StoredAddress extends DeliveryResult {
  id: number;
  user_id: number;
  /** JSON of `TopicAccess`, sealed with the organization's key. */
  sealed: string;
  /** Equal for all addresses of one server. It reveals the server only to those who have the key. */
  server_hash: string;
  /** Whether notifications contain the text of messages. */
  shows_text: 0 | 1;
  /** How often the last attempts failed in a row. */
  failures: number;
}

export type NtfyAddress = Omit<StoredAddress, 'sealed'> & TopicAccess;

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
  failure: Nullable(DeliveryFailure),
});
export type ListedAddress = Type.Static<typeof ListedAddress>;

/** What an ntfy server shows. */
export interface NtfyNotice {
  title: string;
  message: string;
  /** The web address that a tap opens. */
  click: string;
}
