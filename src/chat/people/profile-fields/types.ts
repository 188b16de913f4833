import { type Static, Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';

export const FIELD_TYPES = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const;

/** External account types without a URL of their own; `%(username)s` is replaced by the user's name there. */
export const EXTERNAL_ACCOUNTS: Record<string, { name: string; text: string; hint: string; url_pattern: string }> = {
  github: { name: 'GitHub username', text: 'GitHub', hint: '', url_pattern: 'https://github.com/%(username)s' },
  gitlab: { name: 'GitLab username', text: 'GitLab', hint: '', url_pattern: 'https://gitlab.com/%(username)s' },
  mastodon: {
    name: 'Mastodon username',
    text: 'Mastodon',
    hint: '',
    url_pattern: 'https://mastodon.social/@%(username)s',
  },
};

/** A custom profile field. */
export const ProfileField = Type.Object({
  id: Type.Integer(),
  type: Type.Integer(),
  order: Type.Integer(),
  name: Type.String(),
  hint: Type.String(),
  /** JSON; empty for types that need none. */
  field_data: Type.String(),
  display_in_profile_summary: Maybe(Type.Boolean()),
  required: Type.Boolean(),
  editable_by_user: Type.Boolean(),
});
export type ProfileField = Required<Static<typeof ProfileField>>;

/** The data of a field: options by key, or the type of external account. */
export const FieldData = Type.Record(Type.String(), Type.Unknown());
export type FieldData = Record<string, unknown>;

/** A profile value as a client sends it; null or absent deletes it. */
export const ProfileValue = Type.Object({
  id: Type.Integer(),
  value: Type.Union([Type.String(), Type.Array(Type.Integer()), Type.Null()]),
});
export type ProfileValue = Static<typeof ProfileValue>;
