import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { User } from '../users/types.ts';
import { recoveryCodeHash } from './actions.ts';

/** Seconds of one step of an authenticator app, and how many steps its clock may be wrong. */
const PERIOD = 30;
const WINDOW = 1;
/** In base32. */
const SECRET = /^[A-Z2-7]{16,128}$/;

/** Loaded with the first authenticator app: the server starts without it. */
const otpauth = () => import('otpauth');

/** Creates a secret for an authenticator app, or takes a known one; `uri` brings it there as a QR code. */
export async function newSecret(app: App, user: User, known?: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await otpauth();
  const secret = known && SECRET.test(known) ? Secret.fromBase32(known) : new Secret({ size: 20 });
  const totp = new TOTP({ issuer: app.realm.get('name'), label: user.email, secret, period: PERIOD });
  return { secret: secret.base32, uri: totp.toString() };
}

/** Returns the step of a code that belongs to this secret, after the step `last`. Throws if the code does not. */
export async function requireStep(
  app: App,
  { secret, code, last = 0 }: { secret: string; code: string; last?: number },
): Promise<number> {
  if (!SECRET.test(secret)) throw badRequest('The secret is not valid.');
  const { Secret, TOTP } = await otpauth();
  const timestamp = app.clock.now();
  const token = code.replace(/\s/g, '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD });
  const delta = /^\d{6}$/.test(token) ? totp.validate({ token, timestamp, window: WINDOW }) : null;
  const step = Math.floor(timestamp / 1000 / PERIOD) + (delta ?? 0);
  if (delta === null || step <= last) throw wrongCode();
  return step;
}

/** What proves a second factor; `use` makes it invalid and is synchronous. */
export interface Proof {
  use(): void;
}

/** Checks the code of the user's authenticator app, or one of the recovery codes. Throws for a wrong one. */
export async function requireCode(app: App, user: User, code: string): Promise<Proof> {
  const hash = recoveryCodeHash(code);
  if (app.secondFactors.hasRecoveryCode(user.id, hash))
    return { use: () => useOnce(app.secondFactors.hasRecoveryCode(user.id, hash), () => removeCode(app, user, hash)) };
  const authenticator = app.secondFactors.authenticator(user.id);
  if (!authenticator) throw wrongCode();
  const { secret, last_step: last } = authenticator;
  const step = await requireStep(app, { secret, code, last });
  return {
    use() {
      const now = app.secondFactors.authenticator(user.id);
      const isValid = now?.secret === secret && now.last_step < step;
      useOnce(isValid, () => app.db.write(() => app.secondFactors.setLastStep(step, user.id)));
    },
  };
}

/** Two requests can prove the same code at once; only the first may use it. */
function useOnce(isValid: unknown, use: () => void): void {
  if (!isValid) throw wrongCode();
  use();
}

const removeCode = (app: App, { id }: User, hash: string): void => {
  app.db.write(() => app.secondFactors.removeRecoveryCode(id, hash));
};

const wrongCode = () => badRequest('This code is not correct, or it was used already.');
