import type { App } from '../../../app.ts';
import { changeName } from '../users/actions.ts';
import { usableFullName } from '../users/names.ts';
import type { User } from '../users/types.ts';
import { copyAvatar } from './avatar-client.ts';
import { type EntryChange, tryChange } from './entry-changes.ts';
import type { Identity } from './types.ts';

/** Copies the name and the avatar from the provider, if the settings want that. Returns the changes of the name. */
export function updateProfile(
  app: App,
  user: User,
  identity: Identity,
  { updateName, updateAvatar }: { updateName: boolean; updateAvatar: boolean },
): EntryChange[] {
  const { picture, issuer, subject } = identity;
  if (updateAvatar && picture && app.identities.byId(issuer, subject)?.picture !== picture)
    app.db.afterCommit(() => void copyAvatar(app, user.id, identity));
  const value = usableFullName(identity.fullName ?? '');
  if (!updateName || value === '' || value === user.full_name) return [];
  return [tryChange(app, user, { change: 'name', value }, () => changeName(app, undefined, user, value))];
}
