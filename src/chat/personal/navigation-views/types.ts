import { type Static, Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';

/** A view in someone's sidebar. */
export const NavigationView = Type.Object({
  /** What follows # in its address; names it. */
  fragment: Type.String(),
  /** Shown directly; false: under More Views. */
  is_pinned: Type.Boolean(),
  /** null: a view all clients have. */
  name: Nullable(Type.String()),
});
export type NavigationView = Static<typeof NavigationView>;
