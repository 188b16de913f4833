import { type Static, Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';

/** A view in a user's sidebar. */
export const NavigationView = Type.Object({
  /** The part of its URL after #; identifies the view. */
  fragment: Type.String(),
  /** Shown directly; false: under "More views". */
  is_pinned: Type.Boolean(),
  /** null: a built-in view. */
  name: Nullable(Type.String()),
});
export type NavigationView = Static<typeof NavigationView>;
