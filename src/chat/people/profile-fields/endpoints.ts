import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { settingsChange } from '../../organization/audit-log/types.ts';
import * as actions from './actions.ts';
import { removeOwnProfileValues, setProfileValues } from './actions.ts';
import { FieldData, ProfileField, ProfileValue } from './types.ts';

const about = {
  name: Maybe(Type.String({ maxLength: 40 })),
  hint: Maybe(Type.String({ maxLength: 80 })),
  field_data: Maybe(FieldData),
  display_in_profile_summary: Maybe(Type.Boolean()),
  required: Maybe(Type.Boolean()),
  editable_by_user: Maybe(Type.Boolean()),
};

export const getProfileFields = endpoint({
  method: 'GET',
  path: '/realm/profile_fields',
  summary: 'Get all custom profile fields',
  returns: { custom_fields: Type.Array(ProfileField) },
  handle: ({ app }) => ({ custom_fields: app.profileFields.all() }),
});

export const createProfileField = endpoint({
  method: 'POST',
  path: '/realm/profile_fields',
  summary: 'Create a custom profile field',
  auth: 'administrator',
  params: { field_type: Type.Integer(), ...about },
  returns: { id: Type.Integer() },
  audit: settingsChange('profile fields'),
  handle: ({ app, params: { field_type, ...changes } }) => ({ id: actions.createField(app, field_type, changes) }),
});

export const orderProfileFields = endpoint({
  method: 'PATCH',
  path: '/realm/profile_fields',
  summary: 'Reorder custom profile fields',
  auth: 'administrator',
  params: { order: Type.Array(Type.Integer()) },
  audit: settingsChange('profile fields'),
  handle: ({ app, params }) => actions.orderFields(app, params.order),
});

export const updateProfileField = endpoint({
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  summary: 'Update a custom profile field',
  auth: 'administrator',
  params: { field_id: Type.Integer(), ...about },
  audit: settingsChange('profile fields'),
  handle: ({ app, params: { field_id, ...changes } }) => actions.changeField(app, field_id, changes),
});

export const deleteProfileField = endpoint({
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  summary: 'Delete a custom profile field',
  auth: 'administrator',
  params: { field_id: Type.Integer() },
  audit: settingsChange('profile fields'),
  handle: ({ app, params }) => actions.removeField(app, params.field_id),
});

export const updateProfileData = endpoint({
  method: 'PATCH',
  path: '/users/me/profile_data',
  summary: 'Set your profile field values',
  auth: 'human',
  params: { data: Type.Array(ProfileValue) },
  handle: ({ app, user, params }) => setProfileValues(app, user, user, params.data),
});

export const removeProfileData = endpoint({
  method: 'DELETE',
  path: '/users/me/profile_data',
  summary: 'Delete your profile field values',
  auth: 'human',
  params: { data: Type.Array(Type.Integer()) },
  handle: ({ app, user, params }) => removeOwnProfileValues(app, user, params.data),
});
