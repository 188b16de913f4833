import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';

const which = { emoji_code: Maybe(Type.String()), reaction_type: Maybe(Type.String()) };

export const addReaction = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  keepsAccess: true,
  limitedKeys: 'write',
  summary: 'Add an emoji reaction',
  params: { message_id: Type.Integer(), emoji_name: Type.String(), ...which },
  handle: ({ app, user, params: { message_id, ...emoji } }) => actions.addReaction(app, user, message_id, emoji),
});

export const removeReaction = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  keepsAccess: true,
  limitedKeys: 'write',
  summary: 'Remove an emoji reaction',
  params: { message_id: Type.Integer(), emoji_name: Maybe(Type.String()), ...which },
  handle: ({ app, user, params: { message_id, ...emoji } }) => actions.removeReaction(app, user, message_id, emoji),
});
