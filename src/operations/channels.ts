import { Type } from 'typebox';
import { archiveInBatches } from '../chat/channels/archived-channels/batches.ts';
import { unarchiveChannel } from '../chat/channels/channels/actions.ts';
import { createAndSubscribe } from '../chat/channels/subscriptions/actions.ts';
import { mergeInBatches } from '../chat/messages/move/batches.ts';
import { createGroup } from '../chat/people/groups/actions.ts';
import { allMembers } from '../chat/people/groups/views.ts';
import { OneOf } from '../kernel/http/schema.ts';
import { type As, requireAccount, requireActor, requireChannel } from './accounts.ts';
import { operation } from './operation.ts';

const PRIVACY = ['public', 'private', 'web-public'] as const;
type Privacy = (typeof PRIVACY)[number];

interface NewChannel extends As {
  name: string;
  description: string;
  privacy: Privacy;
  default?: boolean;
  /** By e-mail address or id; `everyone`: all users. The creator is always included. */
  subscribe?: string[];
  announce?: boolean;
}

interface ForChannel extends As {
  channel: string;
}

/** A channel that was archived or restored. */
const NamedChannel = Type.Object({ channel_id: Type.Integer(), name: Type.String() });

export const channelOperations = {
  'channel-list': operation({
    result: Type.Array(
      Type.Object({
        channel_id: Type.Integer(),
        name: Type.String(),
        privacy: OneOf(...PRIVACY),
        subscribers: Type.Integer(),
        is_default: Type.Boolean(),
        is_archived: Type.Boolean(),
        description: Type.String(),
      }),
    ),
    audit: 'reads',
    run: (app, { archived }: { archived?: boolean }) =>
      app.channels
        .all()
        .filter(({ is_archived }) => archived || !is_archived)
        .map(({ id, name, description, invite_only, is_web_public, is_archived, is_default }) => ({
          channel_id: id,
          name,
          privacy: privacyName(invite_only, is_web_public),
          subscribers: app.subscriptions.listSubscribers(id).size,
          is_default,
          is_archived,
          description,
        })),
  }),
  'channel-create': operation({
    result: Type.Object({ channel_id: Type.Integer(), name: Type.String(), subscribers: Type.Integer() }),
    audit: ({ channel_id }) => ({ kind: 'channel_create', stream_id: channel_id }),
    run(app, { name, description, privacy, announce = false, as, subscribe = [], ...draft }: NewChannel) {
      const actor = requireActor(app, { as });
      const people = subscribe.includes('everyone')
        ? app.users.active().filter(({ is_bot }) => !is_bot)
        : subscribe.map((who) => requireAccount(app, who));
      const id = createAndSubscribe(app, actor, {
        name,
        description,
        invite_only: privacy === 'private',
        is_web_public: privacy === 'web-public',
        is_default_stream: draft.default ?? false,
        topics_policy: 'inherit',
        subscribers: [...new Set([actor.id, ...people.map((user) => user.id)])],
        announce,
        send_new_subscription_messages: false,
      });
      const subscribers = app.subscriptions.listSubscribers(id).size;
      return { channel_id: id, name: app.channels.byId(id)!.name, subscribers };
    },
  }),
  'channel-archive': operation({
    result: NamedChannel,
    audit: ({ channel_id }) => ({ kind: 'channel_archive', stream_id: channel_id }),
    async run(app, { channel: name, as }: ForChannel) {
      const channel = requireChannel(app, name);
      await archiveInBatches(app, requireActor(app, { as }), channel.id);
      return { channel_id: channel.id, name: channel.name };
    },
  }),
  'channel-merge': operation({
    result: Type.Object({
      channel_id: Type.Integer(),
      name: Type.String(),
      into_channel_id: Type.Integer(),
      into: Type.String(),
      moved_topics: Type.Integer(),
    }),
    audit: ({ channel_id, into_channel_id }) => ({
      kind: 'channel_merge',
      stream_id: channel_id,
      details: `into channel ${into_channel_id}`,
    }),
    async run(app, { channel, into, as }: ForChannel & { into: string }) {
      const [from, to] = [requireChannel(app, channel), requireChannel(app, into)];
      const moved_topics = await mergeInBatches(app, requireActor(app, { as }), { from: from.id, into: to.id });
      return { channel_id: from.id, name: from.name, into_channel_id: to.id, into: to.name, moved_topics };
    },
  }),
  'channel-restore': operation({
    result: NamedChannel,
    audit: ({ channel_id }) => ({ kind: 'channel_restore', stream_id: channel_id }),
    run(app, { channel: name, as }: ForChannel) {
      const channel = requireChannel(app, name);
      unarchiveChannel(app, requireActor(app, { as }), channel);
      return { channel_id: channel.id, name: channel.name };
    },
  }),
  'group-list': operation({
    result: Type.Array(
      Type.Object({
        group_id: Type.Integer(),
        name: Type.String(),
        is_system: Type.Boolean(),
        members: Type.Integer(),
        description: Type.String(),
      }),
    ),
    audit: 'reads',
    run: (app) =>
      app.groups
        .allNamed()
        .filter(({ deactivated }) => !deactivated)
        .map((group) => ({
          group_id: group.id,
          name: group.name!,
          is_system: group.is_system,
          members: allMembers(app, group).length,
          description: group.description,
        })),
  }),
  'group-create': operation({
    result: Type.Object({ group_id: Type.Integer(), name: Type.String(), members: Type.Integer() }),
    audit: ({ group_id }) => ({ kind: 'group_create', group_id }),
    run(app, { name, description, member = [], as }: NewGroup) {
      const members = member.map((who) => requireAccount(app, who).id);
      const group_id = createGroup(app, requireActor(app, { as }), { name, description, members });
      return { group_id, name: app.groups.byId(group_id)!.name!, members: members.length };
    },
  }),
};

const privacyName = (isPrivate: boolean, isWebPublic: boolean): Privacy =>
  isPrivate ? 'private' : isWebPublic ? 'web-public' : 'public';

interface NewGroup extends As {
  name: string;
  description: string;
  /** By e-mail address or id. */
  member?: string[];
}
