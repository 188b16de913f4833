import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { App } from '../../../app.ts';
import type { Served } from '../../../kernel/http/deliver.ts';
import { LDAP } from './directory-rules.ts';
import { ICON_FILES } from './icon-data.ts';
import { BROWSER, listProviders, noSuchMethod } from './rules.ts';

/** The longest icon of an operator, in bytes. */
const LONGEST = 200_000;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** The operator's icon, or one that is drawn for the kind of provider. Throws 404 for methods that do not exist. */
export async function readIcon(app: App, file: string): Promise<Served> {
  const name = /^([a-z\d-]+)\.png$/.exec(file)?.[1];
  const provider = listProviders(app.config).find((one) => one.name === name);
  if (name === undefined || !(provider || name === LDAP || name === BROWSER)) throw noSuchMethod();
  const own = provider?.iconFile === undefined ? undefined : await readOwn(app, provider.iconFile);
  const drawn = Object.hasOwn(ICON_FILES, name) ? ICON_FILES[name as keyof typeof ICON_FILES] : ICON_FILES.key;
  const body = own ?? Buffer.from(drawn, 'base64');
  const etag = createHash('sha256').update(body).digest('hex').slice(0, 24);
  return { body, type: 'image/png', etag, cache: 'public, max-age=86400' };
}

/** Reads the operator's icon. One that is no PNG, or too large, is logged and not used. */
async function readOwn(app: App, path: string): Promise<Buffer | undefined> {
  try {
    const bytes = await readFile(path);
    if (!bytes.subarray(0, PNG.length).equals(PNG)) throw new Error('it is no PNG');
    if (bytes.length > LONGEST) throw new Error(`it has more than ${LONGEST} bytes`);
    return bytes;
  } catch (err) {
    app.log.warn({ err, path }, 'the icon of an identity provider cannot be used');
    return undefined;
  }
}
