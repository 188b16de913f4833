import * as argon2 from 'argon2';

/** 64 MiB and three passes: about a fifth of a second, in the thread pool. */
const COST = { type: argon2.argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const;

/** The hash of a word nobody knows: an account without a password, or no account, is answered as late as a wrong password. */
const NOBODYS = '$argon2id$v=19$m=65536,p=1,t=3$LrSSDb6sx/M5uYWeeOpm2w$NecbLweMUGYVOKX/HUnR4ENRghAFxUkr2JvZ20SQYCo';

export const hashPassword = (password: string): Promise<string> => argon2.hash(password, COST);

/** Whether the password is the one with this hash; takes as long where there is no hash. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const right = await argon2.verify(hash ?? NOBODYS, password);
  return right && typeof hash === 'string';
}
