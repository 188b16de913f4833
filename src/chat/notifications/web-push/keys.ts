import { createECDH } from 'node:crypto';
import type { App } from '../../../app.ts';
import type { Keys } from './types.ts';

/** The server's keys, made when somebody first asks for them. Who has them could speak for this server: they stay in the database. */
export function keysOf(app: App): Keys {
  const stored = app.webPush.keys();
  if (stored !== undefined) return JSON.parse(stored) as Keys;
  const keys = newKeys();
  app.db.write(() => app.webPush.setKeys(JSON.stringify(keys)));
  return keys;
}

function newKeys(): Keys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const secret = pair.getPrivateKey();
  // A number that begins with zeros is as long as any other.
  const padded = Buffer.concat([Buffer.alloc(32 - secret.length), secret]);
  return { publicKey: pair.getPublicKey().toString('base64url'), privateKey: padded.toString('base64url') };
}
