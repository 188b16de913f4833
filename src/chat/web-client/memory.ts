import { packBeginning, storeEnd } from '../../kernel/http/brotli-parts.ts';
import { gzipParts, SharedText } from '../../kernel/http/shared-text.ts';

/** What scripts/web.mjs records about a build. */
export interface Client {
  /** The entry script, and those it needs at once. */
  entry: string;
  preload: string[];
  /** All styles of the first paint, and their hash for the Content-Security-Policy. */
  style: string;
  styleHash: string;
  files: Record<string, { type: string }>;
}

/** The beginning of a page, compressed when the first browser needs it. */
export class PageBeginning {
  readonly #text: SharedText;
  #brotli: Promise<Buffer> | undefined;

  constructor(html: string) {
    this.#text = new SharedText(html);
  }

  /** The bytes of the whole page with this end. */
  async encode(end: Buffer, encoding: 'br' | 'gzip' | undefined): Promise<Buffer> {
    if (encoding === 'gzip') return Buffer.concat(await gzipParts([this.#text, end]));
    if (encoding === undefined) return Buffer.concat([this.#text.bytes, end]);
    this.#brotli ??= packBeginning(this.#text.bytes);
    return Buffer.concat([await this.#brotli, storeEnd(end)]);
  }
}

/** The built web client, and the beginnings of its page as they were sent to browsers. */
export class ClientCache {
  client: Client | undefined;
  readonly pages = new Map<string, PageBeginning>();
}
