/** The stored form; the specification's `service_extra_emoji` is `zulip_extra_emoji` here. */
export const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const;
export type ReactionType = (typeof REACTION_TYPES)[number];

/**
 * Which emoji: for `unicode_emoji` the code is the dash-separated hex of its code points, for `zulip_extra_emoji` its
 * name.
 */
export interface Emoji {
  emoji_name: string;
  emoji_code: string;
  reaction_type: ReactionType;
}

/** An emoji as a client names it: the name is enough; type and code make it exact. */
export interface GivenEmoji {
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: string;
}
