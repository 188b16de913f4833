import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileSource } from '../chat/organization/imports/types.ts';
import { giveToOwner } from '../kernel/owner.ts';
import type { Archive } from './archives/archive.ts';

/** How files that are not in the archive are fetched. */
export interface Downloads {
  /** Sent as a bearer token to those servers that want one. */
  token?: string | undefined;
  getsToken(url: URL): boolean;
  /** Only addresses of the product itself are fetched, whatever the archive says. */
  isAllowed(url: URL): boolean;
}

/** The time for one download, ms, and how often it may be redirected. */
const DOWNLOAD_TIME = 120_000;
const MOST_REDIRECTS = 5;

/** Instead of a picture that a dry run does not download: one transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface FetcherOptions {
  archive: Archive;
  /** Where files arrive. */
  folder: string;
  /** The size of the largest file, in bytes. */
  largest: number;
  downloads?: Downloads | undefined;
  /** Downloads nothing, and unpacks only pictures: a dry run needs no content, but what each file would be. */
  isRehearsal?: boolean | undefined;
}

/** A file cannot be had; the message says why. */
export class MissingFile extends Error {}

/** Brings files into the folder from which the server takes them. */
export class FileFetcher {
  readonly #options: FetcherOptions;

  constructor(options: FetcherOptions) {
    this.#options = options;
  }

  /** Returns the source with the name of the file that arrived. Throws MissingFile. */
  fetch = (source: FileSource): Promise<FileSource> =>
    this.#options.isRehearsal ? this.#pretend(source, Buffer.alloc(0)) : this.#fetch(source);

  /** The same for a picture, whose content also decides whether it can be used. */
  fetchPicture = (source: FileSource): Promise<FileSource> =>
    this.#options.isRehearsal && !this.#isHere(source) ? this.#pretend(source, PIXEL) : this.#fetch(source);

  /** Leaves other content where the file would arrive. What is downloaded may turn out to be missing later. */
  async #pretend(source: FileSource, content: Buffer): Promise<FileSource> {
    const size = this.#check(source);
    const stored = randomBytes(16).toString('hex');
    writeFileSync(join(this.#options.folder, stored), content, { flag: 'wx', mode: 0o600 });
    return { stored, size };
  }

  async #fetch(source: FileSource): Promise<FileSource> {
    const { folder, largest } = this.#options;
    const stored = randomBytes(16).toString('hex');
    const path = join(folder, stored);
    try {
      const content = await this.#open(source);
      await pipeline(content, limitedTo(largest), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      giveToOwner(folder, path);
      return { stored, size: statSync(path).size };
    } catch (error) {
      rmSync(path, { force: true });
      throw error instanceof MissingFile ? error : new MissingFile((error as Error).message);
    }
  }

  /** Returns the size, as far as it is known. Throws MissingFile if it is known that the file cannot be had. */
  #check(source: FileSource): number {
    const { archive, downloads, largest } = this.#options;
    const { path, url, unpacked, size = 0 } = source;
    if (this.#isHere(source)) {
      const inArchive = unpacked === undefined ? archive.getSize(path!) : statSync(unpacked).size;
      if (inArchive > largest) throw tooLarge(largest);
      return inArchive;
    }
    if (!downloads) throw new MissingFile('it is not in the archive, and --download is not given');
    if (url === undefined) throw new MissingFile('it is not in the archive');
    if (size > largest) throw tooLarge(largest);
    return size;
  }

  #isHere = ({ path, unpacked }: FileSource): boolean =>
    unpacked !== undefined || (path !== undefined && this.#options.archive.has(path));

  async #open(source: FileSource): Promise<Readable> {
    this.#check(source);
    const { archive, downloads } = this.#options;
    const { path, url, unpacked } = source;
    if (unpacked !== undefined) return createReadStream(unpacked);
    if (path !== undefined && archive.has(path)) return archive.open(path);
    return this.#download(url!, downloads!);
  }

  async #download(input: string, { token, isAllowed, getsToken }: Downloads): Promise<Readable> {
    let url = input;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const address = URL.canParse(url) ? new URL(url) : undefined;
      if (!address || !isAllowed(address))
        throw new MissingFile(`${url} is not fetched: it is no address of the product`);
      const response = await fetch(address, {
        redirect: 'manual',
        headers: token && getsToken(address) ? { Authorization: `Bearer ${token}` } : {},
        signal: AbortSignal.timeout(DOWNLOAD_TIME),
      });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel();
        url = new URL(location, address).href;
        continue;
      }
      if (!response.ok || !response.body) throw new MissingFile(`its server answers with status ${response.status}`);
      // Instead of an error, Slack answers with its sign-in page.
      if (response.headers.get('content-type')?.startsWith('text/html') && !/\.html?$/i.test(address.pathname))
        throw new MissingFile('its server wants a sign-in; give a token with --token');
      return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    }
    throw new MissingFile('its server redirects too often');
  }
}

const tooLarge = (largest: number) =>
  new MissingFile(`it is larger than the ${Math.floor(largest / 2 ** 20)} MiB that uploads may have here`);

function limitedTo(largest: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > largest) done(tooLarge(largest));
      else done(null, chunk);
    },
  });
}
