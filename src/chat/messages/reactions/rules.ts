import type { App } from '../../../app.ts';
import { EXTRA_EMOJI, emojiNamed, findNames } from '../../../emoji/table.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { invalidMessages, noSuchEmoji } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import { requireReadableMessage } from '../messages/rules.ts';
import type { StoredMessage } from '../messages/types.ts';
import { type Emoji, type GivenEmoji, REACTION_TYPES, type ReactionType } from './types.ts';

/**
 * Returns a message the user may react to: they can read it, and its channel is not archived. All others throw the same
 * error.
 */
export function requireReactable(app: App, user: User, id: number): StoredMessage {
  const message = requireReadableMessage(app, user, id);
  if (app.channels.byRecipient(message.recipient_id)?.is_archived) throw invalidMessages();
  return message;
}

/** Finds the emoji. Does not check that name and code match (see requireValid). Throws for unknown names and types. */
export function requireEmoji(app: App, request: GivenEmoji & { emoji_name: string }): Emoji {
  const { emoji_name, emoji_code, reaction_type } = request;
  const type = reaction_type === undefined ? undefined : requireType(reaction_type);
  if (type !== undefined && emoji_code !== undefined) return { emoji_name, emoji_code, reaction_type: type };
  const named = requireNamed(app, emoji_name);
  return { emoji_name, emoji_code: emoji_code ?? named.emoji_code, reaction_type: type ?? named.reaction_type };
}

/** The same if the code alone is enough. A missing type follows from the code. */
export function requireNameOrCode(
  app: App,
  { emoji_name, emoji_code, reaction_type }: GivenEmoji,
): Pick<Emoji, 'emoji_code' | 'reaction_type'> {
  if (emoji_code === undefined && emoji_name === undefined)
    throw badRequest('At least one of the following arguments must be present: emoji_name, emoji_code');
  if (emoji_code === undefined)
    return requireEmoji(app, { emoji_name: emoji_name!, ...(reaction_type !== undefined && { reaction_type }) });
  if (reaction_type !== undefined) return { emoji_code, reaction_type: requireType(reaction_type) };
  return { emoji_code, reaction_type: emoji_code === EXTRA_EMOJI ? 'zulip_extra_emoji' : 'unicode_emoji' };
}

/** Throws for an emoji that is unknown or deactivated, and for a name that is not one of its names. */
export function requireValid(app: App, { emoji_name, emoji_code, reaction_type }: Emoji): void {
  requireCode(app, emoji_code, reaction_type);
  if (reaction_type === 'realm_emoji') {
    const { name, deactivated } = app.realmEmoji.byId(emoji_code)!;
    if (deactivated) throw badRequest('This custom emoji has been deactivated.');
    if (name !== emoji_name) throw badRequest('Invalid custom emoji name.');
    return;
  }
  const names = reaction_type === 'unicode_emoji' ? findNames(emoji_code)! : [EXTRA_EMOJI];
  if (!names.includes(emoji_name)) throw badRequest('Invalid emoji name.');
}

/** Throws for a code that its type does not have. */
export function requireCode(app: App, code: string, type: ReactionType): void {
  if (type === 'realm_emoji') {
    if (!app.realmEmoji.byId(code)) throw badRequest('Invalid custom emoji.');
    return;
  }
  const exists = type === 'unicode_emoji' ? findNames(code) !== undefined : code === EXTRA_EMOJI;
  if (!exists) throw badRequest('Invalid emoji code.');
}

export const alreadyExists = (): ApiError => new ApiError(400, 'REACTION_ALREADY_EXISTS', 'Reaction already exists.');
export const doesNotExist = (): ApiError => new ApiError(400, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.");

function requireType(type: string): ReactionType {
  const stored = type === 'service_extra_emoji' ? 'zulip_extra_emoji' : type;
  if (!(REACTION_TYPES as readonly string[]).includes(stored)) throw badRequest('Invalid emoji type.');
  return stored as ReactionType;
}

/** The organization's own emoji come first. */
function requireNamed(app: App, name: string): Pick<Emoji, 'emoji_code' | 'reaction_type'> {
  const own = app.realmEmoji.named(name);
  if (own) return { emoji_code: own.id, reaction_type: 'realm_emoji' };
  if (name === EXTRA_EMOJI) return { emoji_code: EXTRA_EMOJI, reaction_type: 'zulip_extra_emoji' };
  const emoji = emojiNamed(name);
  if (!emoji) throw noSuchEmoji(name);
  return { emoji_code: emoji.code, reaction_type: 'unicode_emoji' };
}
