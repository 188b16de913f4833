import type { App } from '../../../app.ts';
import { EXTRA_EMOJI, emojiNamed } from '../../../emoji/table.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { RealmEmoji } from './types.ts';

const LONGEST = 64;

/** The name as it is kept. Refuses what is none, and one that is taken; only administrators put theirs before a usual emoji. */
export function requireFreeName(app: App, user: User, given: string): string {
  const name = given.trim().replaceAll(' ', '_');
  if (name === '') throw badRequest('Emoji name is missing');
  if (name.length > LONGEST) throw badRequest(`Emoji name is too long (limit: ${LONGEST} characters)`);
  if (!/^[0-9a-z_.-]+$/.test(name))
    throw badRequest(
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.',
    );
  if (!/[0-9a-z]$/.test(name)) throw badRequest('Emoji names must end with either a letter or digit.');
  if (app.realmEmoji.named(name)) throw badRequest('A custom emoji with this name already exists.');
  if ((name === EXTRA_EMOJI || emojiNamed(name)) && user.role > 200)
    throw badRequest('Only administrators can override default emoji.');
  return name;
}

/** Refuses who may not add emoji. */
export function requireCanAddEmoji(app: App, user: User): void {
  if (!hasRealmPermission(app, user, 'can_add_custom_emoji_group')) throw badRequest('Insufficient permission');
}

/** The emoji in use with that name. Refuses (404) one that is not there, and who neither made it nor administrates. */
export function requireOwn(app: App, user: User, name: string): RealmEmoji {
  const emoji = app.realmEmoji.named(name);
  if (!emoji) throw notFound(`Emoji '${name}' does not exist`);
  if (user.role > 200 && emoji.author_id !== user.id)
    throw badRequest('Must be an organization administrator or emoji author');
  return emoji;
}
