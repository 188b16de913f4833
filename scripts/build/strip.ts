import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

/** Flags of a section that is loaded into memory, and the type that takes no space in the file. */
const ALLOCATED = 2n;
const NOBITS = 8;

/**
 * Removes debug sections, a tenth of Node, from the end of a 64-bit ELF file, for any architecture. After the loaded
 * sections come the others, their names and the section table. The size that check-executable.ts allows fails without
 * it.
 */
export function strip(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const header = read(file, 0, 64);
    if (header.readUInt32BE(0) !== 0x7f454c46 || header[4] !== 2) return;
    const [size, count, namesAt] = [header.readUInt16LE(0x3a), header.readUInt16LE(0x3c), header.readUInt16LE(0x3e)];
    const table = read(file, Number(header.readBigUInt64LE(0x28)), size * count);
    const sections = Array.from({ length: count }, (_, index) => {
      const row = table.subarray(index * size, (index + 1) * size);
      const length = row.readUInt32LE(4) === NOBITS ? 0 : Number(row.readBigUInt64LE(0x20));
      const start = Number(row.readBigUInt64LE(0x18));
      return {
        row,
        start,
        length,
        end: start + length,
        stays: index === 0 || (row.readBigUInt64LE(8) & ALLOCATED) !== 0n,
      };
    });
    const kept = sections.filter(({ stays }) => stays);
    // Sections refer to each other by number, so those that stay must come first.
    if (!sections.slice(0, kept.length).every(({ stays }) => stays)) return;

    const { row: names, start, length } = sections[namesAt]!;
    const text = read(file, start, length);
    const end = Math.max(...kept.map((section) => section.end));
    const tableAt = Math.ceil((end + length) / 8) * 8;
    names.writeBigUInt64LE(BigInt(end), 0x18);
    const rows = Buffer.concat([...kept.map(({ row }) => row), names]);
    const tail = Buffer.concat([text, Buffer.alloc(tableAt - end - length), rows]);
    header.writeBigUInt64LE(BigInt(tableAt), 0x28);
    header.writeUInt16LE(kept.length + 1, 0x3c);
    header.writeUInt16LE(kept.length, 0x3e);
    writeSync(file, tail, 0, tail.length, end);
    writeSync(file, header, 0, header.length, 0);
    ftruncateSync(file, end + tail.length);
  } finally {
    closeSync(file);
  }
}

function read(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.min(length, fstatSync(file).size - at));
  readSync(file, bytes, 0, bytes.length, at);
  return bytes;
}
