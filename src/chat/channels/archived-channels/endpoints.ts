import { Type } from 'typebox';
import { seconds } from '../../../kernel/clock.ts';
import { endpoint } from '../../declare.ts';
import { canAccessMetadata } from '../channels/rules.ts';
import { restorableUntil } from './rules.ts';
import { ArchivedChannelView } from './types.ts';

export const getArchivedChannels = endpoint({
  method: 'GET',
  path: '/archived_channels',
  summary: 'Get the archived channels, and when they are deleted permanently',
  auth: 'administrator',
  returns: { channels: Type.Array(ArchivedChannelView) },
  handle: ({ app, user }) => ({
    channels: app.channels
      .all()
      .filter((channel) => channel.is_archived && canAccessMetadata(app, user, channel))
      .map((channel) => ({
        stream_id: channel.id,
        restorable_until: restorableUntil(app, channel, seconds(app.clock)),
      })),
  }),
});
