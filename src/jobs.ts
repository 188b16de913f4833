import * as channels from './chat/channels/jobs.ts';
import * as exportedData from './chat/exports/jobs.ts';
import * as externalContent from './chat/external-content/jobs.ts';
import * as invitations from './chat/invitations/jobs.ts';
import * as linkPreviews from './chat/link-previews/jobs.ts';
import * as mailDelivery from './chat/mail-delivery/jobs.ts';
import * as messages from './chat/messages/jobs.ts';
import * as missedMessages from './chat/missed-messages/jobs.ts';
import * as pushes from './chat/missed-messages/push-jobs.ts';
import * as monitoring from './chat/monitoring/jobs.ts';
import * as outgoingWebhooks from './chat/outgoing-webhooks/jobs.ts';
import * as passwordResets from './chat/password-reset/jobs.ts';
import * as reminders from './chat/reminders/jobs.ts';
import * as scheduledMessages from './chat/scheduled-messages/jobs.ts';
import * as uploads from './chat/uploads/jobs.ts';
import * as thumbnails from './chat/uploads/thumbnail-jobs.ts';
import * as users from './chat/users/jobs.ts';
import * as webPushes from './chat/web-push/jobs.ts';
import * as backups from './kernel/backups.ts';
import type { Job } from './kernel/jobs.ts';

/** All that happens by the clock: every export of every resource's jobs.ts that is a job. */
export const jobs: readonly Job[] = [
  channels,
  invitations,
  exportedData,
  outgoingWebhooks,
  messages,
  missedMessages,
  monitoring,
  pushes,
  mailDelivery,
  passwordResets,
  linkPreviews,
  scheduledMessages,
  reminders,
  uploads,
  externalContent,
  thumbnails,
  users,
  webPushes,
  backups,
].flatMap((resource) =>
  Object.values(resource as Record<string, unknown>).filter(
    (value): value is Job => typeof (value as Job)?.run === 'function',
  ),
);
