import * as channelSettings from './chat/channels/channels/edit-endpoints.ts';
import * as channels from './chat/channels/channels/endpoints.ts';
import * as defaultChannels from './chat/channels/default-channels/endpoints.ts';
import * as channelFolders from './chat/channels/folders/endpoints.ts';
import * as subscriptions from './chat/channels/subscriptions/endpoints.ts';
import * as joining from './chat/channels/subscriptions/subscribe-endpoints.ts';
import * as topics from './chat/channels/topics/endpoints.ts';
import * as userTopics from './chat/channels/user-topics/endpoints.ts';
import * as externalContent from './chat/files/external-content/endpoints.ts';
import * as pictures from './chat/files/images/endpoints.ts';
import * as uploads from './chat/files/uploads/endpoints.ts';
import * as resumableUploads from './chat/files/uploads/resumable-endpoints.ts';
import * as thumbnails from './chat/files/uploads/thumbnail-endpoints.ts';
import * as bots from './chat/integrations/bots/endpoints.ts';
import * as calls from './chat/integrations/calls/endpoints.ts';
import * as incomingWebhooks from './chat/integrations/incoming-webhooks/endpoints.ts';
import * as commands from './chat/integrations/slash-commands/endpoints.ts';
import * as edits from './chat/messages/messages/edit-endpoints.ts';
import * as messages from './chat/messages/messages/endpoints.ts';
import * as fetch from './chat/messages/messages/fetch-endpoints.ts';
import * as summaries from './chat/messages/messages/summary-endpoints.ts';
import * as reactions from './chat/messages/reactions/endpoints.ts';
import * as receipts from './chat/messages/read-receipts/endpoints.ts';
import * as submessages from './chat/messages/submessages/endpoints.ts';
import * as typing from './chat/messages/typing/endpoints.ts';
import * as welcomes from './chat/messages/welcome/endpoints.ts';
import * as monitoring from './chat/monitoring/endpoints.ts';
import * as mailDevelopment from './chat/notifications/mail/development-endpoints.ts';
import * as mailDelivery from './chat/notifications/mail/endpoints.ts';
import * as devices from './chat/notifications/push/endpoints.ts';
import * as deviceTests from './chat/notifications/push/test-endpoints.ts';
import * as webPush from './chat/notifications/web-push/endpoints.ts';
import * as realmDomains from './chat/organization/domains/endpoints.ts';
import * as realmEmoji from './chat/organization/emoji/endpoints.ts';
import * as exportedData from './chat/organization/exports/endpoints.ts';
import * as linkifiers from './chat/organization/linkifiers/endpoints.ts';
import * as playgrounds from './chat/organization/playgrounds/endpoints.ts';
import * as organization from './chat/organization/realm/endpoints.ts';
import * as realmImages from './chat/organization/realm/image-endpoints.ts';
import * as realm from './chat/organization/realm/server-endpoints.ts';
import * as avatars from './chat/people/avatars/endpoints.ts';
import * as userGroups from './chat/people/groups/endpoints.ts';
import * as invitations from './chat/people/invitations/endpoints.ts';
import * as presence from './chat/people/presence/endpoints.ts';
import * as profileFields from './chat/people/profile-fields/endpoints.ts';
import * as development from './chat/people/sign-in/development-endpoints.ts';
import * as jwt from './chat/people/sign-in/jwt-endpoints.ts';
import * as userStatus from './chat/people/status/endpoints.ts';
import * as users from './chat/people/users/endpoints.ts';
import * as people from './chat/people/users/management-endpoints.ts';
import * as alertWords from './chat/personal/alert-words/endpoints.ts';
import * as drafts from './chat/personal/drafts/endpoints.ts';
import * as mutedUsers from './chat/personal/muted-users/endpoints.ts';
import * as navigationViews from './chat/personal/navigation-views/endpoints.ts';
import * as onboardingSteps from './chat/personal/onboarding-steps/endpoints.ts';
import * as reminders from './chat/personal/reminders/endpoints.ts';
import * as savedSnippets from './chat/personal/saved-snippets/endpoints.ts';
import * as scheduledMessages from './chat/personal/scheduled-messages/endpoints.ts';
import * as settings from './chat/personal/settings/endpoints.ts';
import * as reference from './chat/reference/endpoints.ts';
import * as register from './chat/register/endpoints.ts';
import * as webApp from './chat/web-client/app-endpoints.ts';
import * as webClient from './chat/web-client/endpoints.ts';
import type { Endpoint } from './kernel/http/endpoint.ts';

/** All endpoints: every export of every resource's endpoints.ts that is one. */
export const endpoints: readonly Endpoint[] = [
  realm,
  organization,
  users,
  jwt,
  welcomes,
  summaries,
  calls,
  bots,
  incomingWebhooks,
  invitations,
  mailDelivery,
  mailDevelopment,
  settings,
  realmDomains,
  linkifiers,
  playgrounds,
  profileFields,
  development,
  presence,
  channels,
  channelFolders,
  defaultChannels,
  subscriptions,
  people,
  userGroups,
  joining,
  channelSettings,
  topics,
  userTopics,
  fetch,
  messages,
  edits,
  receipts,
  uploads,
  externalContent,
  thumbnails,
  resumableUploads,
  pictures,
  avatars,
  realmImages,
  realmEmoji,
  reactions,
  submessages,
  typing,
  reminders,
  scheduledMessages,
  onboardingSteps,
  userStatus,
  mutedUsers,
  alertWords,
  devices,
  deviceTests,
  commands,
  exportedData,
  drafts,
  navigationViews,
  savedSnippets,
  register,
  reference,
  webClient,
  webApp,
  webPush,
  monitoring,
].flatMap((resource) =>
  Object.values(resource as Record<string, unknown>).filter(
    (value): value is Endpoint => (value as Endpoint)?.kind === 'endpoint',
  ),
);
