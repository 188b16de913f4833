import { t } from '../../i18n/text.ts';

/** More files than a message can link to. */
const MOST_FILES = 50;
/** Folders and files that are looked at, so that a whole disk is not. */
const MOST_ENTRIES = 1000;
/** Files that file managers put into folders. */
const OF_FILE_MANAGERS = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Dropped or pasted files cannot be used. `reason` says why, in the user's language. */
export class UnusableFiles extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The files of a drop or paste, with those in folders. Call it within the event: afterwards the browser tells nothing
 * about them. Without a folder, the files are there at once. Rejects with UnusableFiles.
 */
export function filesIn({ items, files }: DataTransfer): readonly File[] | Promise<File[]> {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
  return entries.some(({ isDirectory }) => isDirectory) ? filesOfAll(entries) : [...files];
}

async function filesOfAll(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found: FileSystemFileEntry[] = [];
  const open = [...entries];
  for (let count = 0; open.length > 0; count++) {
    const next = open.shift()!;
    if (isFolder(next)) open.unshift(...(await read(next)));
    else if (!OF_FILE_MANAGERS.has(next.name)) found.push(next as FileSystemFileEntry);
    if (found.length > MOST_FILES || count > MOST_ENTRIES)
      throw new UnusableFiles(
        t('Drop at most {n} files at once, or put the folder into an archive.', { n: MOST_FILES }),
      );
  }
  const [first] = entries;
  if (found.length === 0) throw new UnusableFiles(t('There are no files in {name}.', { name: first!.name }));
  return Promise.all(found.map((entry) => new Promise<File>((done, failed) => entry.file(done, failed)))).catch(() =>
    unreadable(first!),
  );
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** The entries of a folder by name. A browser passes them on in parts. */
async function read(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed)).catch(() =>
      unreadable(folder),
    );
    all.push(...part);
    if (part.length === 0 || all.length > MOST_ENTRIES) break;
  }
  return all.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

function unreadable({ name }: FileSystemEntry): never {
  throw new UnusableFiles(t('Your browser can’t read {name}. Drop its files instead.', { name }));
}
