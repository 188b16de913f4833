import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { User } from '../users/types.ts';

// A challenge contains its own proof: random bytes, when it expires, and a signature. Nothing is stored until a passkey
// has answered, so visitors who request challenges and leave cannot keep others from signing in.

const SECRET = 'passkey_challenge_secret';
/** The seconds within which a challenge must be answered. */
const LIFETIME = 300;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const SIGNED_BYTES = RANDOM_BYTES + TIME_BYTES;

/** Creates a challenge for a user, or (undefined) for any passkey of this server. */
export function newChallenge(app: App, user: User | undefined): Uint8Array<ArrayBuffer> {
  const signed = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)]);
  signed.writeUIntBE(seconds(app.clock) + LIFETIME, RANDOM_BYTES, TIME_BYTES);
  return new Uint8Array([...signed, ...signature(app, signed, user)]);
}

/** Whether this is an unused challenge (in base64url) for this user, or (undefined) for any passkey. */
export function isValidChallenge(app: App, challenge: string, user: User | undefined): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const signed = bytes.subarray(0, SIGNED_BYTES);
  const expected = signature(app, signed, user);
  if (bytes.length !== SIGNED_BYTES + expected.length) return false;
  if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), expected)) return false;
  return expiryOf(bytes) > seconds(app.clock) && !app.secondFactors.isChallengeUsed(bytes.toString('base64url'));
}

/** Stores that a valid challenge was answered, until it expires. Returns false if it had been answered before. */
export function useChallenge(app: App, challenge: string, userId: number): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const used = bytes.toString('base64url');
  return app.db.write(() => app.secondFactors.addUsedChallenge(used, userId, expiryOf(bytes)).changes > 0);
}

const expiryOf = (bytes: Buffer): number => bytes.readUIntBE(RANDOM_BYTES, TIME_BYTES);

const signature = (app: App, signed: Buffer, user: User | undefined): Buffer =>
  createHmac('sha256', secretOf(app))
    .update(signed)
    .update(`${user?.id ?? ''}`)
    .digest();

function secretOf(app: App): string {
  const secret = app.realm.secret(SECRET);
  if (secret !== undefined) return secret;
  const created = randomBytes(32).toString('hex');
  app.db.write(() => app.realm.keepSecret(SECRET, created));
  return created;
}
