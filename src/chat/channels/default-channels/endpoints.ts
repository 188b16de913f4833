import { Type } from 'typebox';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';
import { endpoint } from '../../declare.ts';
import { settingsChange } from '../../organization/audit-log/types.ts';
import { MAX_DESCRIPTION_LENGTH } from '../channels/rules.ts';
import * as actions from './actions.ts';

const MAX_NAME_LENGTH = 60;
const name = Type.String({ maxLength: MAX_NAME_LENGTH });
const description = Type.String({ maxLength: MAX_DESCRIPTION_LENGTH });
const names = Type.Array(Type.String(), { maxItems: LIMITS.channels_per_request });

export const addDefaultStream = endpoint({
  method: 'POST',
  path: '/default_streams',
  summary: 'Add a default channel for new users',
  auth: 'administrator',
  params: { stream_id: Type.Integer() },
  audit: settingsChange('default channels'),
  handle: ({ app, user, params }) => actions.setDefault(app, user, params.stream_id, true),
});

export const removeDefaultStream = endpoint({
  method: 'DELETE',
  path: '/default_streams',
  summary: 'Remove a default channel for new users',
  auth: 'administrator',
  params: { stream_id: Type.Integer() },
  audit: settingsChange('default channels'),
  handle: ({ app, user, params }) => actions.setDefault(app, user, params.stream_id, false),
});

export const createDefaultStreamGroup = endpoint({
  method: 'POST',
  path: '/default_stream_groups/create',
  summary: 'Create a default channel group',
  auth: 'administrator',
  params: { group_name: name, description, stream_names: names },
  audit: settingsChange('default channel groups'),
  handle: ({ app, user, params }) =>
    actions.createDefaultGroup(app, user, {
      name: params.group_name,
      description: params.description,
      channels: params.stream_names,
    }),
});

export const updateDefaultStreamGroup = endpoint({
  method: 'PATCH',
  path: '/default_stream_groups/{group_id}',
  summary: 'Change the name or description of a default channel group',
  auth: 'administrator',
  params: { group_id: Type.Integer(), new_group_name: Maybe(name), new_description: Maybe(description) },
  audit: settingsChange('default channel groups'),
  handle({ app, params: { group_id, new_group_name, new_description } }) {
    actions.updateDefaultGroup(app, group_id, {
      ...(new_group_name !== undefined && { name: new_group_name }),
      ...(new_description !== undefined && { description: new_description }),
    });
  },
});

export const removeDefaultStreamGroup = endpoint({
  method: 'DELETE',
  path: '/default_stream_groups/{group_id}',
  summary: 'Delete a default channel group',
  auth: 'administrator',
  params: { group_id: Type.Integer() },
  audit: settingsChange('default channel groups'),
  handle: ({ app, params }) => actions.removeDefaultGroup(app, params.group_id),
});

export const updateDefaultStreamGroupStreams = endpoint({
  method: 'PATCH',
  path: '/default_stream_groups/{group_id}/streams',
  summary: 'Add or remove channels of a default channel group',
  auth: 'administrator',
  params: { group_id: Type.Integer(), op: OneOf('add', 'remove'), stream_names: names },
  audit: settingsChange('default channel groups'),
  handle({ app, user, params: { group_id, op, stream_names } }) {
    if (op === 'add') actions.addToDefaultGroup(app, user, group_id, stream_names);
    else actions.removeFromDefaultGroup(app, user, group_id, stream_names);
  },
});
