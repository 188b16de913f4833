import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { Draft } from './types.ts';

/** Only this many, the last edited ones, are in /register. */
const MOST_AT_START = 1000;

/** Only their owner receives these. */
export const draftsAdded = event('drafts', 'add', { drafts: Type.Array(Draft) });
export const draftUpdated = event('drafts', 'update', { draft: Draft });
export const draftRemoved = event('drafts', 'remove', { draft_id: Type.Integer() });

export const drafts = state('drafts', { drafts: Type.Array(Draft) }, ({ app, user }) => ({
  drafts: user ? app.drafts.ofUser(user.id, MOST_AT_START) : [],
}));
