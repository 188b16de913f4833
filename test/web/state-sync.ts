import assert from 'node:assert/strict';
import type { ServerEvent, Snapshot } from '../../src/web/server/types.ts';
import { getKey } from '../../src/web/store/conversation.ts';
import { makeUploads } from '../../src/web/store/personal.ts';
import { applyEvent, initialState, type StoreState } from '../../src/web/store/state.ts';

export const startWebState = (snapshot: unknown): StoreState => initialState(snapshot as Snapshot);
/** The state after the page of uploaded files fetched the list. */
export const withFiles = (world: StoreState, { attachments, upload_space_used }: Record<string, any>): StoreState => ({
  ...world,
  uploads: makeUploads(attachments, upload_space_used),
});
export const applyToWebState = (world: StoreState, event: unknown): StoreState =>
  applyEvent(world, event as ServerEvent);

/**
 * The web client's state in a form that does not depend on its history. `unsure`: direct conversations with deleted
 * messages, which only the server can order now.
 */
export function comparableWebState(world: StoreState, unsure: ReadonlySet<string>): object {
  const {
    me,
    users: people,
    channels,
    unread,
    topicPolicies: policies,
    starred,
    mutedUsers,
    folders,
    groups,
    directConversations: directs,
  } = world;
  const {
    settings,
    realm,
    emoji,
    bots,
    linkifiers,
    playgrounds,
    profileFields,
    domains,
    defaultChannels,
    defaultGroups,
    newUserDefaults: newUsers,
  } = world;
  const known = (channel: number) => channels.has(channel);
  return {
    me,
    people: sorted(people, ({ bot_owner_id: _, ...person }) => person),
    channels: sorted(channels),
    unread: sorted(unread.conversations, ({ conversation, ids }) => [getKey(conversation), ascending(ids)]),
    mentions: ascending(unread.mentions),
    where: sorted(unread.where),
    policies: sorted(new Map([...policies].filter(([key]) => known(Number.parseInt(key, 10))))),
    starred: ascending(starred),
    mutedUsers: ascending(mutedUsers),
    folders: sorted(folders),
    // The server's build may differ; nothing else of the organization may.
    realm,
    settings,
    emoji,
    bots: sorted(bots),
    linkifiers,
    playgrounds,
    profileFields,
    domains,
    defaultChannels: ascending(defaultChannels),
    defaultGroups,
    newUsers,
    alertWords: world.alertWords,
    ownViews: sorted(world.navigationViews),
    onboardingSteps: [...world.onboardingSteps].sort(),
    chosenTopics: sorted(
      new Map([...world.userTopics].filter(([key]) => known(Number.parseInt(key, 10)))),
      ({ topic_name, last_updated: _, ...topic }) => ({ ...topic, topic_name: topic_name.toLowerCase() }),
    ),
    // A user who can no longer read a file's message receives no event about the file.
    uploads: {
      used: world.uploads.used,
      files: world.uploads.files && sorted(world.uploads.files, ({ messages: _, ...file }) => file),
    },
    serverDrafts: sorted(world.serverDrafts),
    scheduled: sorted(world.scheduled),
    // A reminder quotes its message as it is at the time of the request.
    reminders: sorted(world.reminders, ({ content: _, rendered_content: __, ...reminder }) => reminder),
    snippets: sorted(world.snippets),
    statuses: sorted(
      new Map([...world.statuses].filter(([id]) => people.get(id)?.is_active && !unsure.has(`status ${id}`))),
    ),
    groups: sorted(groups, (group) => ({
      ...group,
      members: ascending(group.members),
      direct_subgroup_ids: ascending(group.direct_subgroup_ids),
    })),
    directs: sorted(
      new Map(
        [...directs.all].filter(
          ([
            ,
            {
              people: [...ids],
            },
          ]) => !unsure.has(ids.filter((id) => id !== me.id).join(',')),
        ),
      ),
    ),
  };
}

const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

function sorted<K extends string | number, V>(
  map: ReadonlyMap<K, V>,
  as: (value: V) => unknown = (value) => value,
): object {
  return Object.fromEntries(
    [...map].map(([key, value]) => [String(key), as(value)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

export const assertSameState = (kept: StoreState, fresh: StoreState, unsure: ReadonlySet<string>, who: string): void =>
  assert.deepEqual(comparableWebState(kept, unsure), comparableWebState(fresh, unsure), `the web client, ${who}`);
