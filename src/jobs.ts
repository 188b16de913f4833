import * as channels from './chat/channels/channels/jobs.ts';
import * as externalContent from './chat/files/external-content/jobs.ts';
import * as linkPreviews from './chat/files/link-previews/jobs.ts';
import * as uploads from './chat/files/uploads/jobs.ts';
import * as thumbnails from './chat/files/uploads/thumbnail-jobs.ts';
import * as outgoingWebhooks from './chat/integrations/outgoing-webhooks/jobs.ts';
import * as messages from './chat/messages/messages/jobs.ts';
import * as monitoring from './chat/monitoring/jobs.ts';
import * as mailDelivery from './chat/notifications/mail/jobs.ts';
import * as missedMessages from './chat/notifications/missed-messages/jobs.ts';
import * as pushes from './chat/notifications/missed-messages/push-jobs.ts';
import * as webPushes from './chat/notifications/web-push/jobs.ts';
import * as exportedData from './chat/organization/exports/jobs.ts';
import * as invitations from './chat/people/invitations/jobs.ts';
import * as users from './chat/people/sign-in/jobs.ts';
import * as passwordResets from './chat/people/sign-in/password-reset-jobs.ts';
import * as reminders from './chat/personal/reminders/jobs.ts';
import * as scheduledMessages from './chat/personal/scheduled-messages/jobs.ts';
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
