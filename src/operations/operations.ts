import type { App } from '../app.ts';
import { badRequest } from '../kernel/errors.ts';
import { shown } from '../settings/find.ts';
import { announcementCommands } from './announcements.ts';
import { auditCommands } from './audit.ts';
import { recordCommand } from './audit-records.ts';
import { channelCommands } from './channels.ts';
import { clusterNodeCommands } from './cluster.ts';
import { directoryCommands } from './directory.ts';
import { exportCommands } from './exports.ts';
import { importCommands } from './imports.ts';
import { mailCommands } from './mail.ts';
import { messageCommands } from './messages.ts';
import { organizationCommands } from './organization.ts';
import { organizationSettingCommands } from './organization-settings.ts';
import { statisticCommands } from './statistics.ts';
import { userImportCommands } from './user-import.ts';
import { userCommands } from './users.ts';

/**
 * The operations of the command line on a database, in whichever process has it open. Each throws ApiError; status 404:
 * not found. Waiting, such as for writing a file, comes before any change.
 */
const COMMANDS = {
  ...userCommands,
  ...userImportCommands,
  ...directoryCommands,
  ...organizationCommands,
  ...organizationSettingCommands,
  ...channelCommands,
  'config-show': (app: App) => ({ settings: app.config.found.map(shown) }),
  ...clusterNodeCommands,
  ...mailCommands,
  ...announcementCommands,
  ...messageCommands,
  ...auditCommands,
  ...statisticCommands,
  ...importCommands,
  ...exportCommands,
} satisfies Record<string, (app: App, args: never) => object | Promise<object>>;

type Commands = typeof COMMANDS;
export type CommandName = keyof Commands;
export type Args<C extends CommandName> = Parameters<Commands[C]> extends [App, infer A] ? A & object : object;
export type Result<C extends CommandName> = Awaited<ReturnType<Commands[C]>>;

/** Runs a command on an open database, and adds it to the audit log; the caller commits. */
export async function runCommand(app: App, command: string, args: unknown): Promise<object> {
  if (!Object.hasOwn(COMMANDS, command)) throw badRequest(`This server has no command '${command}'`);
  const name = command as CommandName;
  const result = await (COMMANDS[name] as (app: App, args: unknown) => object | Promise<object>)(app, args);
  recordCommand(app, name, args, result);
  return result;
}
