import { createECDH } from 'node:crypto';
import type { App } from '../../../app.ts';
import type { Keys } from './types.ts';

/**
 * Returns the server's keys and creates them at first use. With them, anybody could send notifications as this server,
 * so they stay in the database.
 */
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
  // Numbers that begin with zeros have the same length as others.
  const padded = Buffer.concat([Buffer.alloc(32 - secret.length), secret]);
  return { publicKey: pair.getPublicKey().toString('base64url'), privateKey: padded.toString('base64url') };
}
