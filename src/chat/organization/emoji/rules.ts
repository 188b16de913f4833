import type { App } from '../../../app.ts';
import { EXTRA_EMOJI, emojiNamed } from '../../../emoji/table.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { insufficientPermission, noSuchEmoji } from '../../errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import { isAdministrator, type User } from '../../people/users/types.ts';
import { ONE_ROW, personBehind, requireRoom } from '../row-limits/rules.ts';
import type { RealmEmoji } from './types.ts';

const LONGEST = 64;

/**
 * Returns the name as it is stored. Throws for invalid and taken names; only administrators may override a standard
 * emoji.
 */
export function requireFreeName(app: App, user: User, input: string): string {
  const name = input.trim().replaceAll(' ', '_');
  if (name === '') throw badRequest('Emoji name is missing');
  if (name.length > LONGEST) throw badRequest(`Emoji name is too long (limit: ${LONGEST} characters)`);
  if (!/^[0-9a-z_.-]+$/.test(name))
    throw badRequest(
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.',
    );
  if (!/[0-9a-z]$/.test(name)) throw badRequest('Emoji names must end with either a letter or digit.');
  if (app.realmEmoji.named(name)) throw badRequest('A custom emoji with this name already exists.');
  if ((name === EXTRA_EMOJI || emojiNamed(name)) && !isAdministrator(user))
    throw badRequest('Only administrators can override default emoji.');
  return name;
}

/** Throws unless the caller may add emoji, and if there are too many. */
export function requireCanAddEmoji(app: App, user: User): void {
  if (!hasRealmPermission(app, user, 'can_add_custom_emoji_group')) throw insufficientPermission();
  requireRoom(app, 'realm_emoji', ONE_ROW, personBehind(user));
}

/**
 * Returns the active emoji with this name. Throws 404 if there is none, and for callers who neither created it nor are
 * administrators.
 */
export function requireOwn(app: App, user: User, name: string): RealmEmoji {
  const emoji = app.realmEmoji.named(name);
  if (!emoji) throw notFound(noSuchEmoji(name).message);
  if (!isAdministrator(user) && emoji.author_id !== user.id)
    throw badRequest('Must be an organization administrator or emoji author');
  return emoji;
}
