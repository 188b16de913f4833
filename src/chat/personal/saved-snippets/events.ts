import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { SavedSnippet } from './types.ts';

/** Only their owner receives these. */
export const snippetAdded = event('saved_snippets', 'add', { saved_snippet: SavedSnippet });
export const snippetUpdated = event('saved_snippets', 'update', { saved_snippet: SavedSnippet });
export const snippetRemoved = event('saved_snippets', 'remove', { saved_snippet_id: Type.Integer() });

export const savedSnippets = state('saved_snippets', { saved_snippets: Type.Array(SavedSnippet) }, ({ app, user }) => ({
  saved_snippets: user ? app.savedSnippets.ofUser(user.id) : [],
}));
