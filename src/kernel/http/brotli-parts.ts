import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants } from 'node:zlib';

const compress = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);
/** Higher levels take many times the time for a few percent. */
const QUALITY = 9;

/** Compresses the beginning of many replies, in the thread pool. It ends at a whole byte, and its stream goes on. */
export const packBeginning = (bytes: Buffer): Promise<Buffer> =>
  compress(bytes, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY },
  });

/** A flag of a block: it is not compressed, and begins at the next whole byte. */
const IS_STORED = 2 ** 19;
/** The bit of its length, for which four hexadecimal digits are left. */
const LENGTH = 3;
/** An empty last block. */
const STREAM_END = Buffer.from([3]);

/** The end of a stream: at most 64 KiB as they are, which cost no time (RFC 7932, section 9.2). */
export function storeEnd(bytes: Buffer): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(IS_STORED + ((bytes.length - 1) << LENGTH), 0, 3);
  return Buffer.concat([header, bytes, STREAM_END]);
}
