import { Type } from 'typebox';
import { seconds } from '../../../kernel/clock.ts';
import { Nullable } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { canAccessMetadata } from '../channels/rules.ts';
import { restorableUntil } from './rules.ts';

/** An archived channel, and when it is deleted permanently. */
export const ArchivedChannelView = Type.Object({
  stream_id: Type.Integer(),
  /** When it is deleted permanently; null: it is kept. */
  restorable_until: Nullable(Type.Integer()),
});

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
