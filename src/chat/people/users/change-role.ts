import type { App } from '../../../app.ts';
import { defaultChannelsChanged, defaultsFor } from '../../channels/channels/events.ts';
import { withChannelVisibilityDiffOf } from '../../channels/channels/visibility.ts';
import { defaultGroupsChanged } from '../../channels/default-channels/events.ts';
import { defaultGroupsFor } from '../../channels/default-channels/views.ts';
import { changeRole } from './actions.ts';
import type { Role, User } from './types.ts';

/** Changes an account's role and, with it, which channels the user can see. */
export function changeUserRole(app: App, actor: User | undefined, user: User, role: Role): void {
  app.db.write(() => {
    withChannelVisibilityDiffOf(app, user.id, () => changeRole(app, actor, user, role));
    const changed = app.users.byId(user.id)!;
    const default_streams = defaultsFor(app, changed);
    if (default_streams.length !== defaultsFor(app, user).length)
      app.events.publish(defaultChannelsChanged({ default_streams }), [user.id]);
    const default_stream_groups = defaultGroupsFor(app, changed);
    if (default_stream_groups.length !== defaultGroupsFor(app, user).length)
      app.events.publish(defaultGroupsChanged({ default_stream_groups }), [user.id]);
  });
}
