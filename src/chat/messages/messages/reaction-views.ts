import type { ClientKind } from '../../../kernel/events/client.ts';
import type { StoredReaction } from '../reactions/repository.ts';
import type { Reaction } from './types.ts';

/** Who reacted, for clients that know them by name only. */
export type Reactor = NonNullable<Reaction['user']>;

/** What a reaction looks like to clients; the two spellings of one type are told apart by who asks. */
export const reactionsShown = (
  reactions: readonly StoredReaction[],
  kind: ClientKind,
  reactor?: (id: number) => Reactor,
): Reaction[] =>
  reactions.map(({ emoji_name, emoji_code, reaction_type, user_id }) => ({
    emoji_name,
    emoji_code,
    reaction_type: shownType(reaction_type, kind),
    user_id,
    ...(kind.former_fields && reactor && { user: reactor(user_id) }),
  }));

type ReactionType = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji' | 'service_extra_emoji';

/** Zulip's own clients know `zulip_extra_emoji` only; others are told by the specification's name. */
export const shownType = (stored: string, kind: ClientKind): ReactionType =>
  stored === 'zulip_extra_emoji' && !kind.zulip_names ? 'service_extra_emoji' : (stored as ReactionType);
