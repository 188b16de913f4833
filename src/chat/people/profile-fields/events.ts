import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { MapOf } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { FIELD_TYPES, ProfileField } from './types.ts';

/** All fields; published whenever one of them changes. */
export const profileFieldsChanged = event('custom_profile_fields', undefined, { fields: Type.Array(ProfileField) });

export const customProfileFields = state(
  'custom_profile_fields',
  {
    custom_profile_fields: Type.Array(ProfileField),
    custom_profile_field_types: MapOf(Type.Object({ id: Type.Integer(), name: Type.String() })),
  },
  ({ app, user }) => ({
    custom_profile_fields: user ? app.profileFields.all() : [],
    custom_profile_field_types: FIELD_TYPES,
  }),
);
