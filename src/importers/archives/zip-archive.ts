import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import { type Archive, ArchiveCheck, BadArchive } from './archive.ts';

const open = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);

/** Reads the list of files of a ZIP file. Throws BadArchive for a file that is no ZIP file, or a dangerous one. */
export async function openZip(path: string): Promise<Archive> {
  const zip = await open(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true }).catch((error) => {
    throw new BadArchive(`${path} is no readable ZIP file: ${(error as Error).message}`);
  });
  try {
    const entries = await readEntries(zip);
    const names = [...entries.keys()].sort();
    return {
      names,
      has: (name) => entries.has(name),
      getSize: (name) => entries.get(name)!.uncompressedSize,
      open: (name) =>
        new Promise((resolve, reject) =>
          zip.openReadStream(entries.get(name)!, (error, stream) => (error ? reject(error) : resolve(stream))),
        ),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Unix systems store the type of a file in the upper half of its attributes. Links are ignored, as in folders. */
const isLink = ({ externalFileAttributes }: yauzl.Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

function readEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  const check = new ArchiveCheck();
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new BadArchive(error.message));
    zip.on('error', fail);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: yauzl.Entry) => {
      try {
        const name = getName(entry);
        if (!name.endsWith('/') && !isLink(entry)) {
          check.addFile(name, entry.uncompressedSize, entry.compressedSize);
          if (entry.isEncrypted()) throw new BadArchive(`${name} is encrypted`);
          entries.set(name, entry);
        }
        zip.readEntry();
      } catch (error) {
        reject(error);
      }
    });
    zip.readEntry();
  });
}

const UTF8_FLAG = 0x800;

/** Slack and others write UTF-8 without the flag that says so. Other names are in the old code page of ZIP. */
const getName = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: yauzl.Entry): string =>
  yauzl.getFileNameLowLevel(
    isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag,
    fileNameRaw,
    extraFields,
    false,
  );
