import { Type } from 'typebox';
import type { ClientKind } from '../../kernel/events/client.ts';
import { shapedEvent } from '../../kernel/events/event.ts';
import { reactionsShown } from '../messages/reactions.ts';
import { Reaction } from '../messages/types.ts';
import type { StoredReaction } from './repository.ts';

const fields = { message_id: Type.Integer(), ...Reaction.properties };
const shape = (reaction: StoredReaction, kind: ClientKind) => ({
  message_id: reaction.message_id,
  ...reactionsShown([reaction], kind)[0]!,
});

export const reactionAdded = shapedEvent<StoredReaction>('reaction', 'add', fields, { shape });
export const reactionRemoved = shapedEvent<StoredReaction>('reaction', 'remove', fields, { shape });
