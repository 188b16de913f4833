import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';
import { SavedSnippet, SnippetContent, SnippetTitle } from './types.ts';

export const getSavedSnippets = endpoint({
  method: 'GET',
  path: '/saved_snippets',
  summary: 'Get your saved snippets',
  returns: { saved_snippets: Type.Array(SavedSnippet) },
  handle: ({ app, user }) => ({ saved_snippets: app.savedSnippets.ofUser(user.id) }),
});

export const createSavedSnippet = endpoint({
  method: 'POST',
  path: '/saved_snippets',
  summary: 'Create a saved snippet',
  params: { title: SnippetTitle, content: SnippetContent },
  returns: { saved_snippet_id: Type.Integer() },
  handle: ({ app, user, params }) => ({
    saved_snippet_id: actions.createSnippet(app, user, params.title, params.content),
  }),
});

export const editSavedSnippet = endpoint({
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  summary: 'Edit a saved snippet',
  params: { saved_snippet_id: Type.Integer(), title: Maybe(SnippetTitle), content: Maybe(SnippetContent) },
  handle: ({ app, user, params: { saved_snippet_id, ...changes } }) =>
    actions.editSnippet(app, user, saved_snippet_id, changes),
});

export const deleteSavedSnippet = endpoint({
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  summary: 'Delete a saved snippet',
  params: { saved_snippet_id: Type.Integer() },
  handle: ({ app, user, params }) => actions.deleteSnippet(app, user, params.saved_snippet_id),
});
