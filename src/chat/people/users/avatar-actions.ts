import type { App } from '../../../app.ts';
import { putImage, removeImage } from '../../files/images/actions.ts';
import type { PictureFiles } from '../../files/images/types.ts';
import { botUpdated } from '../../integrations/bots/events.ts';
import { userUpdated } from './events.ts';
import { requireCanChangeAvatar, usersWithAccessTo } from './rules.ts';
import type { User } from './types.ts';
import { avatarUrl, mediumAvatarUrl } from './views.ts';

/** Stores an uploaded avatar and returns its URL. Throws if the user may not change it. */
export function setOwnAvatar(app: App, user: User, files: PictureFiles): string {
  requireCanChangeAvatar(app, user);
  return setAvatar(app, user, files);
}

/** Does the same without checking permissions. */
export function setAvatar(app: App, user: User, files: PictureFiles): string {
  return app.db.write(() => {
    putImage(app, `avatar/${user.id}`, files);
    return change(app, user, 'U');
  });
}

/** Removes the uploaded avatar and returns the URL of the generated one. Throws if the user may not change it. */
export function removeAvatar(app: App, user: User): string {
  requireCanChangeAvatar(app, user);
  if (user.avatar_source === 'J') return avatarUrl(app, user, false)!;
  return app.db.write(() => {
    removeImage(app, `avatar/${user.id}`);
    return change(app, user, 'J');
  });
}

function change(app: App, { id: user_id }: User, source: 'U' | 'J'): string {
  app.users.setAvatar(source, user_id);
  const user = app.users.byId(user_id)!;
  const { avatar_source, avatar_version } = user;
  const avatar_url = avatarUrl(app, user, false)!;
  const person = { user_id, avatar_url, avatar_url_medium: mediumAvatarUrl(app, user), avatar_source, avatar_version };
  app.events.publish(userUpdated({ person }), usersWithAccessTo(app, user));
  if (user.is_bot) app.events.publish(botUpdated({ bot: { user_id, avatar_url } }), app.users.listKeepers(user));
  return avatar_url;
}
