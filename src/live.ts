import * as channels from './chat/channels/channels/events.ts';
import * as defaultChannels from './chat/channels/default-channels/events.ts';
import * as channelFolders from './chat/channels/folders/events.ts';
import * as subscriptions from './chat/channels/subscriptions/events.ts';
import * as topics from './chat/channels/topics/events.ts';
import * as userTopics from './chat/channels/user-topics/events.ts';
import * as attachments from './chat/files/attachments/events.ts';
import * as keptBots from './chat/integrations/bots/events.ts';
import * as bots from './chat/integrations/bots/state.ts';
import * as incomingWebhooks from './chat/integrations/incoming-webhooks/events.ts';
import * as edits from './chat/messages/edit/events.ts';
import * as messages from './chat/messages/messages/events.ts';
import * as messageState from './chat/messages/messages/state.ts';
import * as reactions from './chat/messages/reactions/events.ts';
import * as submessages from './chat/messages/submessages/events.ts';
import * as typing from './chat/messages/typing/events.ts';
import * as devices from './chat/notifications/push/events.ts';
import * as realmDomains from './chat/organization/domains/events.ts';
import * as realmEmoji from './chat/organization/emoji/events.ts';
import * as exportedData from './chat/organization/exports/events.ts';
import * as linkifiers from './chat/organization/linkifiers/events.ts';
import * as playgrounds from './chat/organization/playgrounds/events.ts';
import * as realm from './chat/organization/realm/events.ts';
import * as groups from './chat/people/groups/events.ts';
import * as invitations from './chat/people/invitations/events.ts';
import * as presence from './chat/people/presence/events.ts';
import * as profileFields from './chat/people/profile-fields/events.ts';
import * as userStatus from './chat/people/status/events.ts';
import * as users from './chat/people/users/events.ts';
import * as alertWords from './chat/personal/alert-words/events.ts';
import * as drafts from './chat/personal/drafts/events.ts';
import * as mutedUsers from './chat/personal/muted-users/events.ts';
import * as navigationViews from './chat/personal/navigation-views/events.ts';
import * as onboardingSteps from './chat/personal/onboarding-steps/events.ts';
import * as reminders from './chat/personal/reminders/events.ts';
import * as savedSnippets from './chat/personal/saved-snippets/events.ts';
import * as scheduledMessages from './chat/personal/scheduled-messages/events.ts';
import * as settings from './chat/personal/settings/events.ts';
import * as register from './chat/register/events.ts';
import * as notYet from './chat/register/unavailable-features.ts';
import type { EventDeclaration, EventMaker } from './kernel/events/event.ts';
import type { StateDeclaration } from './kernel/events/state.ts';

const resources: readonly object[] = [
  realm,
  users,
  settings,
  realmDomains,
  linkifiers,
  playgrounds,
  profileFields,
  groups,
  channels,
  channelFolders,
  defaultChannels,
  subscriptions,
  topics,
  userTopics,
  attachments,
  messages,
  edits,
  messageState,
  realmEmoji,
  reactions,
  submessages,
  typing,
  presence,
  reminders,
  scheduledMessages,
  onboardingSteps,
  userStatus,
  mutedUsers,
  alertWords,
  devices,
  exportedData,
  drafts,
  navigationViews,
  savedSnippets,
  register,
  bots,
  keptBots,
  incomingWebhooks,
  invitations,
  notYet,
];
const all = resources.flatMap((resource) => Object.values(resource) as unknown[]);

/** All events that can be heard. */
export const events: readonly EventDeclaration[] = all
  .filter((value): value is EventMaker<unknown> => typeof value === 'function' && 'declaration' in value)
  .map(({ declaration }) => declaration);

/** All parts of /register's answer. */
export const states: readonly StateDeclaration[] = all.filter(
  (value): value is StateDeclaration =>
    typeof value === 'object' && value !== null && 'read' in value && 'types' in value,
);
