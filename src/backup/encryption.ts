import { createReadStream, createWriteStream, readFileSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { ENCRYPTED } from '../kernel/backups/names.ts';
import { EXIT, Failure, getReason } from '../kernel/terminal/failure.ts';
import { requireReadable } from './readable-file.ts';

// Encrypted backups are files of age (https://age-encryption.org), so that its own tools can open them, too.

/** What files of age begin with. */
const BEGINNING = 'age-encryption.org/';
export const BEGINNING_LENGTH = BEGINNING.length;

export const isEncrypted = (beginning: Buffer): boolean => beginning.toString('latin1') === BEGINNING;

/** Only encrypted backups need the library. */
const loadAge = () => import('age-encryption');

/** Encrypts a file for these public keys, in a file beside it, whose path it returns. The file itself is removed. */
export async function encryptFile(path: string, recipients: readonly string[]): Promise<string> {
  const encrypter = await encrypterFor(recipients);
  const encrypted = `${path}${ENCRYPTED}`;
  const source = Readable.toWeb(createReadStream(path)) as unknown as globalThis.ReadableStream<Uint8Array>;
  const sealed = (await encrypter.encrypt(source)) as unknown as ReadableStream<Uint8Array>;
  await pipeline(Readable.fromWeb(sealed), createWriteStream(encrypted, { flags: 'wx', mode: 0o600, flush: true }));
  rmSync(path);
  return encrypted;
}

/** Throws Failure for a text that is not a public key. */
export async function encrypterFor(recipients: readonly string[]) {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw new Failure(EXIT.usage, `${recipient} is not a public key of age: ${getReason(error)}`);
    }
  return encrypter;
}

/** The secret keys in a file that `age-keygen` wrote. Throws Failure. */
export function readIdentities(path: string): string[] {
  requireReadable(path);
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length > 0 && lines.every((line) => line.startsWith('AGE-SECRET-KEY-'))) return lines;
  throw new Failure(
    EXIT.usage,
    `${path} is not a file with secret keys of age. Make one with age-keygen; it must not have a passphrase`,
  );
}

/**
 * The content of an encrypted backup. Throws Failure if none of the secret keys opens it, or if its header is damaged.
 */
export async function decrypt(encrypted: Readable, identities: readonly string[]): Promise<Readable> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch (error) {
    throw new Failure(EXIT.usage, `A secret key in the file of --identity is not valid: ${getReason(error)}`);
  }
  const source = Readable.toWeb(encrypted) as unknown as globalThis.ReadableStream<Uint8Array>;
  try {
    return Readable.fromWeb((await decrypter.decrypt(source)) as unknown as ReadableStream<Uint8Array>);
  } catch (error) {
    encrypted.destroy();
    if (/no identity matched/.test(getReason(error)))
      throw new Failure(EXIT.notAllowed, 'The backup is encrypted for other keys than those of --identity');
    throw new Failure(EXIT.damaged, `The backup cannot be decrypted: ${getReason(error)}`);
  }
}
