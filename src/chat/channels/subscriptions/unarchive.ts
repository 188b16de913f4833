import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { mustBeAdministrator } from '../../errors.ts';
import { isAdministrator } from '../../people/users/roles.ts';
import type { User } from '../../people/users/types.ts';
import { requireNotBeingDeleted } from '../archived-channels/rules.ts';
import { channelChanged, channelsAppeared, subscribersAdded } from '../channels/events.ts';
import { usersWithAccess } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import { channelView } from '../channels/views.ts';
import { publishSubscribed } from './subscribe.ts';

/**
 * Unarchives a channel with its subscribers. Throws UNAUTHORIZED_PRINCIPAL unless the caller is an administrator.
 * Clients that do not know archived channels receive it as a new one.
 */
export function unarchiveChannel(app: App, actor: User, archived: Channel): void {
  if (!isAdministrator(actor)) throw mustBeAdministrator();
  if (!archived.is_archived) throw badRequest('Channel is not currently deactivated');
  requireNotBeingDeleted(app, archived);
  app.db.write(() => {
    app.archivedChannels.forget(archived.id);
    const { id: stream_id, name } = archived;
    app.channels.set(stream_id, 'is_archived', false);
    const channel = app.channels.byId(stream_id)!;
    const audience = usersWithAccess(app, channel);
    app.events.publish(
      channelChanged({ stream_id, name, property: 'is_archived', value: false, to: 'new clients' }),
      audience,
    );
    app.events.publish(channelsAppeared({ streams: [channelView(app, channel)], to: 'old clients' }), audience);
    const subscribers = [...app.subscriptions.subscribersOf(stream_id)];
    if (subscribers.length > 0)
      app.events.publish(
        subscribersAdded({ stream_ids: [stream_id], user_ids: subscribers, to: 'old clients' }),
        audience,
      );
    publishSubscribed(app, new Map(subscribers.map((id) => [app.users.byId(id)!, [channel]])), true);
  });
}
