import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import { readAccess, requireReadableChannel } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';

/**
 * Returns the channel with this id or name; both together are not allowed. Throws the same error for unknown and
 * invisible channels.
 */
export function requireOneChannel(
  app: App,
  user: User,
  { stream_id, stream }: { stream_id?: number; stream?: string },
): Channel {
  if (stream_id !== undefined && stream !== undefined) throw badRequest("Please choose one: 'stream' or 'stream_id'.");
  if (stream_id !== undefined) return requireReadableChannel(app, user, stream_id);
  if (stream === undefined) throw badRequest("Please supply 'stream'.");
  const channel = app.channels.named(stream.trim());
  if (!channel || readAccess(app, user, channel) === 'none') throw badRequest(`Invalid channel name '${stream}'`);
  return channel;
}
