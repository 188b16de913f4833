import type { ServerEvent, Snapshot } from '../server/types.ts';
import { emoji, folders, groups, me, mutedUsers, realm, settings, starred } from './account.ts';
import { directs, presences, statuses, typing } from './activity.ts';
import { channels } from './channels.ts';
import { applyToMessages, type Messages, NO_MESSAGES } from './messages.ts';
import {
  bots,
  defaultChannels,
  defaultGroups,
  domains,
  exports,
  invitations,
  linkifiers,
  newcomers,
  playgrounds,
  profileFields,
} from './organization.ts';
import { alertWords, chosenTopics, ownViews, uploads } from './personal.ts';
import { recent } from './recent-conversations.ts';
import type { Resource } from './resource.ts';
import { reminders, scheduled, serverDrafts, snippets } from './saved-writing.ts';
import { topicPolicies } from './topics.ts';
import { unread } from './unread.ts';
import { people } from './users.ts';

/** The list of all resources of the client's state. To add a resource, add a line. */
export const resources = {
  me,
  settings,
  realm,
  people,
  groups,
  channels,
  folders,
  policies: topicPolicies,
  unread,
  starred,
  mutedUsers,
  alertWords,
  ownViews,
  chosenTopics,
  uploads,
  emoji,
  bots,
  linkifiers,
  playgrounds,
  profileFields,
  domains,
  defaultChannels,
  defaultGroups,
  newcomers,
  exports,
  invitations,
  presences,
  statuses,
  typing,
  directs,
  recent,
  serverDrafts,
  scheduled,
  reminders,
  snippets,
};

type Resources = typeof resources;
export type World = { [Name in keyof Resources]: ReturnType<Resources[Name]['start']> } & { messages: Messages };

const entries = Object.entries(resources) as [keyof Resources, Resource<any>][];

/** Creates the state from a `/register` response. `messages` are those still loaded from before. */
export const startWorld = (snapshot: Snapshot, messages: Messages = NO_MESSAGES): World =>
  ({ ...Object.fromEntries(entries.map(([name, { start }]) => [name, start(snapshot)])), messages }) as World;

/** Applies an event to the state. Resources that do not change stay the same objects. */
export function applyEvent(world: World, event: ServerEvent): World {
  const next: Record<string, unknown> = {};
  for (const [name, { apply }] of entries) next[name] = apply(world[name], event);
  const { me, channels, policies } = next as World;
  next.messages = applyToMessages(world.messages, event, { me: me.id, channels, policies });
  return next as World;
}
