import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createZstdDecompress } from 'node:zlib';
import { readAsset } from './assets.ts';
import { BadSignature, verifyFile } from './minisign.ts';
import { EXIT, Failure, getReason } from './terminal/failure.ts';
import { trustNamedAuthorities } from './tls/authorities.ts';

/** A release whose checksums are signed. */
export interface Release {
  version: string;
  /** The file with the executable for this machine, compressed with zstd. */
  file: string;
  sha256: string;
}

/** Where the files of a release are: a folder, or a URL without a slash at the end. */
type Place = { folder: string } | { url: string };

export interface Wanted {
  from: string | undefined;
  version: string | undefined;
  key: string | undefined;
}

/** Bytes: of the list of checksums, of its signature, and of an executable, compressed and not. */
const MOST = { sums: 65_536, signature: 4096, packed: 2 ** 28, program: 2 ** 29 };
/** How long a download may take, ms. */
const LONGEST = 600_000;

/** The place that a command names, or where the releases of this executable are. Throws Failure. */
export function getPlace({ from, version }: Pick<Wanted, 'from' | 'version'>): Place {
  if (from === undefined) {
    const address = ownAddress();
    if (address === '')
      throw new Failure(EXIT.usage, 'This executable does not know where its releases are. Name the place with --from');
    return { url: version === undefined ? `${address}/latest/download` : `${address}/download/v${version}` };
  }
  if (/^https?:\/\//.test(from) && URL.canParse(from)) return { url: from.replace(/\/+$/, '') };
  const path = resolve(from);
  if (!existsSync(path)) throw new Failure(EXIT.notFound, `There is no ${path}`);
  return { folder: statSync(path).isDirectory() ? path : dirname(path) };
}

/** Empty when Klatch runs from its sources. */
function ownAddress(): string {
  try {
    return readAsset('release-address.txt').toString();
  } catch {
    return '';
  }
}

/** Reads the list of checksums and verifies its signature. Throws Failure. */
export async function findRelease(place: Place, { version, key }: Wanted): Promise<Release> {
  const sums = await readSmall(place, 'SHA256SUMS', MOST.sums);
  const signature = await readSmall(place, 'SHA256SUMS.minisig', MOST.signature);
  const comment = verified(sums, signature.toString(), key ?? readAsset('docs/klatch.pub').toString());
  const [, found] = /^klatch (\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(comment) ?? [];
  if (found === undefined) throw new Failure(EXIT.damaged, `The signature names no version of Klatch: '${comment}'`);
  if (version !== undefined && version !== found)
    throw new Failure(EXIT.notFound, `The release is Klatch ${found}, not ${version}`);
  const file = `klatch-${found}-${targetName()}.zst`;
  const line = sums
    .toString()
    .split('\n')
    .find((one) => one.endsWith(`  ${file}`));
  if (!line) throw new Failure(EXIT.notFound, `Klatch ${found} has no executable for ${targetName()}`);
  return { version: found, file, sha256: line.slice(0, 64) };
}

function verified(sums: Buffer, signature: string, key: string): string {
  try {
    return verifyFile(sums, signature, key);
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    throw new Failure(EXIT.damaged, `The release was not used: ${error.message}`);
  }
}

/** The name of this machine's kind in the files of a release. */
const targetName = (): string => `${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'macos', win32: 'win' };

/** Writes the executable of a release to `path`, if its checksum is right. Throws Failure. */
export async function fetchProgram(place: Place, { file, sha256 }: Release, path: string): Promise<void> {
  const sum = createHash('sha256');
  const counting = limit(MOST.packed, (part) => sum.update(part));
  try {
    const output = createWriteStream(path, { mode: 0o755, flags: 'wx' });
    await pipeline(await open(place, file), counting, createZstdDecompress(), limit(MOST.program), output);
  } catch (error) {
    rmSync(path, { force: true });
    throw error instanceof Failure ? error : new Failure(EXIT.failure, `${file} cannot be stored: ${getReason(error)}`);
  }
  if (sum.digest('hex') === sha256) return;
  rmSync(path);
  throw new Failure(EXIT.damaged, `The release was not used: ${file} does not have its signed checksum`);
}

function limit(most: number, onPart: (part: Buffer) => void = () => {}): Transform {
  let length = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      length += part.length;
      onPart(part);
      done(length > most ? new Error(`it has more than ${most} bytes`) : null, part);
    },
  });
}

async function readSmall(place: Place, name: string, most: number): Promise<Buffer> {
  const small = limit(most);
  const source = await open(place, name);
  const [content] = await Promise.all([buffer(small), pipeline(source, small)]).catch((error: unknown) => {
    throw new Failure(EXIT.failure, `${name} cannot be read: ${getReason(error)}`);
  });
  return content;
}

async function open(place: Place, name: string): Promise<Readable> {
  if ('folder' in place) {
    const path = join(place.folder, basename(name));
    if (!existsSync(path)) throw new Failure(EXIT.notFound, `There is no ${path}`);
    return createReadStream(path);
  }
  const url = `${place.url}/${name}`;
  trustNamedAuthorities();
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(LONGEST) });
    if (reply.ok && reply.body) return Readable.fromWeb(reply.body as ReadableStream);
    throw new Error(`${reply.status} ${reply.statusText}`);
  } catch (error) {
    const cause = (error as Error).cause;
    throw new Failure(EXIT.unreachable, `${url} cannot be read: ${cause ? getReason(cause) : getReason(error)}`);
  }
}
