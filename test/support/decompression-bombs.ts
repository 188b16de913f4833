import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Small files that claim to be, or really are, very large pictures. */

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const edges = Buffer.alloc(8);
  edges.writeUInt32BE(data.length, 0);
  edges.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([edges.subarray(0, 4), body, edges.subarray(4)]);
};

/** A complete black picture of this size, with one bit per pixel. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** A GIF with this canvas size and number of frames, each of which draws one pixel. */
export function largeGif(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const head = Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from('f00000000000ffffff', 'hex').subarray(0, 3),
    Buffer.from('000000ffffff', 'hex'),
  ]);
  const frame = Buffer.from('21f9040405000000' + '2c00000000010001000002024401' + '00', 'hex');
  const again = Buffer.concat([
    Buffer.from('21ff0b', 'hex'),
    Buffer.from('NETSCAPE2.0'),
    Buffer.from('0301000000', 'hex'),
  ]);
  return Buffer.concat([head, again, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** A picture whose header claims a larger size than it has. */
export async function oversizedJpeg(): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .jpeg()
    .toBuffer();
  const start = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  jpeg.writeUInt16BE(65_000, start + 5);
  jpeg.writeUInt16BE(65_000, start + 7);
  return jpeg;
}

export async function oversizedWebp(): Promise<Buffer> {
  const webp = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .webp({ lossless: true })
    .toBuffer();
  webp.writeUInt32LE((webp.readUInt32LE(21) & 0xf0000000) | 16_382 | (16_382 << 14), 21);
  return webp;
}

/** A few lines that expand to a billion words. */
export const expandingSvg = (): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]>` +
      '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><text>&j;</text><image href="file:///etc/passwd"/></svg>',
  );
