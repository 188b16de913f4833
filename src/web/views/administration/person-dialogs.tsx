import { useSignal } from '@preact/signals';
import { ALL_ROLES, ROLES, type Role } from '../../../shared/roles.ts';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Person } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { roleName } from '../../text/group-names.ts';
import { ProfileValueField, readAnswer } from './profile-value.tsx';
import { roleHint } from './roles.tsx';

/** Edits a user's name and profile. */
export function EditPerson({ person }: { person: Person }) {
  const name = useSignal(person.full_name);
  const fields = store.profileFields.value;
  const values = useSignal<Record<number, string>>({});
  const save = () => {
    const profile_data = Object.entries(values.peek()).map(([id, text]) => ({
      id: Number(id),
      value: readAnswer(fields.find((field) => field.id === Number(id))!, text),
    }));
    return request('PATCH /users/{user_id}', {
      user_id: person.user_id,
      ...(name.peek().trim() !== person.full_name && { full_name: name.peek().trim() }),
      ...(profile_data.length > 0 && { profile_data }),
    });
  };
  return (
    <FormDialog
      title={t('Edit {name}', { name: person.full_name })}
      action={t('Save')}
      act={save}
      ready={name.value.trim() !== ''}
    >
      <TextField name="full_name" label={t('Name')} value={name} maxLength={100} />
      {fields.map((field) => (
        <ProfileValueField
          key={field.id}
          field={field}
          value={values.value[field.id] ?? person.profile_data?.[String(field.id)]?.value ?? ''}
          onChange={(value) => (values.value = { ...values.peek(), [field.id]: value })}
        />
      ))}
    </FormDialog>
  );
}

/** Changes a user's e-mail address without a confirmation mail, for users who cannot read the old mailbox. */
export function ChangeAddress({ person }: { person: Person }) {
  const email = useSignal('');
  return (
    <FormDialog
      title={t('E-mail address of {name}', { name: person.full_name })}
      action={t('Change')}
      ready={email.value.includes('@')}
      act={() => request('PATCH /users/{user_id}', { user_id: person.user_id, new_email: email.peek().trim() })}
    >
      {person.delivery_email && (
        <p class="settings-note">{t('Current address: {email}', { email: person.delivery_email })}</p>
      )}
      <TextField
        name="new_email"
        label={t('New address')}
        hint={t('Takes effect immediately. They sign in with this address from now on.')}
        type="email"
        value={email}
        autocomplete="off"
      />
      <p class="settings-note">
        {t('Only the first owner and owners authorized by the server administrator can do this.')}
      </p>
    </FormDialog>
  );
}

/** The roles that the current user can assign. A guest must become a member before becoming an administrator. */
const rolesFor = ({ role }: Person): Role[] =>
  ALL_ROLES.filter(
    (one) => (one !== ROLES.owner || store.me.value.is_owner) && !(role === ROLES.guest && one <= ROLES.administrator),
  );

export function ChangeRole({ person }: { person: Person }) {
  const { user_id, full_name, role } = person;
  const chosen = useSignal<Role>(role);
  const isOneself = user_id === store.me.value.id;
  return (
    <FormDialog
      title={t('Role of {name}', { name: full_name })}
      action={chosen.value === role ? t('Change role') : t('Change to {role}', { role: roleName(chosen.value) })}
      ready={chosen.value !== role}
      danger={isOneself && chosen.value > role}
      act={() => request('PATCH /users/{user_id}', { user_id, role: chosen.peek() })}
    >
      <fieldset class="radios">
        <legend class="visually-hidden">{t('Role')}</legend>
        {rolesFor(person).map((one) => (
          <label key={one} class="radio">
            <input type="radio" name="role" checked={chosen.value === one} onChange={() => (chosen.value = one)} />
            <span>
              <span class="radio-name">
                {roleName(one)}
                {one === role && <span class="tag">{t('now')}</span>}
              </span>
              <span class="radio-hint">{roleHint(one)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {isOneself && chosen.value > role && (
        <p class="notice">{t('You won’t be able to give yourself this role back.')}</p>
      )}
      {chosen.value === ROLES.guest && role !== ROLES.guest && (
        <p class="notice">
          {t('Guests keep their channels, but can’t see others and lose permissions that guests can’t have.')}
        </p>
      )}
    </FormDialog>
  );
}

export function Deactivate({ person: { user_id, full_name } }: { person: Person }) {
  const tell = useSignal(false);
  const comment = useSignal('');
  const bots = [...store.users.value.values()].filter(
    ({ is_active, bot_owner_id }) => is_active && bot_owner_id === user_id,
  );
  return (
    <FormDialog
      title={t('Deactivate {name}?', { name: full_name })}
      action={t('Deactivate')}
      danger
      act={() =>
        request('DELETE /users/{user_id}', {
          user_id,
          ...(tell.peek() && { deactivation_notification_comment: comment.peek() }),
        })
      }
    >
      <p>{t('They’ll be signed out everywhere until the account is reactivated. Their messages are kept.')}</p>
      {bots.length > 0 && (
        <p class="notice">
          {plural(
            bots.length,
            'One of their bots will be deactivated too: {names}',
            '{n} of their bots will be deactivated too: {names}',
            {
              names: bots.map((bot) => bot.full_name).join(', '),
            },
          )}
        </p>
      )}
      <label class="line-check">
        <input type="checkbox" checked={tell.value} onChange={(event) => (tell.value = event.currentTarget.checked)} />
        {t('Notify them by e-mail')}
      </label>
      {tell.value && (
        <TextField label={t('Custom message')} hint={t('Optional')} value={comment} lines={3} maxLength={2000} />
      )}
    </FormDialog>
  );
}

/** Creates an account without an invitation. The administrator tells the user the password. */
export function AddPerson() {
  const name = useSignal('');
  const email = useSignal('');
  const password = useSignal('');
  const least = store.realm.value.password_min_length;
  return (
    <FormDialog
      title={t('Create account')}
      action={t('Create account')}
      ready={name.value.trim() !== '' && email.value.includes('@') && password.value.length >= least}
      act={() =>
        request('POST /users', { full_name: name.peek().trim(), email: email.peek().trim(), password: password.peek() })
      }
    >
      <p class="settings-note">
        {t('Share the password with the person, who can change it. The account joins the default channels.')}
      </p>
      <TextField name="full_name" label={t('Name')} value={name} maxLength={100} autocomplete="off" />
      <TextField name="email" label={t('E-mail address')} type="email" value={email} autocomplete="off" />
      <TextField
        name="password"
        label={t('Password')}
        hint={plural(least, 'At least {n} character', 'At least {n} characters')}
        type="password"
        value={password}
        maxLength={100}
        autocomplete="new-password"
      />
    </FormDialog>
  );
}
