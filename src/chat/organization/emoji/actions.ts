import type { App } from '../../../app.ts';
import { putImage } from '../../files/images/actions.ts';
import type { PictureFiles } from '../../files/images/types.ts';
import type { User } from '../../people/users/types.ts';
import { realmEmojiUpdated } from './events.ts';
import { requireCanAddEmoji, requireFreeName, requireOwn } from './rules.ts';

/** Adds an emoji. Throws for callers who may not, and for invalid and taken names. */
export function addEmoji(app: App, user: User, input: string, files: PictureFiles): void {
  requireCanAddEmoji(app, user);
  insertEmoji(app, { name: requireFreeName(app, user, input), author_id: user.id }, files);
}

/** Does the same without checking name and permissions. Returns the emoji's id. */
export function insertEmoji(
  app: App,
  { name, author_id, is_deactivated = false }: { name: string; author_id: number; is_deactivated?: boolean },
  files: PictureFiles,
): number {
  return app.db.write(() => {
    const id = app.realmEmoji.add(name, author_id);
    putImage(app, `emoji/${id}`, files);
    if (is_deactivated) app.realmEmoji.deactivate(id);
    publishEmoji(app);
    return id;
  });
}

/**
 * Deactivates an emoji. It is still shown where it was used. Throws unless the caller created it or is an
 * administrator.
 */
export function deactivateEmoji(app: App, user: User, name: string): void {
  const { id } = requireOwn(app, user, name);
  app.db.write(() => {
    app.realmEmoji.deactivate(Number(id));
    publishEmoji(app);
  });
}

const publishEmoji = (app: App): void =>
  app.events.publish(realmEmojiUpdated({ realm_emoji: app.realmEmoji.all() }), app.users.activeIds());
