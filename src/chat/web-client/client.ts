import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from '../../app.ts';
import { isExecutable, readAsset } from '../../kernel/assets.ts';
import type { Client } from './memory.ts';

/**
 * Where scripts/bundle.mjs put the built web client; the bundle knows it. From the sources: where `npm run web` puts
 * it. The executable contains it.
 */
declare const KLATCH_WEB_CLIENT: string | undefined;

const folder = (): string =>
  typeof KLATCH_WEB_CLIENT === 'string'
    ? KLATCH_WEB_CLIENT
    : fileURLToPath(new URL('../../../.cache/web', import.meta.url));

/** Reads the built client; undefined: it was not built. A server from sources has none until somebody builds it. */
export function readClient(): Client | undefined {
  try {
    return JSON.parse(read('client.json').toString()) as Client;
  } catch {
    return undefined;
  }
}

/** The built client, read once; undefined: it was not built. */
export const webClient = ({ memory: { clientCache } }: App): Client | undefined =>
  (clientCache.client ??= readClient());

const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof ENCODINGS;

/** One of its files, compressed if the browser accepts that. */
export const clientFile = (name: string, encoding: Encoding | undefined): Buffer =>
  read(name + (encoding ? ENCODINGS[encoding] : ''));

const read = (name: string): Buffer => (isExecutable ? readAsset(`web/${name}`) : readFileSync(join(folder(), name)));

/** The best encoding that the browser accepts. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  const offered = (accepted ?? '').split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part));
  const names = offered.map((part) => part.split(';', 1)[0]!.trim().toLowerCase());
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding));
}
