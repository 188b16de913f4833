import type { App } from '../../../app.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import type { SavedSnippet } from './types.ts';

/** Returns one of the user's own snippets. Unknown ones and those of others throw the same error. */
export function requireOwn(app: App, user: User, id: number): SavedSnippet {
  const snippet = app.savedSnippets.byId(id, user.id);
  if (!snippet) throw notFound('Saved snippet does not exist.');
  return snippet;
}
