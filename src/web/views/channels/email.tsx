import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CopyField } from '../../design/copy.tsx';
import { confirm } from '../../design/form-dialog.tsx';
import { Button } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { canAdminister } from '../../permissions/channels.ts';
import { request } from '../../server/request.ts';
import type { Channel } from '../../store/channels.ts';
import { channelLabel } from '../../text/names.ts';

/** The channel's e-mail address, if the server receives mail and the user can post to the channel. */
export function EmailSection({ channel }: { channel: Channel }) {
  const { stream_id, name } = channel;
  const address = useSignal('');
  const load = async () => {
    address.value = (await request('GET /streams/{stream_id}/email_address', { stream_id })).email;
  };
  // Users who cannot post have no address.
  useEffect(() => void load().catch(() => undefined), [stream_id]);
  const replace = () =>
    confirm(
      {
        title: t('Replace the addresses of {channel}?', { channel: channelLabel(name) }),
        action: t('Replace'),
        danger: true,
        async act() {
          await request('POST /streams/{stream_id}/email_address/replace', { stream_id });
          await load();
        },
      },
      <p>{t('Mail to the present addresses of this channel is rejected, also to those of other people.')}</p>,
    );
  if (address.value === '') return null;
  return (
    <SettingsSection
      title={t('E-mail address')}
      note={t('Mail to this address is posted here, with its subject as the topic. Keep the address private.')}
      action={canAdminister(channel) && <Button onClick={replace}>{t('Replace…')}</Button>}
    >
      <CopyField label={t('E-mail address')} text={address.value} />
    </SettingsSection>
  );
}
