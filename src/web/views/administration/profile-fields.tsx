import { IdCard } from '../../design/more-icons.ts';
import { EmptyState } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { ProfileField } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { EditButton, ListSection, RemoveButton } from './list-section.tsx';
import { FieldForm, typeName } from './profile-field-form.tsx';
import { SortableList } from './sortable-list.tsx';

/** The custom profile fields. */
export function ProfileFields() {
  const fields = store.profileFields.value;
  const { is_admin } = store.me.value;
  return (
    <ListSection
      label={t('Profile fields')}
      about={t('Information people can add to their profile. Up to two fields are shown on the profile card.')}
      add={is_admin && { name: t('Add field'), form: () => <FieldForm /> }}
    >
      {fields.length === 0 ? (
        <EmptyState icon={IdCard} title={t('No fields yet')}>
          <p>{t('Add fields such as job title, birthday, pronouns or phone number.')}</p>
        </EmptyState>
      ) : (
        <SortableList
          label={t('Profile fields')}
          items={fields}
          getName={({ name }) => name}
          order={is_admin ? (ids) => request('PATCH /realm/profile_fields', { order: ids }) : undefined}
          render={(field) => <FieldLine field={field} editable={is_admin} />}
        />
      )}
    </ListSection>
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
          {display_in_profile_summary && <span class="tag">{t('on the profile card')}</span>}
          {!editable_by_user && <span class="tag">{t('set by administrators')}</span>}
        </span>
        <span class="line-note" dir="auto">
          {[typeName(type), hint].filter(Boolean).join(' · ')}
        </span>
      </span>
      {editable && (
        <>
          <EditButton name={name} form={() => <FieldForm field={field} />} />
          <RemoveButton name={name} act={() => request('DELETE /realm/profile_fields/{field_id}', { field_id: id })}>
            <p>{t('What people entered in this field will be permanently deleted.')}</p>
          </RemoveButton>
        </>
      )}
    </>
  );
}
