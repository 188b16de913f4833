import { useSignal } from '@preact/signals';
import { ROLES } from '../../../shared/roles.ts';
import { signOut } from '../../actions/sign-out.ts';
import { copyAndReport } from '../../design/clipboard.ts';
import { TextField } from '../../design/fields.tsx';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Copy } from '../../design/icons.ts';
import { Dialog, toast } from '../../design/layers.tsx';
import { Download, LogOut } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingRow, SettingsRows } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { roleName } from '../../text/group-names.ts';
import { OwnData } from './data-export.tsx';
import { listNames } from './definitions.ts';
import { needsFreshSignIn, signInAgainAddress, withFreshSignIn } from './reauthenticate.tsx';
import { ReplaceKey } from './replace-key.tsx';
import { OwnSettings } from './setting-rows.tsx';
import { makeZuliprc, save as saveFile } from './zuliprc.ts';

const me = () => store.users.value.get(store.me.value.id);
const address = (): string => me()?.delivery_email ?? me()?.email ?? '';

/** Sign-in, privacy, the user's own data, and account deactivation. */
export function Account() {
  return (
    <>
      <SignIn />
      <Privacy />
      <OwnData />
      <Leaving />
    </>
  );
}

function SignIn() {
  const { realm_email_changes_disabled, realm_password_auth_enabled } = store.realm.value;
  const { is_admin } = store.me.value;
  const emailFixed = realm_email_changes_disabled && !is_admin;
  const role = me()?.role ?? ROLES.member;
  return (
    <SettingsRows title={t('Account')}>
      <SettingRow
        label={t('E-mail address')}
        hint={address()}
        fixed={emailFixed ? t('Only administrators can change e-mail addresses in this organization.') : undefined}
      >
        {(id) =>
          !emailFixed && (
            <Button aria-describedby={`${id}-name`} onClick={() => (dialog.value = <ChangeEmail />)}>
              {t('Change…')}
            </Button>
          )
        }
      </SettingRow>
      {realm_password_auth_enabled !== false && (
        <SettingRow label={t('Password')} hint={t('Changing your password signs you out everywhere else.')}>
          {(id) => (
            <Button aria-describedby={`${id}-name`} onClick={() => (dialog.value = <ChangePassword />)}>
              {t('Change…')}
            </Button>
          )}
        </SettingRow>
      )}
      <SettingRow label={t('API key')} hint={t('Anyone with this key can act as you. Keep it secret.')}>
        {(id) => (
          <Button aria-describedby={`${id}-name`} onClick={() => void reportResult(showKey())}>
            {t('Show…')}
          </Button>
        )}
      </SettingRow>
      <SettingRow label={t('Role')} hint={t('Only administrators can change roles.')}>
        {(id) => <output id={id}>{roleName(role)}</output>}
      </SettingRow>
      <SettingRow label={t('This browser')} hint={t('Other browsers and apps are under “Security”.')}>
        {(id) => (
          <Button aria-describedby={`${id}-name`} icon={LogOut} onClick={() => void reportResult(signOut())}>
            {t('Sign out')}
          </Button>
        )}
      </SettingRow>
    </SettingsRows>
  );
}

function ChangeEmail() {
  const email = useSignal('');
  const act = async () => {
    await request('PATCH /settings', { email: email.value });
    toast(t('To finish, open the link in the e-mail sent to {address}.', { address: email.value.trim() }));
  };
  return (
    <FormDialog
      title={t('Change your e-mail address')}
      action={t('Send a link')}
      act={act}
      ready={email.value.trim() !== ''}
    >
      <TextField
        name="email"
        label={t('New address')}
        hint={`${t('You’ll get a link at this address. Open it to confirm the change.')} ${
          store.me.value.is_owner
            ? t('If you don’t get an e-mail, change the address in the organization’s list of people.')
            : t('If you don’t get an e-mail, ask an organization owner for the link.')
        }`}
        type="email"
        autocomplete="email"
        value={email}
      />
    </FormDialog>
  );
}

function ChangePassword() {
  const old = useSignal('');
  const next = useSignal('');
  const { password_min_length = 6, password_max_length = 100 } = store.realm.value;
  const act = async () => {
    await request('PATCH /settings', { old_password: old.value, new_password: next.value });
    toast(t('Your password was changed.'));
  };
  return (
    <FormDialog
      title={t('Change your password')}
      action={t('Change password')}
      act={act}
      ready={old.value !== '' && next.value.length >= password_min_length}
    >
      <TextField
        name="old_password"
        label={t('Current password')}
        type="password"
        autocomplete="current-password"
        value={old}
      />
      <TextField
        name="new_password"
        label={t('New password')}
        hint={t('At least {n} characters.', { n: password_min_length })}
        type="password"
        autocomplete="new-password"
        maxLength={password_max_length}
        value={next}
      />
      <p class="settings-note">
        <a href="/accounts/password/reset/">{t('Forgot your password?')}</a>
      </p>
    </FormDialog>
  );
}

/** The key is shown after a recent sign-in, or with the password, since somebody else may use an open browser. */
async function showKey(): Promise<void> {
  if (store.realm.value.realm_password_auth_enabled !== false)
    try {
      const { api_key } = await request('POST /users/me/api_key');
      dialog.value = <ShowKey first={api_key} />;
    } catch (error) {
      if (!needsFreshSignIn(error)) throw error;
      dialog.value = <AskForKey />;
    }
  else
    await withFreshSignIn(async () => {
      const { api_key } = await request('POST /users/me/api_key');
      dialog.value = <ShowKey first={api_key} />;
    });
}

function AskForKey() {
  const password = useSignal('');
  const act = async () => {
    const { api_key } = await request('POST /users/me/api_key', { password: password.value });
    dialog.value = <ShowKey first={api_key} password={password.value} />;
  };
  return (
    <FormDialog title={t('Show your API key')} action={t('Show')} act={act} ready={password.value !== ''}>
      <TextField
        name="password"
        label={t('Your password')}
        type="password"
        autocomplete="current-password"
        value={password}
      />
      <p class="settings-note">
        <a href={signInAgainAddress()}>{t('Sign in again instead')}</a>
      </p>
    </FormDialog>
  );
}

function ShowKey({ first, password }: { first: string; password?: string }) {
  const key = useSignal(first);
  const renew = async () => {
    const { api_key } = await request('POST /users/me/api_key/regenerate', password === undefined ? {} : { password });
    key.value = api_key;
  };
  return (
    <Dialog title={t('Your API key')} close={t('Close')}>
      <div class="form">
        <p class="secret">
          <code>{key.value}</code>
          <Button icon={Copy} label={t('Copy')} onClick={() => void copyAndReport(key.value)} />
        </p>
        <p class="settings-note">{t('If you replace this key, apps and devices that use it have to sign in again.')}</p>
        <footer class="form-buttons">
          <ReplaceKey act={renew} done={t('This is your new API key.')} />
          <Button kind="primary" icon={Download} onClick={() => saveFile('zuliprc', makeZuliprc(address(), key.value))}>
            {t('Download zuliprc')}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

function Privacy() {
  const { realm_enable_read_receipts, realm_presence_disabled } = store.realm.value;
  const fixed: Record<string, string | undefined> = {
    presence_enabled: realm_presence_disabled ? t('Availability isn’t shown in this organization.') : undefined,
    send_read_receipts:
      realm_enable_read_receipts === false ? t('Read receipts are turned off in this organization.') : undefined,
  };
  return (
    <SettingsRows title={t('Privacy')}>
      <OwnSettings rows={listNames('privacy').map((name) => ({ name, fixed: fixed[name] }))} />
    </SettingsRows>
  );
}

function Leaving() {
  const owners = [...store.users.value.values()].filter(
    ({ role, is_active, is_bot }) => role === ROLES.owner && is_active && !is_bot,
  );
  const isLastOwner = store.me.value.is_owner && owners.length < 2;
  const leave = async () => {
    await request('DELETE /users/me');
    location.assign('/login');
  };
  return (
    <SettingsRows title={t('Deactivation')}>
      <SettingRow
        label={t('Deactivate account')}
        hint={t('You and your bots will be signed out. Your messages are kept. Administrators can reactivate you.')}
        fixed={isLastOwner ? t('You’re the only owner. Make someone else an owner first.') : undefined}
      >
        {(id) =>
          !isLastOwner && (
            <Button
              aria-describedby={`${id}-name`}
              kind="danger"
              onClick={() =>
                confirm(
                  { title: t('Deactivate your account?'), action: t('Deactivate'), danger: true, act: leave },
                  <p>{t('You’ll be signed out immediately and won’t be able to sign in again.')}</p>,
                )
              }
            >
              {t('Deactivate…')}
            </Button>
          )
        }
      </SettingRow>
    </SettingsRows>
  );
}
