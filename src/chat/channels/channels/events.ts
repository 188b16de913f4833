import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { event, shapedEvent } from '../../../kernel/events/event.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { GroupSettingValue } from '../../people/groups/types.ts';
import { isGuest, type User } from '../../people/users/types.ts';
import { canAccessMetadata } from './rules.ts';
import { ChannelView } from './types.ts';
import { channelView } from './views.ts';

/** `to`: only clients that know archived channels, or only those that do not. */
interface Told {
  to?: 'new clients' | 'old clients';
}
const isFor = ({ to }: Told, { archived_channels }: { archived_channels: boolean }): boolean =>
  to === undefined || (to === 'new clients') === archived_channels;

/** Channels became visible: created, joined, opened or unarchived. */
export const channelsAppeared = shapedEvent<Told & { streams: ChannelView[] }>()(
  'stream',
  'create',
  { streams: Type.Array(ChannelView) },
  {
    channels: ({ streams }) => streams.map(({ stream_id }) => stream_id),
    shape({ streams, ...rest }, kind) {
      const shown = kind.archived_channels ? streams : streams.filter(({ is_archived }) => !is_archived);
      return isFor(rest, kind) && shown.length > 0 ? { streams: shown } : undefined;
    },
  },
);

/** Channels became invisible: left, closed or archived. */
export const channelsVanished = shapedEvent<Told & { stream_ids: number[] }>()(
  'stream',
  'delete',
  { streams: Type.Array(Type.Object({ stream_id: Type.Integer() })), stream_ids: Type.Array(Type.Integer()) },
  {
    channels: ({ stream_ids }) => stream_ids,
    shape: ({ stream_ids, ...rest }, kind) =>
      isFor(rest, kind) ? { streams: stream_ids.map((stream_id) => ({ stream_id })), stream_ids } : undefined,
  },
);

interface ChannelChange extends Told {
  stream_id: number;
  name: string;
  property: string;
  value: unknown;
  rendered_description?: string;
  history_public_to_subscribers?: boolean;
  is_web_public?: boolean;
}

/** One property of a channel changed. */
export const channelChanged = shapedEvent<ChannelChange>()(
  'stream',
  'update',
  {
    stream_id: Type.Integer(),
    name: Type.String(),
    property: Type.String(),
    value: Nullable(Type.Union([Type.Boolean(), Type.String(), GroupSettingValue])),
    rendered_description: Maybe(Type.String()),
    history_public_to_subscribers: Maybe(Type.Boolean()),
    is_web_public: Maybe(Type.Boolean()),
  },
  {
    channels: ({ stream_id }) => [stream_id],
    shape: ({ to, ...change }, kind) => (isFor({ to }, kind) ? change : undefined),
  },
);

const Peers = { stream_ids: Type.Array(Type.Integer()), user_ids: Type.Array(Type.Integer()) };
type PeersChange = Told & { stream_ids: number[]; user_ids: number[] };
const ofPeers = ({ stream_ids }: PeersChange) => stream_ids;
const shape = ({ to, ...peers }: PeersChange, kind: { archived_channels: boolean }) =>
  isFor({ to }, kind) ? peers : undefined;

/** Users became subscribers of channels, or became visible as such; for others who can see the channels. */
export const subscribersAdded = shapedEvent<PeersChange>()('subscription', 'peer_add', Peers, {
  channels: ofPeers,
  shape,
});
export const subscribersRemoved = shapedEvent<PeersChange>()('subscription', 'peer_remove', Peers, {
  channels: ofPeers,
  shape,
});

export const defaultChannelsChanged = event('default_streams', undefined, {
  default_streams: Type.Array(Type.Integer()),
});

export const channels = state('stream', { streams: Type.Array(ChannelView) }, ({ app, user, kind }) => ({
  streams: app.channels
    .all()
    .filter((channel) => (kind.archived_channels || !channel.is_archived) && canAccessMetadata(app, user, channel))
    .map((channel) => channelView(app, channel)),
}));

export const defaultChannels = state(
  'default_streams',
  { realm_default_streams: Type.Array(Type.Integer()) },
  ({ app, user }) => ({
    realm_default_streams: user ? defaultsFor(app, user) : [],
  }),
);

/** The default channels; guests do not receive them. */
export const defaultsFor = (app: App, user: User): number[] => (isGuest(user) ? [] : app.channels.defaults());
