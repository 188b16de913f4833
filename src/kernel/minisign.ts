import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';

/** Ed25519 keys in DER: these bytes, then the 32 of the key. */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex');

/** A key pair in minisign's terms: its number tells keys apart. */
export interface SigningKey {
  id: Buffer;
  key: KeyObject;
}

/** The file is not signed with the key, or the signature is not one of minisign. */
export class BadSignature extends Error {}

/** Makes a key pair that is stored nowhere. */
export const makeSigningKey = (): SigningKey => ({
  id: randomBytes(8),
  key: generateKeyPairSync('ed25519').privateKey,
});

/**
 * Reads a secret key as `minisign -G -W` writes it: without a password. Throws an Error for one with a password, and
 * for anything else.
 */
export function readSigningKey(text: string): SigningKey {
  const bytes = Buffer.from(lastLine(text), 'base64');
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed') throw new Error('this is no key of minisign');
  if (bytes.readUInt16LE(2) !== 0) throw new Error('the key has a password; make one with minisign -G -W');
  const seed = bytes.subarray(62, 94);
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' });
  return { id: bytes.subarray(54, 62), key };
}

/** The public key as minisign writes it: 56 characters of base64. */
export function publicKeyFor({ id, key }: SigningKey): string {
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length);
  return Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64');
}

/** The content of the file NAME.minisig. `comment`: one line, which is signed, too. */
export function signFile(content: Buffer, comment: string, { id, key }: SigningKey): string {
  const signature = sign(null, hashContent(content), key);
  const wholly = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const first = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64');
  return `untrusted comment: signature of Klatch\n${first}\ntrusted comment: ${comment}\n${wholly.toString('base64')}\n`;
}

/**
 * Verifies the signature of a file, over its hash or, as minisign did before 0.10, over the file itself. Returns the
 * signed comment. Throws BadSignature.
 */
export function verifyFile(content: Buffer, signature: string, publicKey: string): string {
  const known = Buffer.from(lastLine(publicKey), 'base64');
  if (known.length !== 42 || known.toString('latin1', 0, 2) !== 'Ed') throw new BadSignature('the public key is none');
  const [, first = '', third = '', last = ''] = signature.split('\n').map((line) => line.trimEnd());
  const bytes = Buffer.from(first, 'base64');
  const kind = bytes.toString('latin1', 0, 2);
  if (bytes.length !== 74 || !/^ed$/i.test(kind) || !third.startsWith(COMMENT))
    throw new BadSignature('the signature is not one of minisign');
  if (!timingSafeEqual(bytes.subarray(2, 10), known.subarray(2, 10)))
    throw new BadSignature('it is signed with another key');
  const key = createPublicKey({ key: Buffer.concat([PUBLIC, known.subarray(10)]), format: 'der', type: 'spki' });
  const made = bytes.subarray(10);
  const comment = third.slice(COMMENT.length);
  const isWhole =
    verify(null, kind === 'ED' ? hashContent(content) : content, key, made) &&
    verify(null, Buffer.concat([made, Buffer.from(comment)]), key, Buffer.from(last, 'base64'));
  if (!isWhole) throw new BadSignature('the signature does not belong to this file');
  return comment;
}

const COMMENT = 'trusted comment: ';
const hashContent = (content: Buffer): Buffer => createHash('blake2b512').update(content).digest();
const lastLine = (text: string): string => text.trim().split('\n').at(-1)!;
