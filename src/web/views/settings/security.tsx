import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { confirm } from '../../design/form-dialog.tsx';
import { toast } from '../../design/layers.tsx';
import { Button, Skeleton } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingRow, SettingsRows } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { AddAuthenticator } from './authenticator.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { Passkeys } from './passkeys.tsx';
import { withFreshSignIn } from './reauthenticate.tsx';
import { showRecoveryCodes } from './recovery-codes.tsx';
import { Sessions } from './sessions.tsx';

type SecondFactors = Reply<'GET /users/me/second_factors'>;

/** Second factors, linked accounts and sessions. */
export function Security() {
  return (
    <>
      <SecondFactor />
      <LinkedAccounts />
      <Sessions />
    </>
  );
}

function SecondFactor() {
  const factors = useSignal<SecondFactors | undefined>(undefined);
  const wrong = useSignal('');
  const load = () =>
    request('GET /users/me/second_factors').then(
      (reply) => {
        factors.value = reply;
      },
      (error: unknown) => {
        wrong.value = errorText(error);
      },
    );
  useEffect(() => void load(), []);
  if (wrong.value) return <p role="alert">{wrong.value}</p>;
  if (!factors.value) return <Skeleton label={t('Loading security settings')} />;
  const note = factors.value.required
    ? t('This organization requires a second step when you sign in.')
    : t('A second step protects your account even from people who know your password.');
  return (
    <>
      <SettingsRows title={t('Second step at sign-in')} note={note}>
        <AuthenticatorRow factors={factors as Signal<SecondFactors>} load={load} />
        {(factors.value.authenticator || factors.value.passkeys.length > 0) && (
          <RecoveryCodesRow count={factors.value.recovery_codes} load={load} />
        )}
      </SettingsRows>
      <Passkeys passkeys={factors.value.passkeys} load={load} />
    </>
  );
}

function AuthenticatorRow({ factors, load }: { factors: Signal<SecondFactors>; load: () => Promise<void> }) {
  const add = () =>
    withFreshSignIn(async () => {
      const { secret, uri } = await request('POST /users/me/authenticator/secret');
      dialog.value = <AddAuthenticator secret={secret} uri={uri} load={load} />;
    });
  const remove = () =>
    confirm(
      {
        title: t('Remove the authenticator app?'),
        action: t('Remove'),
        danger: true,
        act: () =>
          withFreshSignIn(async () => {
            await request('DELETE /users/me/authenticator');
            await load();
            toast(t('The authenticator app was removed.'));
          }),
      },
      <p>{t('Its codes no longer work for this account.')}</p>,
    );
  const isOn = factors.value.authenticator;
  return (
    <SettingRow
      label={t('Authenticator app')}
      hint={isOn ? t('On. You enter a code from the app when you sign in.') : t('Codes from an app on your phone.')}
    >
      {(id) => (
        <span class="settings-buttons">
          <Button aria-describedby={`${id}-name`} onClick={() => void reportResult(add())}>
            {isOn ? t('Replace…') : t('Set up…')}
          </Button>
          {isOn && (
            <Button kind="quiet" aria-describedby={`${id}-name`} onClick={remove}>
              {t('Remove…')}
            </Button>
          )}
        </span>
      )}
    </SettingRow>
  );
}

function RecoveryCodesRow({ count, load }: { count: number; load: () => Promise<void> }) {
  const renew = () =>
    confirm(
      {
        title: t('Create new recovery codes?'),
        action: t('Create new codes'),
        act: () =>
          withFreshSignIn(async () => {
            const { recovery_codes } = await request('POST /users/me/recovery_codes');
            await load();
            showRecoveryCodes(recovery_codes);
          }),
      },
      <p>{t('The codes that you have stop working.')}</p>,
    );
  return (
    <SettingRow
      label={t('Recovery codes')}
      hint={`${t('Each code replaces your second step once.')} ${plural(count, '{n} code is left.', '{n} codes are left.')}`}
    >
      {(id) => (
        <Button aria-describedby={`${id}-name`} onClick={renew}>
          {t('Create new codes…')}
        </Button>
      )}
    </SettingRow>
  );
}
