import { ask } from '../../api.ts';
import { confirm } from '../../design/ask.tsx';
import { IdCard, Pencil, Plus, Trash2 } from '../../design/icons.ts';
import { dialog } from '../../design/layers.tsx';
import { Button, EmptyState } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import type { ProfileField } from '../../wire.ts';
import { Ordered } from './ordered.tsx';
import { FieldForm, typeName } from './profile-field-form.tsx';

/** What everybody's profile asks. */
export function ProfileFields() {
  const fields = store.profileFields.value;
  const { is_admin } = store.me.value;
  return (
    <section class="settings-section" aria-label={t('Profile fields')}>
      <header class="admin-tools">
        <p class="settings-note">{t('What profiles say besides names. Two of them can be on the small card beside a name.')}</p>
        {is_admin && (
          <Button kind="primary" icon={Plus} onClick={() => (dialog.value = <FieldForm />)}>
            {t('Add a field')}
          </Button>
        )}
      </header>
      {fields.length === 0 ? (
        <EmptyState icon={IdCard} title={t('No fields yet')}>
          <p>{t('A job, a birthday, pronouns, a phone number: whatever people here want to know of each other.')}</p>
        </EmptyState>
      ) : (
        <Ordered
          label={t('Profile fields')}
          items={fields}
          nameOf={({ name }) => name}
          order={is_admin ? (ids) => ask('PATCH /realm/profile_fields', { order: ids }) : undefined}
          render={(field) => <FieldLine field={field} editable={is_admin} />}
        />
      )}
    </section>
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
          <Button
            kind="quiet"
            icon={Pencil}
            label={t('Edit {name}', { name })}
            onClick={() => (dialog.value = <FieldForm field={field} />)}
          />
          <Button
            kind="quiet"
            icon={Trash2}
            label={t('Remove {name}', { name })}
            onClick={() =>
              confirm(
                {
                  title: t('Remove {name}?', { name }),
                  action: t('Remove'),
                  danger: true,
                  act: () => ask('DELETE /realm/profile_fields/{field_id}', { field_id: id }),
                },
                <p>{t('What people said there is gone with it.')}</p>,
              )
            }
          />
        </>
      )}
    </>
  );
}
