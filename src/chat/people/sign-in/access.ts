import { unauthorized } from '../../../kernel/errors.ts';
import type { Endpoint } from '../../../kernel/http/endpoint.ts';
import { mustBeAdministrator, mustBeOwner, notForBots, notForGuests } from '../../errors.ts';
import { BOT } from '../../integrations/bots/types.ts';
import { ROLES, type User } from '../users/types.ts';

/**
 * The accounts that may call an endpoint.
 * - `public`: anyone
 * - `spectator`: accounts, and visitors if the organization allows them
 * - `user`: any account but the bots of incoming webhooks
 * - `sender`: any account
 * - `human`: no bots
 * - `member`: no guests
 * - `human-member`: neither
 * - `administrator`, `owner`: these roles and above
 */
export type Access =
  | 'public'
  | 'spectator'
  | 'user'
  | 'sender'
  | 'human'
  | 'member'
  | 'human-member'
  | 'administrator'
  | 'owner';

/** Throws if the endpoint is not for accounts of this kind or role. */
export function requireAccess({ auth: access }: Endpoint, user: User): void {
  if (user.bot_type === BOT.incoming && access !== 'sender')
    throw unauthorized('This API is not available to incoming webhook bots.');
  const isFor = (kind: 'human' | 'member') => access === kind || access === 'human-member';
  if (isFor('human') && user.is_bot) throw notForBots();
  if (isFor('member') && user.role > ROLES.member) throw notForGuests();
  if (access === 'administrator' && user.role > ROLES.administrator) throw mustBeAdministrator();
  if (access === 'owner' && user.role > ROLES.owner) throw mustBeOwner();
}
