import * as alertWords from './chat/alert-words/endpoints.ts';
import * as avatars from './chat/avatars/endpoints.ts';
import * as bots from './chat/bots/endpoints.ts';
import * as calls from './chat/calls/endpoints.ts';
import * as channelFolders from './chat/channel-folders/endpoints.ts';
import * as channelSettings from './chat/channel-settings/endpoints.ts';
import * as channels from './chat/channels/endpoints.ts';
import * as commands from './chat/commands/endpoints.ts';
import * as defaultChannels from './chat/default-channels/endpoints.ts';
import * as devices from './chat/devices/endpoints.ts';
import * as deviceTests from './chat/devices/test-endpoints.ts';
import * as drafts from './chat/drafts/endpoints.ts';
import * as exportedData from './chat/exports/endpoints.ts';
import * as externalContent from './chat/external-content/endpoints.ts';
import * as incomingWebhooks from './chat/incoming-webhooks/endpoints.ts';
import * as invitations from './chat/invitations/endpoints.ts';
import * as joining from './chat/joining/endpoints.ts';
import * as linkifiers from './chat/linkifiers/endpoints.ts';
import * as mailDevelopment from './chat/mail-delivery/development.ts';
import * as mailDelivery from './chat/mail-delivery/endpoints.ts';
import * as edits from './chat/messages/edit-endpoints.ts';
import * as messages from './chat/messages/endpoints.ts';
import * as fetch from './chat/messages/fetch-endpoints.ts';
import * as receipts from './chat/messages/receipts-endpoints.ts';
import * as summaries from './chat/messages/summary-endpoints.ts';
import * as welcomes from './chat/messages/welcome-endpoints.ts';
import * as monitoring from './chat/monitoring/endpoints.ts';
import * as mutedUsers from './chat/muted-users/endpoints.ts';
import * as navigationViews from './chat/navigation-views/endpoints.ts';
import * as onboardingSteps from './chat/onboarding-steps/endpoints.ts';
import * as organization from './chat/organization/endpoints.ts';
import * as people from './chat/people/endpoints.ts';
import * as pictures from './chat/pictures/endpoints.ts';
import * as playgrounds from './chat/playgrounds/endpoints.ts';
import * as presence from './chat/presence/endpoints.ts';
import * as profileFields from './chat/profile-fields/endpoints.ts';
import * as reactions from './chat/reactions/endpoints.ts';
import * as realm from './chat/realm/endpoints.ts';
import * as realmDomains from './chat/realm-domains/endpoints.ts';
import * as realmEmoji from './chat/realm-emoji/endpoints.ts';
import * as realmImages from './chat/realm-images/endpoints.ts';
import * as reference from './chat/reference/endpoints.ts';
import * as register from './chat/register/endpoints.ts';
import * as reminders from './chat/reminders/endpoints.ts';
import * as savedSnippets from './chat/saved-snippets/endpoints.ts';
import * as scheduledMessages from './chat/scheduled-messages/endpoints.ts';
import * as settings from './chat/settings/endpoints.ts';
import * as submessages from './chat/submessages/endpoints.ts';
import * as subscriptions from './chat/subscriptions/endpoints.ts';
import * as topics from './chat/topics/endpoints.ts';
import * as typing from './chat/typing/endpoints.ts';
import * as uploads from './chat/uploads/endpoints.ts';
import * as resumableUploads from './chat/uploads/resumable-endpoints.ts';
import * as thumbnails from './chat/uploads/thumbnail-endpoints.ts';
import * as userGroups from './chat/user-groups/endpoints.ts';
import * as userStatus from './chat/user-status/endpoints.ts';
import * as userTopics from './chat/user-topics/endpoints.ts';
import * as development from './chat/users/development.ts';
import * as users from './chat/users/endpoints.ts';
import * as jwt from './chat/users/jwt-endpoints.ts';
import * as webApp from './chat/web-client/app-endpoints.ts';
import * as webClient from './chat/web-client/endpoints.ts';
import * as webPush from './chat/web-push/endpoints.ts';
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
