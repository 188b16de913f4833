import { useSignal } from '@preact/signals';
import { CopyField } from '../../design/copy.tsx';
import { SelectField } from '../../design/fields.tsx';
import { Dialog } from '../../design/layers.tsx';
import { t } from '../../i18n/text.ts';
import type { BotOfMine } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { DestinationFields } from './destination-fields.tsx';

interface Program {
  name: string;
  display_name?: string;
}

export const WebhookDialog = ({ bot }: { bot: BotOfMine }) => (
  <Dialog title={t('Create webhook URL')} close={t('Close')}>
    <div class="form">
      <WebhookAddress bot={bot} />
    </div>
  </Dialog>
);

/** Builds the URL that another program posts to from the destination of its messages. */
export function WebhookAddress({ bot }: { bot: BotOfMine }) {
  const programs: readonly Program[] = store.realm.value.realm_incoming_webhook_bots ?? [];
  const service = useSignal(programs[0]?.name ?? 'json');
  const channel = useSignal(-1);
  const topic = useSignal('');
  const address = new URL(`/api/v1/external/${service.value}`, location.origin);
  address.searchParams.set('api_key', bot.api_key);
  if (channel.value > 0) {
    address.searchParams.set('stream', String(channel.value));
    if (topic.value.trim() !== '') address.searchParams.set('topic', topic.value.trim());
  }
  return (
    <>
      <p class="settings-note">
        {t('Enter this webhook URL in the other app. Anyone with the URL can post as the bot.')}
      </p>
      <div class="form-row">
        <SelectField
          label={t('Integration')}
          value={service}
          options={programs.map(({ name, display_name = name }) => [name, display_name])}
        />
        <DestinationFields channel={channel} topic={topic} />
      </div>
      <CopyField label={t('Webhook URL')} text={address.href} />
    </>
  );
}
