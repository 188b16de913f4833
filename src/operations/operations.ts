import type { App } from '../app.ts';
import { recordAction } from '../chat/organization/audit-log/actions.ts';
import { badRequest } from '../kernel/errors.ts';
import { COMMAND_LINE, requireAccount } from './accounts.ts';
import { announcementOperations } from './announcements.ts';
import { auditOperations } from './audit.ts';
import { channelOperations } from './channels.ts';
import { directoryOperations } from './directory.ts';
import { exportOperations } from './exports.ts';
import { importOperations } from './imports.ts';
import { integrationOperations } from './integrations.ts';
import { invitationOperations } from './invitations.ts';
import { mailOperations } from './mail.ts';
import { messageOperations } from './messages.ts';
import type { Operation } from './operation.ts';
import { organizationOperations } from './organization.ts';
import { serverOperations } from './server.ts';
import { statisticOperations } from './statistics.ts';
import { userImportOperations } from './user-import.ts';
import { userOperations } from './users.ts';

/** All operations of the command line. */
export const OPERATIONS = {
  ...userOperations,
  ...userImportOperations,
  ...directoryOperations,
  ...invitationOperations,
  ...channelOperations,
  ...integrationOperations,
  ...messageOperations,
  ...organizationOperations,
  ...mailOperations,
  ...announcementOperations,
  ...auditOperations,
  ...statisticOperations,
  ...importOperations,
  ...exportOperations,
  ...serverOperations,
};

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type Args<N extends OperationName> = Parameters<Operations[N]['run']>[1] & object;
export type Result<N extends OperationName> = Awaited<ReturnType<Operations[N]['run']>>;

/** Runs an operation on an open database, and adds it to the audit log; the caller commits. */
export async function runOperation(app: App, name: string, args: unknown): Promise<object> {
  if (!Object.hasOwn(OPERATIONS, name)) throw badRequest(`This server has no command '${name}'`);
  const { run, audit } = OPERATIONS[name as OperationName] as Operation<unknown, object>;
  const result = await run(app, args);
  const action = typeof audit === 'function' ? audit(result, args, app) : undefined;
  // The actor is known if the command names one with `--as`.
  const { as } = args as { as?: string };
  if (action)
    recordAction(app, action, { actor: as === undefined ? undefined : requireAccount(app, as), ...COMMAND_LINE });
  return result;
}
