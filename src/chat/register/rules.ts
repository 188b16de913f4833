import { badRequest } from '../../kernel/errors.ts';
import type { RegisterParams } from './types.ts';

/** Refuses what only people with an account may ask for. */
export function requireNothingPersonal({ client_gravatar, include_subscribers }: RegisterParams): void {
  if (client_gravatar) throw badRequest("Invalid 'client_gravatar' parameter for anonymous request");
  if (include_subscribers !== 'false') throw badRequest("Invalid 'include_subscribers' parameter for anonymous request");
}
