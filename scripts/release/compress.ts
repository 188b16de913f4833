import { spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { constants, gzip, zstdCompress } from 'node:zlib';

/** A way to make archives small. `end`: of the file's name. */
export interface Compression {
  name: 'xz' | 'zstd';
  end: string;
  compress(content: Buffer): Promise<Buffer>;
}

/** The window covers the whole executable. */
const ZSTD = { [constants.ZSTD_c_compressionLevel]: 13, [constants.ZSTD_c_windowLog]: 27 };

export const zstd: Compression = {
  name: 'zstd',
  end: 'zst',
  compress: (content) => promisify(zstdCompress)(content, { params: ZSTD }),
};

/** The same bytes with any number of processors: a block has a fixed size. RPM reads only CRC32. */
const XZ = ['--format=xz', '--check=crc32', '-T2', '--block-size=268435456', '--lzma2=preset=6,dict=64MiB'];

const xz: Compression = {
  name: 'xz',
  end: 'xz',
  async compress(content) {
    const { status, stdout } = spawnSync('xz', XZ, { input: content, maxBuffer: 2 ** 30 });
    if (status !== 0) throw new Error(`xz ended with ${status}`);
    return stdout;
  },
};

/** xz, which everything can read, if this machine has it; Node itself has only zstd. */
export const strongest = (): Compression => (spawnSync('xz', ['--version']).status === 0 ? xz : zstd);

export const gzipped = (content: Buffer): Promise<Buffer> => promisify(gzip)(content, { level: 9 });
