import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ROLES } from '../../../shared/roles.ts';
import { sendMail } from '../../notifications/mail/actions.ts';
import { sendsMail } from '../../notifications/mail/rules.ts';
import { mailTexts } from '../../notifications/mail/texts.ts';
import type { User } from '../../people/users/types.ts';
import { exportsChanged, exportsView } from './events.ts';
import { LIFETIME, requireCanExport, requireDeletable } from './rules.ts';
import type { ExportFormat, ExportType } from './types.ts';

/** Requests an export, which a job creates. Returns its id. */
export function requestExport(app: App, actor: User, type: ExportType, format: ExportFormat = 'zulip'): number {
  requireCanExport(app, actor, type);
  return app.db.write(() => {
    const { id } = app.exports.add(actor.id, type, seconds(app.clock), format);
    publishExports(app);
    return id;
  });
}

/** An export is complete; its file has this key. */
export function finishExport(app: App, id: number, file_key: string): void {
  app.db.write(() => {
    app.exports.setFile(file_key, id);
    publishExports(app);
    const user = app.users.byId(app.exports.byId(id)!.acting_user_id)!;
    const values = {
      name: user.full_name,
      organization: app.realm.get('name'),
      url: `${app.config.url}/#organization/data-exports-admin`,
    };
    if (sendsMail(app)) sendMail(app, { to: user, kind: 'export_ready' }, mailTexts(app, user).exportReady(values));
  });
}

/** An export failed. */
export function failExport(app: App, id: number): void {
  app.db.write(() => {
    app.exports.setFailed(seconds(app.clock), id);
    publishExports(app);
  });
}

/** Deletes an export's file. */
export function deleteExport(app: App, id: number): void {
  const { file_key } = requireDeletable(app, id);
  app.db.write(() => {
    app.exports.setDeleted(seconds(app.clock), id);
    app.db.afterCommit(() => app.files.remove(file_key));
    publishExports(app);
  });
}

/** Deletes the files of exports that are older than their lifetime. */
export function expireExports(app: App): void {
  for (const { id } of app.exports.withFileBefore(seconds(app.clock) - LIFETIME)) deleteExport(app, id);
}

function publishExports(app: App): void {
  const administrators = app.users.active().filter(({ role, is_bot }) => role <= ROLES.administrator && !is_bot);
  app.events.publish(
    exportsChanged({ exports: exportsView(app) }),
    administrators.map(({ id }) => id),
  );
}

/** Deletes all finished exports, but not their files. Returns the keys of the files. Call it inside `db.write`. */
export function deleteAllExports(app: App): string[] {
  const exports = app.exports.all().filter(({ file_key }) => file_key !== null);
  for (const { id } of exports) app.exports.setDeleted(seconds(app.clock), id);
  return exports.map(({ file_key }) => file_key!);
}
