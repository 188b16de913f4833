import type { App } from '../../../app.ts';
import { announceFullMembers } from '../../people/groups/full-members.ts';
import { canAccessMetadata, isSubscribed } from './rules.ts';
import { channelsVisibleThrough, showChannel } from './visibility.ts';

/** Publishes new full members, and the private channels they can see now. */
export function publishNewFullMembers(app: App): void {
  app.db.write(() => {
    const promoted = announceFullMembers(app).map((id) => app.users.byId(id)!);
    if (promoted.length === 0) return;
    for (const channel of channelsVisibleThrough(app, app.groups.system('role:fullmembers'))) {
      if (!channel.invite_only) continue;
      const gained = promoted.filter(
        (user) => canAccessMetadata(app, user, channel) && !isSubscribed(app, user, channel),
      );
      showChannel(app, channel, new Set(gained.map(({ id }) => id)));
    }
  });
}
