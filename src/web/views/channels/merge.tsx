import { useSignal } from '@preact/signals';
import { ChannelSelect } from '../../design/channel-select.tsx';
import { Field } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { toast } from '../../design/layers.tsx';
import { Button } from '../../design/primitives.tsx';
import { SettingRow } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { canAdminister } from '../../permissions/channels.ts';
import { request } from '../../server/request.ts';
import type { Channel } from '../../store/channels.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { channelLabel, channelName } from '../../text/names.ts';
import { hrefOfSettings } from './links.ts';

/** Moves everything of a channel into another one. */
export const MergeRow = ({ channel }: { channel: Channel }) => (
  <SettingRow label={t('Merge')} hint={t('Moves all topics and people to another channel, and archives this one.')}>
    {(id) => (
      <Button aria-describedby={`${id}-name`} onClick={() => (dialog.value = <MergeDialog channel={channel} />)}>
        {t('Merge…')}
      </Button>
    )}
  </SettingRow>
);

function MergeDialog({ channel: { stream_id, name, invite_only } }: { channel: Channel }) {
  const into = useSignal(-1);
  const target = store.channels.value.get(into.value);
  const act = async () => {
    const into_stream_id = into.peek();
    await request('POST /streams/{stream_id}/merge', { stream_id, into_stream_id });
    toast(
      t('{channel} was merged into {other}.', {
        channel: channelLabel(name),
        other: channelLabel(channelName(into_stream_id)),
      }),
    );
    location.hash = hrefOfSettings(into_stream_id);
  };
  return (
    <FormDialog
      title={t('Merge {channel} into another channel', { channel: channelLabel(name) })}
      action={t('Merge channels')}
      danger
      ready={into.value !== -1}
      act={act}
    >
      <Field label={t('Channel to merge into')}>
        {(id, describedBy) => (
          <ChannelSelect
            id={id}
            describedBy={describedBy}
            value={into.value}
            none={t('Choose a channel')}
            fits={(other) => other !== stream_id && canMergeInto(other)}
            onChange={(other) => (into.value = other)}
          />
        )}
      </Field>
      {target && invite_only && !target.invite_only && (
        <p class="notice" role="status">
          {t('{channel} isn’t private. More people will be able to read these messages.', {
            channel: channelLabel(target.name),
          })}
        </p>
      )}
      <p>{t('Topics with the same name become one. This can’t be undone.')}</p>
    </FormDialog>
  );
}

function canMergeInto(id: number): boolean {
  const channel = store.channels.value.get(id);
  return channel !== undefined && canAdminister(channel);
}
