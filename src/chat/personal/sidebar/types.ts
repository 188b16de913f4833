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

/** The order of a user's sidebar. What it does not name comes after what it names, in the usual order. */
export const SidebarOrder = Type.Object({
  /** The IDs of pinned channels. */
  channels: Type.Array(Type.Integer()),
  /** The parts of the views' URLs after #. */
  views: Type.Array(Type.String()),
});
export type SidebarOrder = Static<typeof SidebarOrder>;

/** Entries of one list. */
export const MAX_ORDERED = 500;
/** Characters of a view's URL. */
export const MAX_FRAGMENT_LENGTH = 1000;
