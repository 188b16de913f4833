import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { RefreshCw } from '../../design/icons.ts';
import { Button } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { registrations, store } from '../../store/store.ts';
import { formatDay } from '../../text/format.ts';
import { channelName } from '../../text/names.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';

type Archived = Reply<'GET /archived_channels'>['channels'][number];

/** The archived channels, to restore them, and when they are deleted. */
export function ArchivedChannels() {
  const channels = useSignal<readonly Archived[]>([]);
  const failed = useSignal('');
  const load = () =>
    request('GET /archived_channels').then(
      (reply) => void (channels.value = reply.channels),
      (error) => void (failed.value = errorText(error)),
    );
  useEffect(() => void load(), [registrations.value]);
  const restore = async (stream_id: number) => {
    try {
      await request('PATCH /streams/{stream_id}', { stream_id, is_archived: false });
      await load();
    } catch (error) {
      failed.value = errorText(error);
    }
  };
  if (channels.value.length === 0 && !failed.value) return null;
  return (
    <SettingsSection
      title={t('Archived channels')}
      {...(!store.realm.value.realm_delete_archived_channels && {
        note: t('An owner can have them permanently deleted, under “Retention and exports”.'),
      })}
    >
      {failed.value && <p class="form-wrong">{failed.value}</p>}
      <ul class="lines" aria-label={t('Archived channels')}>
        {channels.value.map(({ stream_id, restorable_until }) => (
          <li class="line" key={stream_id}>
            <ChannelSign id={stream_id} />
            <span class="line-body">
              <span class="line-name" dir="auto">
                {channelName(stream_id)}
              </span>
              {restorable_until !== null && (
                <span class="line-note line-note-whole">
                  {t('Permanently deleted on {when}', { when: formatDay(restorable_until) })}
                </span>
              )}
            </span>
            <Button
              icon={RefreshCw}
              label={t('Restore the channel {name}', { name: channelName(stream_id) })}
              onClick={() => restore(stream_id)}
            >
              {t('Restore')}
            </Button>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
