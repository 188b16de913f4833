import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { SelectField, TextField } from '../../design/fields.tsx';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Bell, Pencil, Plus } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { Trash2 } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { formatTimeOrDay } from '../../text/format.ts';

type Address = Reply<'GET /ntfy/addresses'>['addresses'][number];
type Failure = NonNullable<Address['failure']>;

const FAILURES: Record<Failure, () => string> = {
  unreachable: () => t('The ntfy server can’t be reached.'),
  unauthorized: () => t('The ntfy server rejected the access token, or requires one.'),
  private: () => t('This server doesn’t send to addresses in private networks. Ask an administrator.'),
  rejected: () => t('The ntfy server rejected the notification.'),
};

/** The ntfy topics that receive the user's notifications. */
export function NtfySection() {
  const addresses = useSignal<readonly Address[]>([]);
  const load = async () => {
    addresses.value = (await request('GET /ntfy/addresses')).addresses;
  };
  useEffect(() => void reportResult(load()), []);
  return (
    <SettingsSection
      part="ntfy"
      title={t('Phones with ntfy')}
      note={t(
        'ntfy is a free app that receives notifications without an account. Choose a topic name that nobody can guess, subscribe to it in the app, and add its address here. The ntfy server sees when you receive notifications, and their text only if you include it. iPhones need a server that relays through ntfy.sh.',
      )}
    >
      {addresses.value.length > 0 && (
        <ul class="lines">
          {addresses.value.map((address) => (
            <AddressRow key={address.id} address={address} load={load} />
          ))}
        </ul>
      )}
      <Button icon={Plus} onClick={() => (dialog.value = <AddAddress load={load} />)}>
        {t('Add ntfy address…')}
      </Button>
    </SettingsSection>
  );
}

function statusOf({ failure, last_failure, last_success }: Address): string {
  if (failure !== null) return `${FAILURES[failure]()} (${formatTimeOrDay(last_failure!)})`;
  return last_success === null
    ? t('No notification was sent yet.')
    : t('Last notification {time}', { time: formatTimeOrDay(last_success) });
}

function AddressRow({ address, load }: { address: Address; load: () => Promise<void> }) {
  const { id, url, shows_text } = address;
  const name = url.replace(/^https?:\/\//, '');
  const test = async () => {
    const { failure } = await request('POST /ntfy/addresses/{id}/test', { id });
    toast(failure === null ? t('Sent. It should arrive within seconds.') : FAILURES[failure]());
    await load();
  };
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
    <li class="line line-tall">
      <span class="line-body">
        <span class="line-name" dir="ltr">
          {name}
        </span>
        <span class="line-note line-note-wrapped">
          {[shows_text ? t('With message text') : t('Without message text'), statusOf(address)].join(' · ')}
        </span>
      </span>
      <Button
        kind="quiet"
        icon={Bell}
        label={t('Send test notification to {name}', { name })}
        onClick={() => void reportResult(test())}
      />
      <Button
        kind="quiet"
        icon={Pencil}
        label={t('Edit {name}', { name })}
        onClick={() => (dialog.value = <EditAddress address={address} load={load} />)}
      />
      <Button kind="quiet" icon={Trash2} label={t('Remove {name}', { name })} onClick={remove} />
    </li>
  );
}

function AddAddress({ load }: { load: () => Promise<void> }) {
  const url = useSignal('');
  const token = useSignal('');
  const showsText = useSignal<'no' | 'yes'>('no');
  const act = async () => {
    await request('POST /ntfy/addresses', {
      url: url.value.trim(),
      ...(token.value.trim() && { token: token.value.trim() }),
      shows_text: showsText.value === 'yes',
    });
    await load();
  };
  return (
    <FormDialog title={t('Add ntfy address')} action={t('Add')} act={act} ready={url.value.trim() !== ''}>
      <TextField
        name="url"
        label={t('Address of the topic')}
        placeholder="https://ntfy.sh/…"
        code
        maxLength={500}
        autocomplete="off"
        value={url}
      />
      <TextField
        name="token"
        label={t('Access token')}
        hint={t('Only if the topic is protected on a server of your own.')}
        code
        maxLength={500}
        autocomplete="off"
        value={token}
      />
      <ContentField value={showsText} />
    </FormDialog>
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
