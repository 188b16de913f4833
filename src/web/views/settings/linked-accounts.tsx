import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { TextField } from '../../design/fields.tsx';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { toast } from '../../design/layers.tsx';
import { KeyRound, Link, Unlink } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { formatTimeOrDay } from '../../text/format.ts';
import { withFreshSignIn } from './reauthenticate.tsx';

type Accounts = Reply<'GET /users/me/identities'>;
type Identity = Accounts['identities'][number];
type Provider = Accounts['providers'][number];

/** The user's accounts at identity providers, which sign them in here. Nothing on a server without providers. */
export function LinkedAccounts() {
  const accounts = useSignal<Accounts | undefined>(undefined);
  const wrong = useSignal('');
  const load = () =>
    request('GET /users/me/identities').then(
      (reply) => {
        accounts.value = reply;
      },
      (error: unknown) => {
        wrong.value = errorText(error);
      },
    );
  useEffect(() => void load(), []);
  if (wrong.value) return <p role="alert">{wrong.value}</p>;
  const { identities, providers } = accounts.value ?? { identities: [], providers: [] };
  if (identities.length + providers.length === 0) return null;
  return (
    <SettingsSection title={t('Linked accounts')} note={t('You can sign in here with these accounts.')}>
      {identities.length > 0 && (
        <ul class="lines">
          {identities.map((identity) => (
            <IdentityRow key={identity.identity_id} identity={identity} load={load} />
          ))}
        </ul>
      )}
      {providers.length > 0 && (
        <span class="settings-buttons">
          {providers.map((provider) => (
            <Button key={provider.provider} icon={Link} onClick={() => void reportResult(link(provider, load))}>
              {t('Link {provider}…', { provider: provider.display_name })}
            </Button>
          ))}
        </span>
      )}
    </SettingsSection>
  );
}

function IdentityRow({ identity, load }: { identity: Identity; load: () => Promise<void> }) {
  const { identity_id, display_name: provider, display_icon, account_name, created, last_used } = identity;
  const unlink = () =>
    confirm(
      {
        title: t('Unlink {provider}?', { provider }),
        action: t('Unlink'),
        danger: true,
        act: () =>
          withFreshSignIn(async () => {
            await request('DELETE /users/me/identities/{identity_id}', { identity_id });
            await load();
            toast(t('{provider} was unlinked.', { provider }));
          }),
      },
      <p>{t('An account with your e-mail address is linked again when somebody signs in with it.')}</p>,
    );
  const notes = [
    account_name,
    t('Linked {time}', { time: formatTimeOrDay(created) }),
    t('Last used {time}', { time: formatTimeOrDay(last_used) }),
  ];
  return (
    <li class="line line-tall">
      {display_icon === null ? <Icon of={KeyRound} /> : <img src={display_icon} alt="" width={24} height={24} />}
      <span class="line-body">
        <span class="line-name">{provider}</span>
        <span class="line-note line-note-wrapped">{notes.filter(Boolean).join(' · ')}</span>
      </span>
      <Button kind="quiet" icon={Unlink} label={t('Unlink {provider}', { provider })} onClick={unlink} />
    </li>
  );
}

/** Links an account: at a provider's page, or with the password of the directory. */
async function link({ provider }: Provider, load: () => Promise<void>): Promise<void> {
  await withFreshSignIn(async () => {
    if (provider === 'ldap') dialog.value = <LinkDirectory load={load} />;
    else location.assign((await request('POST /users/me/identities', { provider })).authorization_url);
  });
}

function LinkDirectory({ load }: { load: () => Promise<void> }) {
  const username = useSignal('');
  const password = useSignal('');
  const act = () =>
    withFreshSignIn(async () => {
      await request('POST /users/me/identities/ldap', { username: username.value, password: password.value });
      await load();
      toast(t('{provider} was linked.', { provider: 'LDAP' }));
    });
  return (
    <FormDialog
      title={t('Link your LDAP account')}
      action={t('Link account')}
      act={act}
      ready={username.value.trim() !== '' && password.value !== ''}
    >
      <p>{t('From then on, you sign in with the password of the directory.')}</p>
      <TextField name="username" label={t('User name or e-mail address')} maxLength={254} value={username} />
      <TextField
        name="password"
        label={t('Password')}
        type="password"
        autocomplete="current-password"
        maxLength={100}
        value={password}
      />
    </FormDialog>
  );
}
