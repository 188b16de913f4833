import { randomBytes } from 'node:crypto';
import type { App } from '../../../app.ts';
import { deleteUnusedFiles } from './client.ts';
import type { PictureFiles, Slot } from './types.ts';

/** Puts an image in its place and deletes the previous one from disk. Call it inside `db.write`. */
export function putImage(app: App, slot: Slot, files: PictureFiles): void {
  deleteFiles(app, slot);
  app.pictures.put(slot, randomBytes(16).toString('hex'), files);
}

/** Call it inside `db.write`. */
export function removeImage(app: App, slot: Slot): void {
  deleteFiles(app, slot);
  app.pictures.remove(slot);
}

function deleteFiles(app: App, slot: Slot): void {
  const before = app.pictures.at(slot);
  if (before) app.db.afterCommit(() => deleteUnusedFiles(app, before.files));
}
