import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { ExternalLink } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { Camera, Trash2 } from '../../design/more-icons.ts';
import { PersonPicker } from '../../design/pickers.tsx';
import { Avatar, Button, Icon } from '../../design/primitives.tsx';
import { ChoiceRow, SettingRow, SettingsRows, TextRow } from '../../design/settings.tsx';
import { useSaving } from '../../design/use-saving.ts';
import { t } from '../../i18n/text.ts';
import { request, requestWithFiles } from '../../server/request.ts';
import type { ProfileField } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { FIELD, getAnswer, readOptions, readPeople } from '../../text/profile-values.ts';

/** The user's profile. */
export function Profile() {
  const { id, is_admin } = store.me.value;
  const { realm_name_changes_disabled, server_name_changes_disabled } = store.realm.value;
  const me = store.users.value.get(id);
  if (!me) return null;
  const isFixed = !is_admin && (realm_name_changes_disabled || server_name_changes_disabled);
  const fields = store.profileFields.value;
  return (
    <>
      <SettingsRows
        title={t('You')}
        action={
          <a class="button button-plain" href={`#user/${id}`}>
            <Icon of={ExternalLink} size={16} />
            {t('View your profile')}
          </a>
        }
      >
        <Picture name={me.full_name} url={me.avatar_url} />
        <TextRow
          label={t('Name')}
          value={me.full_name}
          maxLength={100}
          fixed={isFixed ? t('Only administrators can change names in this organization.') : undefined}
          save={(full_name) => request('PATCH /settings', { full_name })}
        />
      </SettingsRows>
      {fields.length > 0 && (
        <SettingsRows title={t('About you')} note={t('Visible to everyone in the organization')}>
          {fields.map((field) => (
            <FieldRow key={field.id} field={field} />
          ))}
        </SettingsRows>
      )}
    </>
  );
}

const MIB = 2 ** 20;

function Picture({ name, url }: { name: string; url: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  const { realm_avatar_changes_disabled, server_avatar_changes_disabled, max_avatar_file_size_mib } = store.realm.value;
  const isFixed = !store.me.value.is_admin && (realm_avatar_changes_disabled || server_avatar_changes_disabled);
  const isOwn = url?.startsWith('/user_avatars/') ?? false;
  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.size > max_avatar_file_size_mib * MIB)
      return toast(t('This image is too large. Choose one of at most {n} MiB.', { n: max_avatar_file_size_mib }), true);
    dialog.value = <Preview file={file} />;
  };
  return (
    <div class="picture">
      <Avatar name={name} url={url} size={88} />
      <div>
        <div class="picture-buttons">
          {!isFixed && (
            <Button icon={Camera} onClick={() => input.current!.click()}>
              {isOwn ? t('Change picture') : t('Upload picture')}
            </Button>
          )}
          {!isFixed && isOwn && (
            <Button kind="quiet" icon={Trash2} onClick={askToRemove}>
              {t('Remove')}
            </Button>
          )}
        </div>
        <p class="settings-note">
          {isFixed
            ? t('Only administrators can change profile pictures in this organization.')
            : t('It will be cropped to a square. Maximum size: {n} MiB.', { n: max_avatar_file_size_mib })}
        </p>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('Your profile picture')}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </div>
  );
}

const askToRemove = (): void =>
  confirm(
    {
      title: t('Remove your profile picture?'),
      action: t('Remove'),
      danger: true,
      act: () => request('DELETE /users/me/avatar'),
    },
    <p>{t('Your picture will be permanently deleted. A generated pattern will be shown instead.')}</p>,
  );

/** A preview of the avatar before it is uploaded. */
function Preview({ file }: { file: File }) {
  const url = useSignal('');
  useEffect(() => {
    url.value = URL.createObjectURL(file);
    return () => URL.revokeObjectURL(url.peek());
  }, [file]);
  return (
    <FormDialog
      title={t('New profile picture')}
      action={t('Use this picture')}
      act={() => requestWithFiles('POST /users/me/avatar', {}, [file])}
    >
      <div class="picture-preview">
        <Avatar name="" url={url.value || null} size={160} />
        <Avatar name="" url={url.value || null} size={36} />
        <Avatar name="" url={url.value || null} size={22} />
      </div>
    </FormDialog>
  );
}

/** A profile field with the input for its type. */
function FieldRow({ field }: { field: ProfileField }) {
  const { id, type, name, hint, required, editable_by_user } = field;
  const value = getAnswer(store.users.value.get(store.me.value.id), id);
  const save = (value: string | number[]) =>
    request('PATCH /users/me/profile_data', { data: [{ id, value: value.length === 0 ? null : value }] });
  const isFixed = !editable_by_user && !store.me.value.is_admin;
  const about = {
    label: required ? t('{name} (required)', { name }) : name,
    hint,
    fixed: isFixed ? t('Only administrators can change this.') : undefined,
  };
  switch (type) {
    case FIELD.long:
      return <TextRow {...about} value={value} save={save} lines={4} maxLength={500} />;
    case FIELD.choice:
      return (
        <ChoiceRow
          {...about}
          value={value}
          save={save}
          options={[
            { value: '', name: t('Not set') },
            ...readOptions(field).map(({ key, text }) => ({ value: key, name: text })),
          ]}
        />
      );
    case FIELD.date:
      return <DateRow {...about} value={value} save={save} />;
    case FIELD.people:
      return <PeopleRow {...about} value={readPeople(value)} save={save} />;
    case FIELD.link:
      return <TextRow {...about} type="url" value={value} save={save} placeholder="https://" />;
    default:
      return <TextRow {...about} value={value} save={save} maxLength={50} />;
  }
}

interface About<T> {
  label: string;
  hint: string;
  fixed: string | undefined;
  value: T;
  save: (value: T) => Promise<unknown>;
}

function DateRow({ value, save, ...about }: About<string>) {
  const saving = useSaving(value, save);
  return (
    <SettingRow {...about} about={saving}>
      {(id, describedBy) => (
        <input
          id={id}
          type="date"
          aria-describedby={describedBy}
          value={saving.shown}
          readOnly={about.fixed !== undefined}
          onChange={(event) => saving.change(event.currentTarget.value)}
        />
      )}
    </SettingRow>
  );
}

function PeopleRow({ value, save, ...about }: About<number[]>) {
  const saving = useSaving(value, save);
  return (
    <SettingRow {...about} about={saving} wide>
      {(id, describedBy) => (
        <PersonPicker
          id={id}
          label={about.label}
          describedBy={describedBy}
          disabled={about.fixed !== undefined}
          value={saving.shown}
          onChange={saving.change}
        />
      )}
    </SettingRow>
  );
}
