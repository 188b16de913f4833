import type { App } from '../../../app.ts';
import { badRequest, fileNotFound } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { mustBeOwner } from '../../errors.ts';
import { isOwner, type User } from '../../people/users/types.ts';
import type { UploadedArchive } from './memory.ts';

/** How long an archive is kept that nobody uses, in seconds. */
export const LIFETIME = 86_400;

/** The disk must keep this much free space, in bytes: the organization goes on writing. */
export const LEAST_FREE = 512 * 2 ** 20;

/** Importing unpacks some archives, and needs a copy of what it has read. */
const SPACE_FOR_WORK = 2;

/** Throws for others than owners, and while an import runs. */
export function requireCanUploadArchive(app: App, user: User): void {
  if (!isOwner(user) || user.is_bot) throw mustBeOwner();
  requireNoRun(app);
}

/** Throws for an archive that is too large, or for which the disk has no room. In bytes; `coming`: other uploads. */
export function requireRoomForArchive(app: App, { size, coming }: { size: number; coming: number }): void {
  if (size > LIMITS.import_archive_bytes)
    throw badRequest('The archive is too large to be uploaded. Import it with the command line.');
  if (app.disk.freeBytes() - coming - size * (1 + SPACE_FOR_WORK) < LEAST_FREE)
    throw badRequest('The server’s disk has too little space for this archive.');
}

function requireNoRun({ memory }: App): void {
  if (memory.uploadedArchives.current?.isRunning) throw badRequest('An import is running. Wait until it has ended.');
}

/** Returns the archive, if nothing runs with it now and it can be imported. */
export function requireReadyArchive(app: App): UploadedArchive {
  requireNoRun(app);
  const { current } = app.memory.uploadedArchives;
  if (!current?.isReady) throw badRequest('Upload an archive first.');
  return current;
}

/** Returns the archive whose report can be downloaded. */
export function requireReport({ memory }: App): UploadedArchive {
  const { current } = memory.uploadedArchives;
  if (!current || current.isRunning) throw fileNotFound();
  return current;
}

/** The extension decides how some archives are read. */
export const extensionIn = (name: string): string =>
  /\.(zip|tar|tar\.gz|tgz|json|jsonl|gz|bson|archive)$/i.exec(name)?.[0].toLowerCase() ?? '';
