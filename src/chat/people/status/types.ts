import { type Static, Type } from 'typebox';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';

/** What someone says of themselves. Without an emoji there are none of its three; older clients know `away`: not to be seen as present. */
export const Status = Type.Object({
  away: Maybe(Type.Boolean()),
  status_text: Maybe(Type.String()),
  emoji_name: Maybe(Type.String()),
  emoji_code: Maybe(Type.String()),
  reaction_type: Maybe(OneOf('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', 'service_extra_emoji')),
});
export type Status = Static<typeof Status>;

/** As it is stored: '' is none, and then `reaction_type` means nothing. */
export interface StoredStatus {
  user_id: number;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
}

/** What is to change; the emoji as a client names it, '' for none. */
export interface StatusChange {
  status_text?: string;
  away?: boolean;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: string;
}
