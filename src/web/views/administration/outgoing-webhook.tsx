import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CopyField } from '../../design/copy.tsx';
import { Dialog, toast } from '../../design/layers.tsx';
import { Button, Skeleton } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { translateError } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { BotOfMine, Reply } from '../../server/types.ts';
import { formatTimeOrDay } from '../../text/format.ts';
import { SlashCommands } from './slash-commands.tsx';

type Webhook = Reply<'GET /bots/{bot_id}/webhook'>;

/** What an outgoing webhook is signed with, its last requests, and a test. */
export function OutgoingWebhookDialog({ bot: { user_id: bot_id, full_name: name } }: { bot: BotOfMine }) {
  const webhook = useSignal<Webhook | undefined>(undefined);
  const busy = useSignal(false);
  const load = async () => {
    const found = await request('GET /bots/{bot_id}/webhook', { bot_id });
    const translated = found.deliveries.map(async (one) => ({
      ...one,
      error: one.error && (await translateError(one.error)),
    }));
    webhook.value = { ...found, deliveries: await Promise.all(translated) };
  };
  useEffect(() => void reportResult(load()), []);
  const test = async () => {
    busy.value = true;
    try {
      const { error } = await request('POST /bots/{bot_id}/webhook/test', { bot_id });
      toast(
        error === null
          ? t('The webhook received the test')
          : t('The test failed: {reason}', { reason: await translateError(error) }),
        error !== null,
      );
      await load();
    } finally {
      busy.value = false;
    }
  };
  const found = webhook.value;
  return (
    <Dialog title={t('Webhook of {name}', { name })} close={t('Close')}>
      {found ? (
        <div class="form">
          <p class="settings-note">{t('Each request is signed, as Standard Webhooks defines it.')}</p>
          <CopyField label={t('Signing secret')} text={found.signing_secret} />
          <div>
            <Button disabled={busy.value} onClick={() => void reportResult(test())}>
              {t('Send a test')}
            </Button>
          </div>
          <Requests all={found.deliveries} />
          <SlashCommands bot_id={bot_id} />
        </div>
      ) : (
        <Skeleton rows={3} label={t('Last deliveries')} />
      )}
    </Dialog>
  );
}

const Requests = ({ all }: { all: Webhook['deliveries'] }) =>
  all.length === 0 ? (
    <p class="line-note">{t('No deliveries in the last week')}</p>
  ) : (
    <ul class="lines" aria-label={t('Last deliveries')}>
      {all.map(({ id, message_id, command, sent, status, error }) => (
        <li key={id} class="line">
          <span class="line-body">
            <span class="line-note line-note-whole">
              {formatTimeOrDay(sent)} · {command !== null && `/${command}`}
              {command === null && message_id === null && t('Test')}
              {message_id !== null && <a href={`#narrow/near/${message_id}`}>{t('Message')}</a>} · {error ?? status}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
