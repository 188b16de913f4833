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
import { organizationOperations } from './organization.ts';
import { pushOperations } from './push.ts';
import { receivedMailOperations } from './received-mail.ts';
import { serverOperations } from './server.ts';
import { slashCommandOperations } from './slash-commands.ts';
import { statisticOperations } from './statistics.ts';
import { userImportOperations } from './user-import.ts';
import { userOperations } from './users.ts';
import { webhookTemplateOperations } from './webhook-templates.ts';

/** All operations of the command line. */
export const OPERATIONS = {
  ...userOperations,
  ...userImportOperations,
  ...directoryOperations,
  ...invitationOperations,
  ...channelOperations,
  ...integrationOperations,
  ...slashCommandOperations,
  ...webhookTemplateOperations,
  ...messageOperations,
  ...organizationOperations,
  ...mailOperations,
  ...receivedMailOperations,
  ...pushOperations,
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
