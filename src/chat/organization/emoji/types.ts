import { type Static, Type } from 'typebox';
import { MapOf, Nullable } from '../../../kernel/http/schema.ts';

/** An emoji of the organisation's own as clients see it. */
export const RealmEmoji = Type.Object({
  id: Type.String(),
  name: Type.String(),
  source_url: Type.String(),
  /** The first frame of one that moves; null: it does not. */
  still_url: Nullable(Type.String()),
  /** Out of use: it is still seen where it was used. */
  deactivated: Type.Boolean(),
  author_id: Nullable(Type.Integer()),
});
export type RealmEmoji = Static<typeof RealmEmoji>;

/** By id. */
export const RealmEmojis = MapOf(RealmEmoji);
