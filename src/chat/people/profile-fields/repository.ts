import type { Static } from 'typebox';
import type { Database } from '../../../kernel/db/database.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import type { ProfileData } from '../users/types.ts';
import type { ProfileField } from './types.ts';

type Profile = Static<typeof ProfileData>;

const COLUMNS = `id, field_type AS type, position AS "order", name, hint, field_data, display_in_profile_summary, required, editable_by_user`;

const field = (row: RowOf<ProfileField>): ProfileField => ({
  ...row,
  display_in_profile_summary: row.display_in_profile_summary === 1,
  required: row.required === 1,
  editable_by_user: row.editable_by_user === 1,
});

export interface StoredValue {
  user_id: number;
  field_id: number;
  value: string;
  /** HTML; null: a type without Markdown. */
  rendered_value: string | null;
}

const asProfile = (values: readonly StoredValue[]): Profile =>
  Object.fromEntries(
    values.map(({ field_id, value, rendered_value }) => [
      field_id,
      { value, ...(rendered_value === null ? {} : { rendered_value }) },
    ]),
  );

type Flags = { display_in_profile_summary: number; required: number; editable_by_user: number };
type Row = Omit<ProfileField, keyof Flags> & Flags;

export const profileFieldRepository = (db: Database) => {
  const ofUser = db.all<StoredValue, [user: number]>('SELECT * FROM profile_value WHERE user_id = ? ORDER BY field_id');
  const everyValue = db.all<StoredValue, []>('SELECT * FROM profile_value ORDER BY user_id, field_id');
  return {
    all: db.all<ProfileField, []>(`SELECT ${COLUMNS} FROM custom_profile_field ORDER BY position, id`, field),
    byId: db.get<ProfileField, [id: number]>(`SELECT ${COLUMNS} FROM custom_profile_field WHERE id = ?`, field),
    named: db.value<number, [name: string]>('SELECT id FROM custom_profile_field WHERE name = ?'),
    add: db.run<[Omit<Row, 'id'> & Record<string, unknown>]>(
      `INSERT INTO custom_profile_field (field_type, position, name, hint, field_data, display_in_profile_summary, required, editable_by_user)
       VALUES (@type, @order, @name, @hint, @field_data, @display_in_profile_summary, @required, @editable_by_user)`,
    ),
    change: db.run<[Row & Record<string, unknown>]>(
      `UPDATE custom_profile_field SET name = @name, hint = @hint, field_data = @field_data, required = @required,
         display_in_profile_summary = @display_in_profile_summary, editable_by_user = @editable_by_user WHERE id = @id`,
    ),
    place: db.run<[position: number, id: number]>('UPDATE custom_profile_field SET position = ? WHERE id = ?'),
    remove: db.run<[id: number]>('DELETE FROM custom_profile_field WHERE id = ?'),

    /** The values of one user. */
    getProfile: (userId: number): Profile => asProfile(ofUser(userId)),
    /** The values of all users, read at once. */
    profiles: (): ((userId: number) => Profile) => {
      const byUser = Map.groupBy(everyValue(), ({ user_id }) => user_id);
      return (userId) => asProfile(byUser.get(userId) ?? []);
    },
    value: db.get<StoredValue, [user: number, field: number]>(
      'SELECT * FROM profile_value WHERE user_id = ? AND field_id = ?',
    ),
    listValues: db.all<StoredValue, [field: number]>('SELECT * FROM profile_value WHERE field_id = ? ORDER BY user_id'),
    setValue: db.run<[StoredValue & Record<string, unknown>]>(
      'INSERT OR REPLACE INTO profile_value (user_id, field_id, value, rendered_value) VALUES (@user_id, @field_id, @value, @rendered_value)',
    ),
    removeValue: db.run<[user: number, field: number]>('DELETE FROM profile_value WHERE user_id = ? AND field_id = ?'),
  };
};
