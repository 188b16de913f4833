import type { Signal } from '@preact/signals';
import { ChannelSelect } from '../../design/channel-select.tsx';
import { Field } from '../../design/field.tsx';
import { TextField } from '../../design/fields.tsx';
import { t } from '../../i18n/text.ts';

/**
 * Where the messages of a webhook go: to a channel, in one topic or each message's own, or to the owner. `channel` is
 * -1 for the owner.
 */
export const DestinationFields = ({ channel, topic }: { channel: Signal<number>; topic: Signal<string> }) => (
  <>
    <Field label={t('Send messages to')}>
      {(id, describedBy) => (
        <ChannelSelect
          id={id}
          describedBy={describedBy}
          none={t('Direct message to the owner')}
          value={channel.value}
          onChange={(to) => (channel.value = to)}
        />
      )}
    </Field>
    {channel.value > 0 && (
      <TextField
        label={t('Topic')}
        hint={t('Leave empty to use each message’s own topic')}
        value={topic}
        maxLength={60}
      />
    )}
  </>
);
