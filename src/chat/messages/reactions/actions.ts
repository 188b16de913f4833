import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { EventMaker } from '../../../kernel/events/event.ts';
import { LIMITS } from '../../../limits.ts';
import { followAfterReacting } from '../../channels/topics/actions.ts';
import { inaccessibleUsers } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { isPublic, usersWithMessage } from '../messages/rules.ts';
import type { StoredMessage } from '../messages/types.ts';
import { reactorFor } from '../messages/views.ts';
import { type Reacted, reactionAdded, reactionRemoved } from './events.ts';
import type { StoredReaction } from './repository.ts';
import {
  alreadyExists,
  doesNotExist,
  requireCode,
  requireEmoji,
  requireNameOrCode,
  requireReactable,
  requireValid,
} from './rules.ts';
import type { GivenEmoji } from './types.ts';

/** Adds a reaction. Throws for a message the user cannot read, an unknown emoji, and REACTION_ALREADY_EXISTS. */
export function addReaction(
  app: App,
  actor: User,
  messageId: number,
  request: GivenEmoji & { emoji_name: string },
): void {
  const message = requireReactable(app, actor, messageId);
  const { emoji_name, emoji_code, reaction_type } = requireEmoji(app, request);
  const all = app.reactions.ofMessage(messageId);
  if (all.filter(({ user_id }) => user_id === actor.id).length >= LIMITS.reactions_of_user)
    throw badRequest(`Too many reactions (limit: ${LIMITS.reactions_of_user})`);
  const existing = all.filter((other) => other.emoji_code === emoji_code && other.reaction_type === reaction_type);
  if (existing.some(({ user_id }) => user_id === actor.id)) throw alreadyExists();
  // An emoji has one name per message: a second user's reaction gets the name of the first.
  const [first] = existing;
  if (!first) requireValid(app, { emoji_name, emoji_code, reaction_type });
  const reaction = {
    message_id: messageId,
    user_id: actor.id,
    reaction_type,
    emoji_code,
    emoji_name: first?.emoji_name ?? emoji_name,
  };
  app.db.write(() => {
    app.reactions.add(reaction);
    const channel = app.channels.byRecipient(message.recipient_id);
    if (channel) followAfterReacting(app, actor, channel, message.subject);
    publishReaction(app, actor, message, reactionAdded, reaction);
  });
}

/**
 * Removes the caller's own reaction. Throws for a message the user cannot read, an unknown emoji, and
 * REACTION_DOES_NOT_EXIST.
 */
export function removeReaction(app: App, actor: User, messageId: number, request: GivenEmoji): void {
  const message = requireReactable(app, actor, messageId);
  const own = app.reactions.ofMessage(messageId).filter(({ user_id }) => user_id === actor.id);
  const reaction = findReaction(app, own, request);
  app.db.write(() => {
    app.reactions.remove(messageId, actor.id, reaction.reaction_type, reaction.emoji_code);
    publishReaction(app, actor, message, reactionRemoved, reaction);
  });
}

/**
 * Finds the reaction that a request names, among those of one user on one message. A name alone means first the name
 * under which the reaction is stored: the emoji set may have changed since. Throws if the emoji is unknown, or
 * REACTION_DOES_NOT_EXIST.
 */
function findReaction(app: App, own: readonly StoredReaction[], request: GivenEmoji): StoredReaction {
  if (request.emoji_code === undefined && request.reaction_type === undefined) {
    const stored = own.find(({ emoji_name }) => emoji_name === request.emoji_name);
    if (stored) return stored;
  }
  const { emoji_code, reaction_type } = requireNameOrCode(app, request);
  const found = own.find((one) => one.emoji_code === emoji_code && one.reaction_type === reaction_type);
  if (found) return found;
  requireCode(app, emoji_code, reaction_type);
  throw doesNotExist();
}

/** For all users who have the message. Guests who cannot see the user who reacted receive no name. */
function publishReaction(
  app: App,
  actor: User,
  message: StoredMessage,
  happened: EventMaker<Reacted>,
  reaction: StoredReaction,
): void {
  const audience = usersWithMessage(app, message);
  const channel_id = app.channels.byRecipient(message.recipient_id)?.id;
  const eventFor = (viewer: User) => happened({ reaction, reactor: reactorFor(app, viewer, actor.id), channel_id });
  const withoutAccess = inaccessibleUsers(app, actor, audience);
  for (const id of withoutAccess) app.events.publish(eventFor(app.users.byId(id)!), [id]);
  const others =
    withoutAccess.length === 0 ? audience : new Set([...audience].filter((id) => !withoutAccess.includes(id)));
  app.events.publish(eventFor(actor), others, isPublic(app, message));
}

/** Removes all reactions to a message that is deleted. Call it inside `db.write`. */
export function removeReactions(app: App, messageId: number): void {
  app.reactions.removeOfMessage(messageId);
}

/** Stores a reaction without checking and publishing it. Call it inside `db.write`. */
export function insertReaction(app: App, reaction: StoredReaction): void {
  app.reactions.add({ ...reaction });
}
