import { type Static, Type } from 'typebox';

/** The values of `video_chat_provider` that Klatch supports. `link` is the operator's own; Zulip does not have it. */
export const CALL_PROVIDERS = { none: 0, jitsi: 1, bigBlueButton: 4, zoom: 5, link: 100 } as const;

/** A call that rings, as one of its users sees it. Each call has one message, whose ID is also the ID of the call. */
export const Call = Type.Object({
  message_id: Type.Integer(),
  caller_id: Type.Integer(),
  /** The users of the direct message conversation, including the caller, ascending. */
  user_ids: Type.Array(Type.Integer()),
  /** Where this user joins the call. */
  url: Type.String(),
  /** UNIX time in seconds at which it stops ringing. */
  until: Type.Integer(),
});
export type Call = Static<typeof Call>;

/** What a called user does. */
export const Answer = Type.Enum(['accepted', 'declined']);
export type Answer = Static<typeof Answer>;

/**
 * Why a call no longer rings for a user. For called users, what they answered themselves. For the caller, `accepted` if
 * anybody did, and `declined` if everybody did. `missed`: nobody answered in time.
 */
export const Outcome = Type.Enum(['accepted', 'declined', 'canceled', 'missed']);
export type Outcome = Static<typeof Outcome>;
