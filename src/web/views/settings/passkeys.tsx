import { useSignal } from '@preact/signals';
import { startRegistration } from '@simplewebauthn/browser';
import { TextField } from '../../design/fields.tsx';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Pencil } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { KeyRound, Trash2 } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { formatTimeOrDay } from '../../text/format.ts';
import { withFreshSignIn } from './reauthenticate.tsx';
import { showRecoveryCodes } from './recovery-codes.tsx';

type Passkey = Reply<'GET /users/me/second_factors'>['passkeys'][number];

/** The user's passkeys. */
export function Passkeys({ passkeys, load }: { passkeys: readonly Passkey[]; load: () => Promise<void> }) {
  return (
    <SettingsSection
      title={t('Passkeys')}
      note={
        store.realm.value.realm_password_auth_enabled === false
          ? t('A passkey on your device or security key is a second step, like an authenticator app.')
          : t('A passkey on your device or security key signs you in, without your password or after it.')
      }
    >
      {passkeys.length > 0 && (
        <ul class="lines">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.passkey_id} passkey={passkey} load={load} />
          ))}
        </ul>
      )}
      {window.PublicKeyCredential ? (
        <Button icon={KeyRound} onClick={() => (dialog.value = <AddPasskey load={load} />)}>
          {t('Add a passkey…')}
        </Button>
      ) : (
        <p class="settings-note">{t('This browser doesn’t support passkeys, or the page isn’t opened over HTTPS.')}</p>
      )}
    </SettingsSection>
  );
}

function PasskeyRow({ passkey, load }: { passkey: Passkey; load: () => Promise<void> }) {
  const { passkey_id, name, created, last_used } = passkey;
  const remove = () =>
    confirm(
      {
        title: t('Remove {name}?', { name }),
        action: t('Remove'),
        danger: true,
        act: () =>
          withFreshSignIn(async () => {
            await request('DELETE /users/me/passkeys/{passkey_id}', { passkey_id });
            await load();
          }),
      },
      <p>{t('It no longer signs you in. Remove it from your device, too.')}</p>,
    );
  return (
    <li class="line line-tall">
      <Icon of={KeyRound} />
      <span class="line-body">
        <span class="line-name">{name}</span>
        <span class="line-note line-note-wrapped">
          {last_used === null
            ? t('Added {time}', { time: formatTimeOrDay(created) })
            : t('Last used {time}', { time: formatTimeOrDay(last_used) })}
        </span>
      </span>
      <Button
        kind="quiet"
        icon={Pencil}
        label={t('Rename {name}', { name })}
        onClick={() => (dialog.value = <RenamePasskey passkey={passkey} load={load} />)}
      />
      <Button kind="quiet" icon={Trash2} label={t('Remove {name}', { name })} onClick={remove} />
    </li>
  );
}

function AddPasskey({ load }: { load: () => Promise<void> }) {
  const name = useSignal(t('Passkey'));
  const act = () =>
    withFreshSignIn(async () => {
      const { options } = await request('POST /users/me/passkeys/options');
      const credential = await startRegistration({ optionsJSON: JSON.parse(options) });
      const { recovery_codes } = await request('POST /users/me/passkeys', {
        name: name.value.trim(),
        credential: JSON.stringify(credential),
      });
      await load();
      toast(t('The passkey was added.'));
      if (recovery_codes) showRecoveryCodes(recovery_codes);
    });
  return (
    <FormDialog title={t('Add a passkey')} action={t('Continue')} act={act} ready={name.value.trim() !== ''}>
      <TextField
        name="name"
        label={t('Name')}
        hint={t('So that you recognize it, such as “Laptop” or “Security key”.')}
        maxLength={60}
        value={name}
      />
    </FormDialog>
  );
}

function RenamePasskey({ passkey, load }: { passkey: Passkey; load: () => Promise<void> }) {
  const name = useSignal(passkey.name);
  const act = async () => {
    await request('PATCH /users/me/passkeys/{passkey_id}', { passkey_id: passkey.passkey_id, name: name.value.trim() });
    await load();
  };
  return (
    <FormDialog title={t('Rename the passkey')} action={t('Save')} act={act} ready={name.value.trim() !== ''}>
      <TextField name="name" label={t('Name')} maxLength={60} value={name} />
    </FormDialog>
  );
}
