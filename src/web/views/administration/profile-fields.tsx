import { IdCard } from '../../design/more-icons.ts';
import { EmptyState } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { ProfileField } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { FieldForm, typeName } from './profile-field-form.tsx';
import { EditButton, Part, RemoveButton } from './section.tsx';
import { Ordered } from './sortable-list.tsx';

/** The custom profile fields. */
export function ProfileFields() {
  const fields = store.profileFields.value;
  const { is_admin } = store.me.value;
  return (
    <Part
      label={t('Profile fields')}
      about={t('What profiles say besides names. Two of them can be on the small card beside a name.')}
      add={is_admin && { name: t('Add a field'), form: () => <FieldForm /> }}
    >
      {fields.length === 0 ? (
        <EmptyState icon={IdCard} title={t('No fields yet')}>
          <p>{t('A job, a birthday, pronouns, a phone number: whatever people here want to know of each other.')}</p>
        </EmptyState>
      ) : (
        <Ordered
          label={t('Profile fields')}
          items={fields}
          nameOf={({ name }) => name}
          order={is_admin ? (ids) => request('PATCH /realm/profile_fields', { order: ids }) : undefined}
          render={(field) => <FieldLine field={field} editable={is_admin} />}
        />
      )}
    </Part>
  );
}

function FieldLine({ field, editable }: { field: ProfileField; editable: boolean }) {
  const { id, name, hint, type, required, display_in_profile_summary, editable_by_user } = field;
  return (
    <>
      <span class="line-body">
        <span class="line-name">
          <span dir="auto">{name}</span>
          {required && <span class="tag">{t('required')}</span>}
          {display_in_profile_summary && <span class="tag">{t('on the card')}</span>}
          {!editable_by_user && <span class="tag">{t('administrators fill it in')}</span>}
        </span>
        <span class="line-note" dir="auto">
          {[typeName(type), hint].filter(Boolean).join(' · ')}
        </span>
      </span>
      {editable && (
        <>
          <EditButton name={name} form={() => <FieldForm field={field} />} />
          <RemoveButton name={name} act={() => request('DELETE /realm/profile_fields/{field_id}', { field_id: id })}>
            <p>{t('What people said there is gone with it.')}</p>
          </RemoveButton>
        </>
      )}
    </>
  );
}
