import { type Static, Type } from 'typebox';
import { MapOf, Nullable } from '../../../kernel/http/schema.ts';

/** A custom emoji as clients see it. */
export const RealmEmoji = Type.Object({
  id: Type.String(),
  name: Type.String(),
  source_url: Type.String(),
  /** The first frame of an animated emoji; null: not animated. */
  still_url: Nullable(Type.String()),
  /** Deactivated: still shown where it was used. */
  deactivated: Type.Boolean(),
  author_id: Nullable(Type.Integer()),
});
export type RealmEmoji = Static<typeof RealmEmoji>;

/** By id. */
export const RealmEmojis = MapOf(RealmEmoji);
