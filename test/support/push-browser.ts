import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { Reply } from './team.ts';

/** A browser's side of Web Push: it creates the keys and decrypts the messages. */
export class PushBrowser {
  readonly #pair: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly name: string;

  constructor(name: string) {
    this.name = name;
    this.#pair.generateKeys();
  }

  get keys() {
    return { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
  }

  /** RFC 8291. */
  decrypt(sealed: Buffer): Reply {
    const salt = sealed.subarray(0, 16);
    const sender = sealed.subarray(21, 21 + sealed[20]!);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', this.#pair.computeSecret(sender), this.#auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
    const cipher = sealed.subarray(21 + sealed[20]!);
    const opening = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(cipher.subarray(-16));
    const text = Buffer.concat([opening.update(cipher.subarray(0, -16)), opening.final()]).toString();
    return JSON.parse(text.slice(0, text.lastIndexOf('\u0002')));
  }
}
