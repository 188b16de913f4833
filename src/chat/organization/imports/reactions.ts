import type { App } from '../../../app.ts';
import { LIMITS } from '../../../limits.ts';
import { insertPin } from '../../messages/pins/actions.ts';
import { insertReaction } from '../../messages/reactions/actions.ts';
import { findUser } from './context.ts';
import { emojiFor } from './markdown.ts';
import type { ImportedMessage, ImportedReaction, ImportOrigin, Skipped } from './types.ts';

/** A reaction of one user, and those that cannot be stored, with the reason. */
interface SortedReactions<Emoji, User> {
  wanted: { emoji: Emoji; user: User }[];
  skipped: { reason: string; number: number }[];
}

/**
 * Finds the emoji and users of reactions. Skin tones are not kept, so that two reactions of a user can become one.
 * `emojiOf` and `userOf` return undefined for those that are not here.
 */
function sortReactions<Emoji extends { emoji_code: string }, User>(
  reactions: readonly ImportedReaction[],
  emojiOf: (name: string) => Emoji | undefined,
  userOf: (origin: string) => User | undefined,
): SortedReactions<Emoji, User> {
  const sorted: SortedReactions<Emoji, User> = { wanted: [], skipped: [] };
  const seen = new Set<string>();
  for (const { emoji: name, users } of reactions) {
    const emoji = emojiOf(name);
    if (!emoji) {
      sorted.skipped.push({ reason: `no emoji is called '${name}'`, number: Math.max(1, users.length) });
      continue;
    }
    for (const origin of users) {
      const user = userOf(origin);
      const key = `${emoji.emoji_code} ${origin}`;
      if (user === undefined) sorted.skipped.push({ reason: `its user '${origin}' is not in the archive`, number: 1 });
      else if (seen.has(key))
        sorted.skipped.push({ reason: 'the same user reacted with this emoji in another skin tone', number: 1 });
      else sorted.wanted.push({ emoji, user });
      seen.add(key);
    }
  }
  return sorted;
}

/** The reactions with emoji that exist here. */
export const knownReactions = (app: App, source: ImportOrigin, { reactions }: ImportedMessage): ImportedReaction[] =>
  reactions.filter(({ emoji }) => emojiFor(app, source, emoji) !== undefined);

/** Adds the reactions that are not there yet. Returns their number. */
export function addReactions(
  app: App,
  source: ImportOrigin,
  message_id: number,
  { origin, reactions }: ImportedMessage,
  skipped: Skipped[],
): number {
  if (reactions.length === 0) return 0;
  const sorted = sortReactions(
    reactions,
    (name) => emojiFor(app, source, name),
    (user) => findUser({ app, source }, user),
  );
  for (const one of sorted.skipped) skipped.push({ kind: 'reaction', origin, ...one });
  const there = new Set(app.reactions.ofMessage(message_id).map((one) => `${one.user_id} ${one.emoji_code}`));
  let added = 0;
  for (const { emoji, user } of sorted.wanted) {
    const key = `${user.id} ${emoji.emoji_code}`;
    if (there.has(key)) continue;
    there.add(key);
    insertReaction(app, { message_id, user_id: user.id, ...emoji });
    added += 1;
  }
  return added;
}

/** Pins a message that is not pinned here. Returns the number of new pins. */
export function addPin(
  app: App,
  source: ImportOrigin,
  { id, recipient_id }: { id: number; recipient_id: number },
  { origin, pinned, sent }: ImportedMessage,
  skipped: Skipped[],
): number {
  if (!pinned || app.pins.byId(id)) return 0;
  if (app.pins.count(recipient_id)! >= LIMITS.pins_of_channel) {
    skipped.push({ kind: 'pin', origin, reason: `its conversation has ${LIMITS.pins_of_channel} pins` });
    return 0;
  }
  const user = pinned.by === undefined ? undefined : findUser({ app, source }, pinned.by);
  insertPin(app, { message_id: id, recipient_id, user_id: user?.id ?? null, time: pinned.at ?? sent });
  return 1;
}
