import type { App } from '../../../app.ts';
import { addSubscribers } from '../../channels/subscriptions/subscribe.ts';
import { insertUser, type UserDraft } from './actions.ts';
import type { User } from './types.ts';

/** Makes an account and subscribes it to the default channels. */
export function createUser(app: App, draft: UserDraft): User {
  return app.db.write(() => {
    const user = insertUser(app, draft);
    subscribeToDefaultChannels(app, user);
    return user;
  });
}

/** Subscribes someone new to the default channels; guests and bots join only what they are put into. */
export function subscribeToDefaultChannels(app: App, user: User): void {
  if (user.role === 600 || user.is_bot) return;
  addSubscribers(
    app,
    [user],
    app.channels.defaults().map((id) => app.channels.byId(id)!),
  );
}
