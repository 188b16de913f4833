import { randomUUID } from 'node:crypto';
import { unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../../app.ts';
import { get } from '../../../kernel/http/outgoing.ts';
import { writePicture } from '../../files/images/client.ts';
import { setAvatar } from '../users/avatar-actions.ts';
import type { Identity } from './types.ts';

const SIZES = [100, 500] as const;

/** Reads the picture and makes it the avatar. The sign-in does not wait for that, and succeeds without it. */
export async function copyAvatar(app: App, userId: number, { picture, issuer, subject }: Identity): Promise<void> {
  const path = join(tmpdir(), `klatch-avatar-${randomUUID()}`);
  try {
    const page = await get(picture!, {
      allowPrivate: isOfProvider(picture!, issuer),
      timeout: 10_000,
      most: 5 * 2 ** 20,
      redirects: 3,
      types: /^image\//,
      accept: 'image/*',
    });
    if (page.status !== 200) throw new Error(`the answer is ${page.status}`);
    await writeFile(path, page.bytes, { mode: 0o600 });
    const [usual, medium] = await app.imageWorker.squares(path, [...SIZES]);
    const files = await writePicture(app, { usual: usual!, medium: medium! });
    const user = app.users.byId(userId);
    if (!user?.is_active) return;
    app.db.write(() => {
      setAvatar(app, user, files);
      app.identities.setPicture(picture!, issuer, subject);
    });
  } catch (err) {
    app.log.warn({ err, user: userId }, 'an avatar from an identity provider could not be copied');
  } finally {
    await unlink(path).catch(() => {});
  }
}

/** A provider inside a private network keeps its pictures there. */
function isOfProvider(picture: string, issuer: string): boolean {
  return URL.parse(picture)?.origin === URL.parse(issuer)?.origin;
}
