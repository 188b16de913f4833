import type { User } from './types.ts';

/** The domain of accounts that were imported without an address. Mail never reaches it. */
export const STUB_DOMAIN = 'import.invalid';

/** Whether this account was imported without an address, and belongs to nobody yet. */
export const isStub = ({ email }: Pick<User, 'email'>): boolean => email.endsWith(`@${STUB_DOMAIN}`);

/** Whether this account can be given to a person. Bots cannot. */
export const canBeClaimed = (user: User): boolean => isStub(user) && !user.is_bot;
