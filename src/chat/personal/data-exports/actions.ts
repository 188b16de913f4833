import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { sendMail } from '../../notifications/mail/actions.ts';
import { sendsMail } from '../../notifications/mail/rules.ts';
import { mailTexts } from '../../notifications/mail/texts.ts';
import type { User } from '../../people/users/types.ts';
import { LIFETIME, requireCanExportOwnData, requireOwnFile } from './rules.ts';
import type { StoredDataExport } from './types.ts';

/** Requests an export of the user's own data, which a job makes. An earlier one is deleted. */
export function requestDataExport(app: App, user: User): void {
  requireCanExportOwnData(app, user);
  app.db.write(() => {
    removeFile(app, user.id);
    app.dataExports.request(user.id, seconds(app.clock));
  });
}

/** The user deletes the file. */
export function deleteDataExport(app: App, user: User): void {
  requireOwnFile(app, user);
  app.db.write(() => {
    removeFile(app, user.id);
    app.dataExports.forgetFile(user.id);
  });
}

/** The export is complete. If its user was erased meanwhile, the file is deleted. */
export function finishDataExport(
  app: App,
  { user_id, requested }: StoredDataExport,
  { file_key, size }: { file_key: string; size: number },
): void {
  app.db.write(() => {
    const { changes } = app.dataExports.finish({ user_id, requested, file_key, size, time: seconds(app.clock) });
    if (changes === 0) return app.db.afterCommit(() => app.files.remove(file_key));
    const user = app.users.byId(user_id)!;
    const values = {
      name: user.full_name,
      organization: app.realm.get('name'),
      url: `${app.config.url}/#settings/account-and-privacy`,
    };
    if (sendsMail(app) && user.is_active)
      sendMail(app, { to: user, kind: 'export_ready' }, mailTexts(app, user).ownExportReady(values));
  });
}

/** The export failed. */
export function failDataExport(app: App, user: number): void {
  app.db.write(() => app.dataExports.fail(seconds(app.clock), user));
}

/** Deletes the files that are older than their lifetime. */
export function expireDataExports(app: App): void {
  const expired = app.dataExports.finishedBefore(seconds(app.clock) - LIFETIME);
  app.db.write(() => {
    for (const { user_id } of expired) {
      removeFile(app, user_id);
      app.dataExports.forgetFile(user_id);
    }
  });
}

/** Deletes the file of a user's export from disk, if there is one. Call it inside `db.write`. */
export function removeFile(app: App, user: number): void {
  const key = app.dataExports.of(user)?.file_key;
  if (key) app.db.afterCommit(() => app.files.remove(key));
}

/** Deletes all finished exports, but not their files. Returns the keys of the files. Call it inside `db.write`. */
export function deleteAllDataExports(app: App): string[] {
  const finished = app.dataExports.finishedBefore(Number.MAX_SAFE_INTEGER);
  for (const { user_id } of finished) app.dataExports.forgetFile(user_id);
  return finished.map(({ file_key }) => file_key!);
}
