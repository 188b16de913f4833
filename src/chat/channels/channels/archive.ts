import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { cannotAdministerChannel } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import { publishDefaultChannels } from './create.ts';
import { channelChanged, channelsVanished } from './events.ts';
import { canAdminister, usersWithAccess } from './rules.ts';
import type { Channel } from './types.ts';

/**
 * Archives a channel: its messages stay readable, and nobody can send. Clients that do not know archived channels
 * receive its removal.
 */
export function archiveChannel(app: App, actor: User, channel: Channel): void {
  if (!canAdminister(app, actor, channel)) throw cannotAdministerChannel();
  if (channel.is_archived) throw badRequest('Channel is already deactivated');
  app.db.write(() => {
    const { id: stream_id, name, is_default } = channel;
    app.channels.set(stream_id, 'is_archived', true);
    if (is_default) {
      app.channels.set(stream_id, 'is_default', false);
      publishDefaultChannels(app);
    }
    const audience = usersWithAccess(app, app.channels.byId(stream_id)!);
    app.events.publish(
      channelChanged({ stream_id, name, property: 'is_archived', value: true, to: 'new clients' }),
      audience,
    );
    app.events.publish(channelsVanished({ stream_ids: [stream_id], to: 'old clients' }), audience);
  });
}
