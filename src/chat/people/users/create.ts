import type { App } from '../../../app.ts';
import { addSubscribers } from '../../channels/subscriptions/subscribe.ts';
import { insertUser, type UserDraft } from './actions.ts';
import { isGuest } from './roles.ts';
import type { User } from './types.ts';

/** Creates an account and subscribes it to the default channels. */
export function createUser(app: App, draft: UserDraft): User {
  return app.db.write(() => {
    const user = insertUser(app, draft);
    subscribeToDefaultChannels(app, user);
    return user;
  });
}

/** Subscribes a new user to the default channels. Guests and bots join only the channels they are added to. */
export function subscribeToDefaultChannels(app: App, user: User): void {
  if (isGuest(user) || user.is_bot) return;
  addSubscribers(
    app,
    [user],
    app.channels.defaults().map((id) => app.channels.byId(id)!),
  );
}
