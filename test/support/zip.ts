import yauzl from 'yauzl';

/** The files of a ZIP archive as texts, by name. */
export function filesOfZip(bytes: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (failed, zip) => {
      if (failed) return reject(failed);
      const files: Record<string, string> = {};
      zip.on('end', () => resolve(files)).on('error', reject);
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, async (error, stream) => {
          if (error) return reject(error);
          files[entry.fileName] = Buffer.concat(await stream.toArray()).toString();
          zip.readEntry();
        }),
      );
      zip.readEntry();
    }),
  );
}
