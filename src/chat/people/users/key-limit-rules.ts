import { ApiError } from '../../../kernel/errors.ts';
import type { Endpoint } from '../../../kernel/http/endpoint.ts';
import type { User } from './types.ts';

type Limited = Pick<User, 'key_limit'> | undefined;

/**
 * A limited key may not do this. The error is the same whether or not the thing exists, so that a key cannot find out
 * what else there is.
 */
export const keyLimited = (): ApiError =>
  new ApiError(403, 'KEY_LIMITED', 'The API key of this bot is limited, and may not be used for this.');

/** Throws unless the account's key may call this endpoint. What the endpoint does not declare is not allowed. */
export function requireKeyAllows({ limitedKeys }: Pick<Endpoint, 'limitedKeys'>, { key_limit }: User): void {
  if (key_limit && (limitedKeys === undefined || (limitedKeys === 'write' && key_limit.read_only))) throw keyLimited();
}

/** Whether the account's key may be used for this channel. */
export const keyReachesChannel = (user: Limited, channelId: number): boolean =>
  user?.key_limit?.channels?.includes(channelId) ?? true;

/** Whether the account's key may be used for direct messages. */
export const keyReachesDirectMessages = (user: Limited): boolean => (user?.key_limit?.channels ?? null) === null;

/** The error about something that a viewer cannot access: for limited keys, always the same. */
export const inaccessible = (viewer: Limited, error: () => ApiError): ApiError =>
  viewer?.key_limit ? keyLimited() : error();
