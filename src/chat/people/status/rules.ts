import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { noSuchUser, otherUserDeactivated } from '../../errors.ts';
import { requireEmoji, requireValid } from '../../messages/reactions/rules.ts';
import { requireAccessibleUser } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import type { StatusChange, StoredStatus } from './types.ts';

/** Returns an active person the viewer can see: only they can have a status. */
export function requirePerson(app: App, viewer: User, id: number): User {
  const person = requireAccessibleUser(app, viewer, id);
  if (person.is_bot) throw noSuchUser();
  if (!person.is_active) throw otherUserDeactivated();
  return person;
}

type Emoji = Pick<StoredStatus, 'emoji_name' | 'emoji_code' | 'reaction_type'>;
export const NO_EMOJI: Emoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' };
export const NO_STATUS = { status_text: '', ...NO_EMOJI, scheduled_end_time: null };

/** In seconds. */
const LONGEST_STATUS = 366 * 86_400;

/** Throws for an end that is past or more than a year away. */
export function requireEndTime(app: App, end: number): void {
  const remaining = end - seconds(app.clock);
  if (remaining <= 0) throw badRequest('The status must end in the future.');
  if (remaining > LONGEST_STATUS) throw badRequest('The status must end within a year.');
}

/**
 * Returns the complete emoji a client means; undefined: it sends none. Throws for unknown emoji and a code without a
 * name. `stored` is the emoji of the current status.
 */
export function requireStatusEmoji(
  app: App,
  { emoji_name, emoji_code, reaction_type }: StatusChange,
  stored: Emoji | undefined,
): Emoji | undefined {
  if (emoji_name === '') return NO_EMOJI;
  if (emoji_name === undefined) {
    if (emoji_code || reaction_type)
      throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
    return undefined;
  }
  const emoji = requireEmoji(app, {
    emoji_name,
    ...(emoji_code && { emoji_code }),
    ...(reaction_type && { reaction_type }),
  });
  // Clients send the current emoji along with a new text. The emoji set may have changed since it was stored.
  const isUnchanged =
    emoji.emoji_name === stored?.emoji_name &&
    emoji.emoji_code === stored.emoji_code &&
    emoji.reaction_type === stored.reaction_type;
  if (!isUnchanged) requireValid(app, emoji);
  return emoji;
}
