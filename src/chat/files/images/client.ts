import type { App } from '../../../app.ts';
import type { ProcessedImage } from '../../../kernel/files/image-processing.ts';
import type { Caller } from '../../declare.ts';
import type { PictureFile, PictureFiles } from './types.ts';

interface DrawnForms {
  usual: ProcessedImage;
  medium?: ProcessedImage;
  still?: ProcessedImage;
}

/** Writes the forms of an image to disk. They are removed if the request fails before they belong to something. */
export async function keepPicture(
  { app, caller }: { app: App; caller: Caller },
  drawn: DrawnForms,
): Promise<PictureFiles> {
  const files = await writePicture(app, drawn);
  caller.onFailure(() => deleteUnusedFiles(app, files));
  return files;
}

/** Writes the forms of an image to disk. The caller removes them if they are not used. */
export async function writePicture(app: App, drawn: DrawnForms): Promise<PictureFiles> {
  const stored: [string, PictureFile][] = [];
  for (const [form, { data, type }] of Object.entries(drawn))
    stored.push([form, { key: await app.files.write(data), type }]);
  return Object.fromEntries(stored) as PictureFiles;
}

/** Deletes files that belong to nothing from disk. */
export function deleteUnusedFiles(app: App, files: PictureFiles): void {
  for (const { key } of Object.values(files)) app.files.remove(key);
}
