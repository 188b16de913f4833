import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { canAccessMetadata } from '../channels/rules.ts';
import { EMPTY_TOPIC_NAME } from '../topics/types.ts';

const MUTED = 1;

/** The muted topics of channels the user can see, as `[channel name, topic, when]`. */
export function mutedTopics(app: App, user: User): (string | number)[][] {
  return app.userTopics
    .ofUser(user.id)
    .filter(
      ({ channel_id, visibility_policy }) =>
        visibility_policy === MUTED && canAccessMetadata(app, user, app.channels.byId(channel_id)!),
    )
    .map(({ channel_id, topic_name, last_updated }) => [
      app.channels.byId(channel_id)!.name,
      topic_name || EMPTY_TOPIC_NAME,
      last_updated,
    ]);
}
