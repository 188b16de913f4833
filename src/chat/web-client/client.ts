import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isExecutable, readAsset } from '../../kernel/assets.ts';

/**
 * Where scripts/bundle.mjs put the web client it built; it says so in the bundle. From the sources: where `npm run web` puts it. The
 * executable has it within.
 */
declare const KLATCH_WEB_CLIENT: string | undefined;

const folder = (): string =>
  typeof KLATCH_WEB_CLIENT === 'string'
    ? KLATCH_WEB_CLIENT
    : fileURLToPath(new URL('../../../.cache/web', import.meta.url));

/** What scripts/web.mjs says of what it built. */
export interface Client {
  /** The script that starts it, and those it needs at once. */
  entry: string;
  preload: string[];
  /** All styles that are needed at first, and their hash as a Content-Security-Policy names it. */
  style: string;
  styleHash: string;
  files: Record<string, { type: string }>;
}

let known: Client | undefined;

/** The built client; undefined: it was not built. */
export function webClient(): Client | undefined {
  try {
    known ??= JSON.parse(read('client.json').toString()) as Client;
  } catch {
    // A server run from its sources has none until somebody builds it.
  }
  return known;
}

const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof ENCODINGS;

/** One of its files, compressed if the browser takes that. */
export const clientFile = (name: string, encoding: Encoding | undefined): Buffer =>
  read(name + (encoding ? ENCODINGS[encoding] : ''));

const read = (name: string): Buffer => (isExecutable ? readAsset(`web/${name}`) : readFileSync(join(folder(), name)));

/** The best a browser takes of what there is. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  const offered = (accepted ?? '').split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part));
  const names = offered.map((part) => part.split(';', 1)[0]!.trim().toLowerCase());
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding));
}
