import { type Static, Type } from 'typebox';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';

/**
 * A user's status. Without an emoji, its three fields are absent. `scheduled_end_time` is in seconds; 0 in an event
 * means that the status no longer ends by itself. Older clients send `away` to hide presence.
 */
export const Status = Type.Object({
  away: Maybe(Type.Boolean()),
  status_text: Maybe(Type.String()),
  emoji_name: Maybe(Type.String()),
  emoji_code: Maybe(Type.String()),
  reaction_type: Maybe(OneOf('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', 'service_extra_emoji')),
  scheduled_end_time: Maybe(Type.Integer()),
});
export type Status = Static<typeof Status>;

/** The stored form: '' means none, and then `reaction_type` has no meaning. */
export interface StoredStatus {
  user_id: number;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  /** When it ends by itself, in seconds; null: never. */
  scheduled_end_time: number | null;
}

/** The requested changes; the emoji has the name the client sends, '' for none. */
export interface StatusChange {
  status_text?: string;
  away?: boolean;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: string;
  scheduled_end_time?: number;
}
