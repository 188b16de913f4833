import { randomBytes } from 'node:crypto';
import type { App } from '../../../app.ts';
import type { PictureFiles, Slot } from './types.ts';

/** Puts a picture in its place; the one before leaves the disk. Only inside `db.write`. */
export function putImage(app: App, slot: Slot, files: PictureFiles): void {
  deleteFiles(app, slot);
  app.pictures.put(slot, randomBytes(16).toString('hex'), files);
}

/** Only inside `db.write`. */
export function removeImage(app: App, slot: Slot): void {
  deleteFiles(app, slot);
  app.pictures.remove(slot);
}

function deleteFiles(app: App, slot: Slot): void {
  const before = app.pictures.at(slot);
  if (before) app.db.afterCommit(() => deleteUnusedFiles(app, before.files));
}

/** Takes files off the disk that belong nowhere. */
export function deleteUnusedFiles(app: App, files: PictureFiles): void {
  for (const { key } of Object.values(files)) app.files.remove(key);
}
