import type { ServerEvent, Snapshot } from '../server/types.ts';
import { emoji, folders, groups, me, mutedUsers, realm, settings, starred } from './account.ts';
import { directConversations, presences, statuses, typing } from './activity.ts';
import { channels } from './channels.ts';
import { reminders, scheduled, serverDrafts, snippets } from './drafts-and-reminders.ts';
import { applyToMessages, type Messages, NO_MESSAGES } from './messages.ts';
import { onboardingSteps } from './onboarding.ts';
import {
  bots,
  defaultChannels,
  defaultGroups,
  domains,
  exports,
  invitations,
  linkifiers,
  newUserDefaults,
  playgrounds,
  profileFields,
} from './organization.ts';
import { alertWords, navigationViews, uploads, userTopics } from './personal.ts';
import { recentConversations } from './recent-conversations.ts';
import type { Resource } from './resource.ts';
import { topicPolicies } from './topics.ts';
import { unread } from './unread.ts';
import { users } from './users.ts';

/** The list of all resources of the client's state. To add a resource, add a line. */
export const resources = {
  me,
  settings,
  realm,
  users,
  groups,
  channels,
  folders,
  topicPolicies,
  unread,
  starred,
  mutedUsers,
  alertWords,
  navigationViews,
  onboardingSteps,
  userTopics,
  uploads,
  emoji,
  bots,
  linkifiers,
  playgrounds,
  profileFields,
  domains,
  defaultChannels,
  defaultGroups,
  newUserDefaults,
  exports,
  invitations,
  presences,
  statuses,
  typing,
  directConversations,
  recentConversations,
  serverDrafts,
  scheduled,
  reminders,
  snippets,
};

type Resources = typeof resources;
export type StoreState = { [Name in keyof Resources]: ReturnType<Resources[Name]['start']> } & { messages: Messages };

const entries = Object.entries(resources) as [keyof Resources, Resource<any>][];

/** Creates the state from a `/register` response. `messages` are those still loaded from before. */
export const initialState = (snapshot: Snapshot, messages: Messages = NO_MESSAGES): StoreState =>
  ({ ...Object.fromEntries(entries.map(([name, { start }]) => [name, start(snapshot)])), messages }) as StoreState;

/** Applies an event to the state. Resources that do not change stay the same objects. */
export function applyEvent(state: StoreState, event: ServerEvent): StoreState {
  const next: Record<string, unknown> = {};
  for (const [name, { apply }] of entries) next[name] = apply(state[name], event);
  const { me, channels, topicPolicies: policies } = next as StoreState;
  next.messages = applyToMessages(state.messages, event, { me: me.id, channels, topicPolicies: policies });
  return next as StoreState;
}
