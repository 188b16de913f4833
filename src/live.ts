import * as alertWords from './chat/alert-words/events.ts';
import * as attachments from './chat/attachments/events.ts';
import * as bots from './chat/bots/events.ts';
import * as channelFolders from './chat/channel-folders/events.ts';
import * as channels from './chat/channels/events.ts';
import * as defaultChannels from './chat/default-channels/events.ts';
import * as devices from './chat/devices/events.ts';
import * as drafts from './chat/drafts/events.ts';
import * as exportedData from './chat/exports/events.ts';
import * as groups from './chat/groups/events.ts';
import * as incomingWebhooks from './chat/incoming-webhooks/events.ts';
import * as invitations from './chat/invitations/events.ts';
import * as linkifiers from './chat/linkifiers/events.ts';
import * as edits from './chat/messages/edit-events.ts';
import * as messages from './chat/messages/events.ts';
import * as messageState from './chat/messages/state.ts';
import * as mutedUsers from './chat/muted-users/events.ts';
import * as navigationViews from './chat/navigation-views/events.ts';
import * as onboardingSteps from './chat/onboarding-steps/events.ts';
import * as playgrounds from './chat/playgrounds/events.ts';
import * as presence from './chat/presence/events.ts';
import * as profileFields from './chat/profile-fields/events.ts';
import * as reactions from './chat/reactions/events.ts';
import * as realm from './chat/realm/events.ts';
import * as realmDomains from './chat/realm-domains/events.ts';
import * as realmEmoji from './chat/realm-emoji/events.ts';
import * as register from './chat/register/events.ts';
import * as notYet from './chat/register/not-yet.ts';
import * as reminders from './chat/reminders/events.ts';
import * as savedSnippets from './chat/saved-snippets/events.ts';
import * as scheduledMessages from './chat/scheduled-messages/events.ts';
import * as settings from './chat/settings/events.ts';
import * as submessages from './chat/submessages/events.ts';
import * as subscriptions from './chat/subscriptions/events.ts';
import * as topics from './chat/topics/events.ts';
import * as typing from './chat/typing/events.ts';
import * as userStatus from './chat/user-status/events.ts';
import * as userTopics from './chat/user-topics/events.ts';
import * as keptBots from './chat/users/bot-events.ts';
import * as users from './chat/users/events.ts';
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
