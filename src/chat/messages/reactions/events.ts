import { Type } from 'typebox';
import type { ClientKind } from '../../../kernel/events/client.ts';
import { shapedEvent } from '../../../kernel/events/event.ts';
import { Reaction } from '../messages/types.ts';
import { type Reactor, reactionsShown } from '../messages/views.ts';
import type { StoredReaction } from './repository.ts';

/** A reaction, with its user as each recipient may see them. */
export interface Reacted {
  reaction: StoredReaction;
  reactor: Reactor;
  /** The channel of the message; undefined: direct messages. */
  channel_id: number | undefined;
}

const fields = { message_id: Type.Integer(), ...Reaction.properties };
const channels = ({ channel_id }: Reacted) => [channel_id];
const shape = ({ reaction, reactor }: Reacted, kind: ClientKind) => ({
  message_id: reaction.message_id,
  ...reactionsShown([reaction], kind, () => reactor)[0]!,
});

export const reactionAdded = shapedEvent<Reacted>()('reaction', 'add', fields, { channels, shape });
export const reactionRemoved = shapedEvent<Reacted>()('reaction', 'remove', fields, { channels, shape });
