import { badRequest } from '../../kernel/errors.ts';
import { notAuthorizedForQuery } from '../errors.ts';
import { isGuest, type User } from '../people/users/types.ts';
import type { RegisterParams } from './types.ts';

/** Throws for visitors who request what needs an account. */
export function requireNothingPersonal({ client_gravatar, include_subscribers }: RegisterParams): void {
  if (client_gravatar) throw badRequest("Invalid 'client_gravatar' parameter for anonymous request");
  if (include_subscribers !== 'false')
    throw badRequest("Invalid 'include_subscribers' parameter for anonymous request");
}

/** Guests receive events only of their own channels. */
export function requirePublicReach(user: User, { all_public_streams }: RegisterParams): void {
  if (all_public_streams && isGuest(user)) throw notAuthorizedForQuery();
}

/**
 * The types whose state limited keys receive. Their events must declare which channels they are about, and what reads
 * the state must keep to the channels of the key.
 */
const TYPES_FOR_LIMITED_KEYS: ReadonlySet<string> = new Set([
  'message',
  'update_message_flags',
  'stream',
  'subscription',
  'realm_user',
]);

/** Whether the key of an account may receive the state of a type. */
export const isForKey = (user: User | undefined, type: string): boolean =>
  !user?.key_limit || TYPES_FOR_LIMITED_KEYS.has(type);
