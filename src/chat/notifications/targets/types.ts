import { Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';

/**
 * Why a notification was not delivered. `unauthorized`: the service rejected the token or password, or wants one.
 * `private`: the address is in a private network. `unregistered`: the service no longer knows the device. `rejected`:
 * it answered with another error.
 */
export const DeliveryFailure = Type.Enum(['unreachable', 'unauthorized', 'private', 'unregistered', 'rejected']);
export type DeliveryFailure = Type.Static<typeof DeliveryFailure>;

const RESULT = {
  /** UNIX times in seconds. */
  last_success: Nullable(Type.Integer()),
  last_failure: Nullable(Type.Integer()),
  /** Why the last attempt failed; null: it did not, or there was none. */
  failure: Nullable(DeliveryFailure),
};

/** What became of the last notifications for a target. */
export interface DeliveryResult {
  last_success: number | null;
  last_failure: number | null;
  failure: DeliveryFailure | null;
}

/** Where notifications of a user arrive, as the user sees it. */
export const NotificationTarget = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['browser', 'phone', 'ntfy', 'mail']),
  /** A browser and its system, a phone's system, a topic's address without its scheme, or an e-mail address. */
  name: Type.String(),
  /** Whether it is the browser that asks. */
  is_current: Type.Boolean(),
  /** `off`: the user's settings turn all its notifications off. `unavailable`: the operator has not set it up. */
  state: Type.Enum(['on', 'off', 'unavailable']),
  ...RESULT,
});
export type NotificationTarget = Type.Static<typeof NotificationTarget>;
