/**
 * OpenPGP's form (RFC 4880, and EdDSA as GnuPG has it) of the key that signs a release. RPM knows no other. So there is
 * one secret key for everything.
 */
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

const EDDSA = 22;
const SHA256 = 8;
/** The name of the curve Ed25519: its length, and its object identifier. */
const CURVE = Buffer.from('092b06010401da470f01', 'hex');
const USER = Buffer.from('Klatch releases');
/** The fingerprint of a key depends on this time, s: the beginning of 2026. */
const MADE = 1_767_225_600;

const TYPES = { ofFile: 0x00, ofKey: 0x13 } as const;
/** For certificates and for data. */
const FOR_SIGNATURES = Buffer.of(27, 3);

/** The signature of bytes, as RPM stores it. `time`: in s. The same bytes have the same signature. */
export const signBytes = (bytes: Buffer, time: number, key: KeyObject): Buffer =>
  makePacket(2, makeSignature(bytes, { type: TYPES.ofFile, time, key }));

/** The public key for `rpm --import`. */
export function publicKeyBlock(key: KeyObject): string {
  const body = getKeyBody(key);
  const signed = Buffer.concat([beginKey(body), body, Buffer.of(0xb4), int32(USER.length), USER]);
  const packets = Buffer.concat([
    makePacket(6, body),
    makePacket(13, USER),
    makePacket(2, makeSignature(signed, { type: TYPES.ofKey, time: MADE, key, more: [FOR_SIGNATURES] })),
  ]);
  const lines = packets.toString('base64').match(/.{1,64}/g)!;
  const sum = checksum(packets).toString('base64');
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} PGP PUBLIC KEY BLOCK-----`);
  return `${[begin, '', ...lines, `=${sum}`, end].join('\n')}\n`;
}

interface Signed {
  type: number;
  /** s. */
  time: number;
  key: KeyObject;
  /** What else the signature says. */
  more?: readonly Buffer[];
}

function makeSignature(bytes: Buffer, { type, time, key, more = [] }: Signed): Buffer {
  const body = getKeyBody(key);
  const fingerprint = createHash('sha1')
    .update(Buffer.concat([beginKey(body), body]))
    .digest();
  const said = withLengths([Buffer.concat([Buffer.of(2), int32(time)]), Buffer.of(33, 4, ...fingerprint), ...more]);
  const hashed = Buffer.concat([Buffer.of(4, type, EDDSA, SHA256), int16(said.length), said]);
  const hash = createHash('sha256')
    .update(bytes)
    .update(hashed)
    .update(Buffer.of(4, 0xff))
    .update(int32(hashed.length));
  const digest = hash.digest();
  const made = sign(null, digest, key);
  const issuer = withLengths([Buffer.concat([Buffer.of(16), fingerprint.subarray(-8)])]);
  return Buffer.concat([
    ...[hashed, int16(issuer.length), issuer, digest.subarray(0, 2)],
    ...[makeNumber(made.subarray(0, 32)), makeNumber(made.subarray(32))],
  ]);
}

/** The packet of a public key, without its beginning. */
function getKeyBody(key: KeyObject): Buffer {
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return Buffer.concat([Buffer.of(4), int32(MADE), Buffer.of(EDDSA), CURVE, makeNumber(Buffer.of(0x40, ...raw))]);
}

/** What stands before a key when it is hashed. */
const beginKey = (body: Buffer): Buffer => Buffer.concat([Buffer.of(0x99), int16(body.length)]);

const makePacket = (tag: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.of(0xc0 | tag, 0xff), int32(body.length), body]);

/** All are shorter than 192 bytes, so each length is one byte. */
const withLengths = (parts: readonly Buffer[]): Buffer =>
  Buffer.concat(parts.flatMap((part) => [Buffer.of(part.length), part]));

/** A number with its length in bits. */
function makeNumber(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const rest = bytes.subarray(start);
  return Buffer.concat([int16(8 * rest.length - (Math.clz32(rest[0]!) - 24)), rest]);
}

/** CRC-24 of OpenPGP. */
function checksum(bytes: Buffer): Buffer {
  let sum = 0xb704ce;
  for (const byte of bytes) {
    sum ^= byte << 16;
    for (let bit = 0; bit < 8; bit++) {
      sum <<= 1;
      if (sum & 0x1000000) sum ^= 0x1864cfb;
    }
  }
  return int32(sum & 0xffffff).subarray(1);
}

function int16(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(number);
  return bytes;
}

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
