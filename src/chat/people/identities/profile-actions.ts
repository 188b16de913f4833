import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { changeName } from '../users/actions.ts';
import { usableFullName } from '../users/names.ts';
import type { User } from '../users/types.ts';
import { copyAvatar } from './avatar-client.ts';
import type { Identity } from './types.ts';

/** Copies the name and the avatar from the provider, if the settings want that. */
export function updateProfile(
  app: App,
  user: User,
  identity: Identity,
  { updateName, updateAvatar }: { updateName: boolean; updateAvatar: boolean },
): void {
  if (updateName && identity.fullName) tryName(app, user, usableFullName(identity.fullName));
  const { picture, issuer, subject } = identity;
  if (!updateAvatar || !picture || app.identities.byId(issuer, subject)?.picture === picture) return;
  app.db.afterCommit(() => void copyAvatar(app, user.id, identity));
}

/** A name that is not allowed here, or taken, is left out. */
function tryName(app: App, user: User, name: string): void {
  try {
    changeName(app, undefined, user, name);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    app.log.warn({ user: user.id, reason: error.message }, 'a name from an identity provider was not applied');
  }
}
