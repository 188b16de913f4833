import { type Static, Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';

/** A message that is pinned in its conversation. */
export const Pin = Type.Object({
  message_id: Type.Integer(),
  /** The user who pinned it; null: the account was deleted. */
  pinned_by: Nullable(Type.Integer()),
  /** UNIX time in seconds. */
  pinned_at: Type.Integer(),
});
export type Pin = Static<typeof Pin>;
