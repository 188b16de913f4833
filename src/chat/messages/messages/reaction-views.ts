import type { ClientKind } from '../../../kernel/events/client.ts';
import type { StoredReaction } from '../reactions/repository.ts';
import type { Reaction } from './types.ts';

/** The names of those who reacted, for clients that show only names. */
export type Reactor = NonNullable<Reaction['user']>;

/** Converts a reaction for clients. The two names of one type are chosen by the requesting client. */
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

/** Zulip's own clients know only `zulip_extra_emoji`; others receive the specification's name. */
export const shownType = (stored: string, kind: ClientKind): ReactionType =>
  stored === 'zulip_extra_emoji' && !kind.zulip_names ? 'service_extra_emoji' : (stored as ReactionType);
