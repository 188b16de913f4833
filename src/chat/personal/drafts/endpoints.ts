import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';
import { Draft, GivenDraft } from './types.ts';

export const getDrafts = endpoint({
  method: 'GET',
  path: '/drafts',
  summary: 'Get your drafts',
  returns: { count: Type.Integer(), drafts: Type.Array(Draft) },
  handle({ app, user }) {
    const drafts = actions.listDrafts(app, user);
    return { count: drafts.length, drafts };
  },
});

export const createDrafts = endpoint({
  method: 'POST',
  path: '/drafts',
  keepsAccess: true,
  summary: 'Create drafts',
  params: { drafts: Type.Array(GivenDraft, { default: [] }) },
  returns: { ids: Type.Array(Type.Integer()) },
  handle: ({ app, user, params }) => ({ ids: actions.createDrafts(app, user, params.drafts) }),
});

export const editDraft = endpoint({
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  keepsAccess: true,
  summary: 'Edit a draft',
  params: { draft_id: Type.Integer(), draft: GivenDraft },
  handle: ({ app, user, params }) => actions.editDraft(app, user, params.draft_id, params.draft),
});

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  keepsAccess: true,
  summary: 'Delete a draft',
  params: { draft_id: Type.Integer() },
  handle: ({ app, user, params }) => actions.deleteDraft(app, user, params.draft_id),
});
