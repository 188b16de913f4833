import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileSource } from '../../chat/organization/imports/types.ts';
import { isImage } from '../../kernel/files/image-worker.ts';
import { typeOf } from '../../kernel/files/sniff.ts';
import { giveToOwner } from '../../kernel/owner.ts';
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

/** A file cannot be had; the message says why. */
export class MissingFile extends Error {}

/** Brings files into the folder from which the server takes them. */
export class FileFetcher {
  readonly #archive: Archive;
  readonly #folder: string;
  readonly #downloads: Downloads | undefined;
  readonly #largest: number;

  constructor(options: { archive: Archive; folder: string; largest: number; downloads?: Downloads | undefined }) {
    this.#archive = options.archive;
    this.#folder = options.folder;
    this.#downloads = options.downloads;
    this.#largest = options.largest;
  }

  /** Returns the source with the name of the file that arrived. Throws MissingFile. */
  async fetch(source: FileSource): Promise<FileSource> {
    const stored = randomBytes(16).toString('hex');
    const path = join(this.#folder, stored);
    try {
      const content = await this.#open(source);
      await pipeline(content, limitedTo(this.#largest), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      giveToOwner(this.#folder, path);
      return { stored, size: statSync(path).size };
    } catch (error) {
      rmSync(path, { force: true });
      throw error instanceof MissingFile ? error : new MissingFile((error as Error).message);
    }
  }

  /** Throws MissingFile for a file that cannot be had, as far as that is known without fetching it. */
  check(source: FileSource): void {
    const { path, url, unpacked } = source;
    if (this.#isHere(source)) {
      const size = unpacked === undefined ? this.#archive.sizeOf(path!) : statSync(unpacked).size;
      if (size > this.#largest) throw tooLarge(this.#largest);
    } else if (!this.#downloads) throw new MissingFile('it is not in the archive, and --download is not given');
    else if (url === undefined) throw new MissingFile('it is not in the archive');
  }

  /** Throws MissingFile also for a file in the archive that is no image. One that is downloaded may turn out later. */
  async checkImage(source: FileSource): Promise<void> {
    this.check(source);
    if (!this.#isHere(source)) return;
    const path = join(this.#folder, (await this.fetch(source)).stored!);
    const type = await typeOf(path).finally(() => rmSync(path, { force: true }));
    if (!isImage(type)) throw new MissingFile('it is no image');
  }

  #isHere = ({ path, unpacked }: FileSource): boolean =>
    unpacked !== undefined || (path !== undefined && this.#archive.has(path));

  async #open(source: FileSource): Promise<Readable> {
    this.check(source);
    const { path, url, unpacked } = source;
    if (unpacked !== undefined) return createReadStream(unpacked);
    if (path !== undefined && this.#archive.has(path)) return this.#archive.open(path);
    return this.#download(url!, this.#downloads!);
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
