import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, fileNotFound } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import type { StoredDataExport } from './types.ts';

const DAY = 86_400;
/** A user can start one export in this time, in seconds, unless the last one failed. */
const PAUSE = DAY;
/** How long a file can be downloaded, in seconds. */
export const LIFETIME = 7 * DAY;

/** From when on the user can start the next export, after this one. */
export const nextAllowed = ({ requested, has_failed }: StoredDataExport): number =>
  has_failed ? requested : requested + PAUSE;

/** Throws if the user's last export is still being made, or was started less than a day ago. */
export function requireCanExportOwnData(app: App, user: User): void {
  const last = app.dataExports.of(user.id);
  if (!last) return;
  if (last.finished === null) throw badRequest('Your data is already being exported.');
  if (seconds(app.clock) < nextAllowed(last)) throw badRequest('You can export your data once a day. Try again later.');
}

/** Returns the file of the user's own export. */
export function requireOwnFile(app: App, user: User): string {
  const key = app.dataExports.of(user.id)?.file_key;
  if (!key) throw fileNotFound();
  return key;
}
