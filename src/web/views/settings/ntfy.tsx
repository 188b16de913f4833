import { type Signal, useSignal } from '@preact/signals';
import { SelectField, TextField } from '../../design/fields.tsx';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Pencil } from '../../design/icons.ts';
import { Trash2 } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
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

export function AddAddress({ load }: { load: () => Promise<void> }) {
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
