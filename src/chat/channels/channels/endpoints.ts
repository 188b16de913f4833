import { Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { listChannels } from './listing.ts';
import { canAccessMetadata, requireChannelAccess } from './rules.ts';
import { ChannelView } from './types.ts';
import { channelView } from './views.ts';

const yes = Type.Boolean({ default: true });
const no = Type.Boolean({ default: false });

export const getChannels = endpoint({
  method: 'GET',
  path: '/streams',
  summary: 'Get channels',
  params: {
    include_public: yes,
    include_web_public: no,
    include_subscribed: yes,
    exclude_archived: yes,
    include_all_active: Type.Boolean({ default: false, deprecated: true }),
    include_all: no,
    include_default: no,
    include_owner_subscribed: no,
    include_can_access_content: no,
  },
  returns: { streams: Type.Array(Type.Object({ ...ChannelView.properties, is_default: Maybe(Type.Boolean()) })) },
  handle: ({ app, user, params }) => ({ streams: listChannels(app, user, params) }),
});

export const getChannel = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}',
  summary: 'Get a channel',
  params: { stream_id: Type.Integer() },
  returns: { stream: ChannelView },
  handle: ({ app, user, params }) => ({ stream: channelView(app, requireChannelAccess(app, user, params.stream_id)) }),
});

export const getSubscribers = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/members',
  summary: 'Get the subscribers of a channel',
  params: { stream_id: Type.Integer() },
  returns: { subscribers: Type.Array(Type.Integer()) },
  handle: ({ app, user, params }) => ({
    subscribers: [...app.subscriptions.subscribersOf(requireChannelAccess(app, user, params.stream_id).id)],
  }),
});

export const getChannelId = endpoint({
  method: 'GET',
  path: '/get_stream_id',
  summary: "Get a channel's id by its name",
  params: { stream: Type.String() },
  returns: { stream_id: Type.Integer() },
  handle({ app, user, params }) {
    const channel = app.channels.named(params.stream.trim());
    if (!channel || !canAccessMetadata(app, user, channel)) throw badRequest(`Invalid channel name '${params.stream}'`);
    return { stream_id: channel.id };
  },
});
