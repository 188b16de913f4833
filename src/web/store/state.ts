import type { ServerEvent, Snapshot } from '../server/types.ts';
import { emoji, folders, groups, me, mutedUsers, realm, settings, starred } from './account.ts';
import { directConversations, doNotDisturb, presences, quietUsers, statuses, typing } from './activity.ts';
import { calls } from './calls.ts';
import { channels } from './channels.ts';
import { reminders, scheduled, serverDrafts, snippets } from './drafts-and-reminders.ts';
import { applyToMessages } from './message-events.ts';
import { type Messages, NO_MESSAGES } from './messages.ts';
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
  slashCommands,
} from './organization.ts';
import { alertWords, navigationViews, sidebarOrder, uploads, userTopics } from './personal.ts';
import { recentConversations } from './recent-conversations.ts';
import type { Resource } from './resource.ts';
import { topicPolicies } from './topics.ts';
import { unread } from './unread.ts';
import { users } from './users.ts';

/** The list of all resources of the client's state. To add a resource, add a line. */
const resources = {
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
  sidebarOrder,
  onboardingSteps,
  userTopics,
  uploads,
  emoji,
  bots,
  linkifiers,
  playgrounds,
  slashCommands,
  profileFields,
  domains,
  defaultChannels,
  defaultGroups,
  newUserDefaults,
  exports,
  invitations,
  presences,
  statuses,
  doNotDisturb,
  quietUsers,
  calls,
  typing,
  directConversations,
  recentConversations,
  serverDrafts,
  scheduled,
  reminders,
  snippets,
};

type Name = keyof typeof resources;
type StateOf<R> = R extends Resource<infer State> ? State : never;
type ResourceStates = { [N in Name]: StateOf<(typeof resources)[N]> };
export type StoreState = ResourceStates & { messages: Messages };

/** The same list, typed so that a resource and its state correspond for any name. */
const byName: { readonly [N in Name]: Resource<ResourceStates[N]> } = resources;
const names = Object.keys(resources) as Name[];

function start<N extends Name>(state: ResourceStates, name: N, snapshot: Snapshot): void {
  state[name] = byName[name].start(snapshot);
}

function apply<N extends Name>(state: ResourceStates, name: N, event: ServerEvent): void {
  state[name] = byName[name].apply(state[name], event);
}

/** Creates the state from a `/register` response. `messages` are those still loaded from before. */
export function initialState(snapshot: Snapshot, messages: Messages = NO_MESSAGES): StoreState {
  const state = { messages } as StoreState;
  for (const name of names) start(state, name, snapshot);
  return state;
}

/** Applies an event to the state. Resources that do not change stay the same objects. */
export function applyEvent(state: StoreState, event: ServerEvent): StoreState {
  const next = { ...state };
  for (const name of names) apply(next, name, event);
  const { me, channels, topicPolicies } = next;
  next.messages = applyToMessages(state.messages, event, { me: me.id, channels, topicPolicies });
  return next;
}
