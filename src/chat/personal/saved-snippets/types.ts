import { type Static, Type } from 'typebox';

/** A text that a user saved for reuse. */
export const SavedSnippet = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  /** Markdown source. */
  content: Type.String(),
  /** Seconds. */
  date_created: Type.Integer(),
});
export type SavedSnippet = Static<typeof SavedSnippet>;

export const SnippetTitle = Type.String({ minLength: 1, maxLength: 60 });
export const SnippetContent = Type.String({ minLength: 1, maxLength: 10_000 });
