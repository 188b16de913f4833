import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A ZIP archive with one program in it. The bytes depend only on the arguments, and on the time zone. */
export async function makeZip(name: string, program: Buffer, time: number): Promise<Buffer> {
  const archive = new ZipFile();
  const all = buffer(archive.outputStream);
  archive.addBuffer(program, name, { mtime: new Date(time * 1000), mode: 0o100755, compressionLevel: 9 });
  archive.end();
  return all;
}
