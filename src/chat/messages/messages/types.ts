import { type Static, Type } from 'typebox';
import { MapOf, Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';

/**
 * Bits of a message's `facts`: what rendering found in it, and how it was sent. `unreadForSender`: a program sent it in
 * its user's name, so it is unread for this user, too.
 */
export const FACT = {
  link: 1,
  image: 2,
  attachment: 4,
  mentionsChannel: 8,
  me: 16,
  resolveNotice: 32,
  unreadForSender: 64,
} as const;

/** The facts that stay when a message is edited. */
export const LASTING_FACTS = FACT.resolveNotice | FACT.unreadForSender;

/** Rare facts about one message for one user, as bits of `message_flag.flags`. */
export const FLAG = { starred: 1, collapsed: 2, mentioned: 4, topicWildcard: 8, alertWord: 16, copy: 32 } as const;

/** A message as it is stored. */
export interface StoredMessage {
  id: number;
  recipient_id: number;
  /** The original recipient, if it was moved to another channel since. */
  origin_id: number | null;
  sender_id: number;
  /** null: a direct message. */
  topic_id: number | null;
  subject: string;
  content: string;
  rendered_content: string;
  date_sent: number;
  client_id: number;
  facts: number;
  last_edit_timestamp: number | null;
  last_moved_timestamp: number | null;
  /** JSON, newest first. */
  edit_history: string | null;
}

export const EditHistoryEntry = Type.Object({
  user_id: Nullable(Type.Integer()),
  timestamp: Type.Integer(),
  prev_content: Maybe(Type.String()),
  prev_rendered_content: Maybe(Type.String()),
  prev_stream: Maybe(Type.Integer()),
  prev_topic: Maybe(Type.String()),
  stream: Maybe(Type.Integer()),
  topic: Maybe(Type.String()),
});

export type EditHistoryEntry = Static<typeof EditHistoryEntry>;

export const Reaction = Type.Object({
  emoji_name: Type.String(),
  emoji_code: Type.String(),
  reaction_type: OneOf('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', 'service_extra_emoji'),
  user_id: Type.Integer(),
  /** For clients that request `former_fields`. */
  user: Maybe(Type.Object({ user_id: Type.Integer(), email: Type.String(), full_name: Type.String() })),
});
export type Reaction = Static<typeof Reaction>;

export const DirectRecipient = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  full_name: Type.String(),
  is_mirror_dummy: Type.Boolean(),
});
export type DirectRecipient = Static<typeof DirectRecipient>;

/** A message as clients see it; `flags` and the search's matches are the reader's own. */
const fields = {
  id: Type.Integer(),
  type: OneOf('stream', 'private'),
  stream_id: Maybe(Type.Integer()),
  display_recipient: Type.Union([Type.String(), Type.Array(DirectRecipient)]),
  subject: Type.String(),
  topic_links: Type.Array(Type.Object({ text: Type.String(), url: Type.String() })),
  recipient_id: Type.Integer(),
  sender_id: Type.Integer(),
  sender_email: Type.String(),
  sender_full_name: Type.String(),
  sender_realm_str: Type.String(),
  avatar_url: Nullable(Type.String()),
  client: Type.String(),
  content: Type.String(),
  content_type: OneOf('text/html', 'text/x-markdown'),
  is_me_message: Type.Boolean(),
  timestamp: Type.Integer(),
  reactions: Type.Array(Reaction),
  submessages: Type.Array(
    Type.Object({
      id: Type.Integer(),
      message_id: Type.Integer(),
      sender_id: Type.Integer(),
      msg_type: Type.String(),
      content: Type.String(),
    }),
  ),
  edit_history: Maybe(Type.Array(EditHistoryEntry)),
  last_edit_timestamp: Maybe(Type.Integer()),
  last_moved_timestamp: Maybe(Type.Integer()),
};

/** In a `message` event, flags are beside the message. */
export const MessageView = Type.Object(fields);
export type MessageView = Static<typeof MessageView>;

/** As it is fetched. */
export const FetchedMessage = Type.Object({
  ...fields,
  flags: Type.Array(Type.String()),
  match_content: Maybe(Type.String()),
  match_subject: Maybe(Type.String()),
});
export type FetchedMessage = Static<typeof FetchedMessage>;

export const Matches = MapOf(Type.Object({ match_content: Maybe(Type.String()), match_subject: Maybe(Type.String()) }));

/** A narrow term as clients send it: `{operator, operand, negated}` or `[operator, operand]`. */
export const NarrowTerm = Type.Union([
  Type.Object(
    {
      operator: Type.String(),
      operand: Type.Union([Type.String(), Type.Integer(), Type.Array(Type.Integer())]),
      negated: Maybe(Type.Boolean()),
    },
    { additionalProperties: true },
  ),
  Type.Array(Type.Union([Type.String(), Type.Integer()]), { minItems: 2, maxItems: 2 }),
]);
export type NarrowTerm = Static<typeof NarrowTerm>;

/** The fields of a message that setting flags needs. */
export type Flaggable = Pick<
  StoredMessage,
  'id' | 'recipient_id' | 'origin_id' | 'sender_id' | 'topic_id' | 'subject' | 'facts'
>;

/** The marked matches of a search in one message. */
export interface Match {
  match_content?: string;
  match_subject?: string;
}
