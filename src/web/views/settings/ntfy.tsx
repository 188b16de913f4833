import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { CopyField } from '../../design/copy.tsx';
import { SelectField, TextField } from '../../design/fields.tsx';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Pencil } from '../../design/icons.ts';
import { Dialog, isTouchScreen } from '../../design/layers.tsx';
import { QrCode as QrIcon, Trash2 } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { QrCode } from '../../design/qr.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';

export type Address = Reply<'GET /ntfy/addresses'>['addresses'][number];
/** What changes and removes an ntfy topic to which notifications are sent. */
export function AddressButtons({ address, load }: { address: Address; load: () => Promise<void> }) {
  const { id, url } = address;
  const name = url.replace(/^https?:\/\//, '');
  const act = async () => {
    await request('DELETE /ntfy/addresses/{id}', { id });
    await load();
  };
  const remove = () =>
    confirm(
      { title: t('Remove {name}?', { name }), action: t('Remove'), danger: true, act },
      <p>{t('It no longer receives notifications.')}</p>,
    );
  return (
    <>
      <Button kind="quiet" icon={QrIcon} label={t('Show QR code of {name}', { name })} onClick={() => showTopic(url)} />
      <Button
        kind="quiet"
        icon={Pencil}
        label={t('Edit {name}', { name })}
        onClick={() => (dialog.value = <EditAddress address={address} load={load} />)}
      />
      <Button kind="quiet" icon={Trash2} label={t('Remove {name}', { name })} onClick={remove} />
    </>
  );
}

/** A topic whose name nobody can guess, with 80 random bits. */
function makeTopic(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `https://ntfy.sh/klatch-${[...bytes].map((byte) => letters[byte % 32]).join('')}`;
}

export function AddAddress({ load }: { load: () => Promise<void> }) {
  const proposal = useMemo(makeTopic, []);
  const url = useSignal(proposal);
  const signIn = useSignIn();
  const showsText = useSignal<'no' | 'yes'>('no');
  const act = async () => {
    const address = url.value.trim();
    const shows_text = showsText.value === 'yes';
    await request('POST /ntfy/addresses', { url: address, ...getCredentials(signIn), shows_text });
    await load();
    showTopic(address);
  };
  return (
    <FormDialog title={t('Add ntfy address')} action={t('Add')} act={act} ready={url.value.trim() !== ''}>
      <TextField
        name="url"
        label={t('Address of the topic')}
        {...(url.value === proposal && {
          hint: t('Nobody can guess this name. For a server of your own, replace ntfy.sh.'),
        })}
        code
        maxLength={500}
        autocomplete="off"
        value={url}
      />
      <SignInFields signIn={signIn} />
      <ContentField value={showsText} />
    </FormDialog>
  );
}

const useSignIn = () => ({
  kind: useSignal<'none' | 'token' | 'password'>('none'),
  token: useSignal(''),
  username: useSignal(''),
  password: useSignal(''),
});
type SignIn = ReturnType<typeof useSignIn>;

function getCredentials({ kind, token, username, password }: SignIn) {
  if (kind.value === 'token') return { token: token.value.trim() };
  return kind.value === 'none' ? {} : { username: username.value.trim(), password: password.value };
}

const SignInFields = ({ signIn: { kind, token, username, password } }: { signIn: SignIn }) => (
  <>
    <SelectField
      label={t('Sign-in at the ntfy server')}
      hint={t('Only if the topic is protected on a server of your own.')}
      value={kind}
      options={[
        ['none', t('None')],
        ['token', t('Access token')],
        ['password', t('User name and password')],
      ]}
    />
    {kind.value === 'token' && (
      <TextField name="token" label={t('Access token')} code maxLength={500} autocomplete="off" value={token} />
    )}
    {kind.value === 'password' && (
      <>
        <TextField name="username" label={t('User name')} code maxLength={500} autocomplete="off" value={username} />
        <TextField
          name="password"
          label={t('Password')}
          type="password"
          maxLength={500}
          autocomplete="new-password"
          value={password}
        />
      </>
    )}
  </>
);

/** The link with which ntfy's app for Android subscribes to a topic. */
const subscriptionLink = (url: string): string =>
  `ntfy://${url.replace(/^\w+:\/\//, '')}${/^http:/.test(url) ? '?secure=false' : ''}`;

/** Shows how a phone subscribes to a topic: by scanning, by a link, or by typing the address. */
function showTopic(url: string): void {
  const link = subscriptionLink(url);
  dialog.value = (
    <Dialog title={t('Subscribe on your phone')} close={t('Close')}>
      <div class="form">
        <QrCode text={link} label={t('QR code of the topic')} />
        <p>
          {t(
            'Scan this with an Android phone that has the ntfy app. On an iPhone, enter the server and the topic in the app.',
          )}
        </p>
        <CopyField label={t('Address of the topic')} text={url} />
        {isTouchScreen() && <a href={link}>{t('Open in ntfy')}</a>}
      </div>
    </Dialog>
  );
}

function EditAddress({ address: { id, shows_text }, load }: { address: Address; load: () => Promise<void> }) {
  const showsText = useSignal<'no' | 'yes'>(shows_text ? 'yes' : 'no');
  const act = async () => {
    await request('PATCH /ntfy/addresses/{id}', { id, shows_text: showsText.value === 'yes' });
    await load();
  };
  return (
    <FormDialog title={t('Edit ntfy address')} action={t('Save')} act={act} ready>
      <ContentField value={showsText} />
    </FormDialog>
  );
}

const ContentField = ({ value }: { value: Signal<'no' | 'yes'> }) => (
  <SelectField
    name="shows_text"
    label={t('Content of notifications')}
    hint={t('The ntfy server can read it.')}
    value={value}
    options={[
      ['no', t('Only “New message”')],
      ['yes', t('Sender, conversation and text')],
    ]}
  />
);
