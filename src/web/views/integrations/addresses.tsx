import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { confirm } from '../../design/form-dialog.tsx';
import { toast } from '../../design/layers.tsx';
import { Button, Skeleton } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { testDelivery } from '../../store/local/test-delivery.ts';
import { store } from '../../store/store.ts';
import { formatDateTime, formatTimeOrDay } from '../../text/format.ts';
import { channelName, displayName } from '../../text/names.ts';

export type Address = Reply<'GET /webhooks'>['webhooks'][number];
type Delivery = Reply<'GET /webhooks/{webhook_id}/deliveries'>['deliveries'][number];

/** The addresses of an app, each with its last deliveries. */
export const Addresses = ({ all, onChanged }: { all: readonly Address[]; onChanged: () => void }) => (
  <SettingsSection title={t('Addresses')}>
    <ul class="lines" aria-label={t('Addresses')}>
      {all.map((one) => (
        <Line key={one.id} address={one} onChanged={onChanged} />
      ))}
    </ul>
  </SettingsSection>
);

/** Where an address posts. */
export const describePlace = ({ stream_id, topic }: Address): string => {
  if (stream_id === null) return t('Direct message to the owner');
  const channel = store.channels.value.get(stream_id);
  return [channel ? `#${channelName(stream_id)}` : t('Unknown channel'), topic].filter(Boolean).join(' > ');
};

/** Posts a delivery of the log again, or a sample by its number. */
export const sendTo = ({ id }: Address, choice: { delivery_id?: number; sample?: number }): Promise<void> =>
  request('POST /webhooks/{webhook_id}/send', { webhook_id: id, ...choice }).then(
    ({ message_id }) => toast(message_id === null ? t('Nothing was posted') : t('Posted')),
    (error) => toast(errorText(error), true),
  );

function Line({ address, onChanged }: { address: Address; onChanged: () => void }) {
  const { id, bot_id, created, service } = address;
  const version = useSignal(0);
  const send = (choice: { delivery_id?: number }) => sendTo(address, choice).then(() => void (version.value += 1));
  const revoke = () =>
    confirm(
      {
        title: t('Revoke this address?'),
        action: t('Revoke'),
        danger: true,
        act: () => request('DELETE /webhooks/{webhook_id}', { webhook_id: id }).then(onChanged),
      },
      <p>{t('The app that uses it can no longer post.')}</p>,
    );
  return (
    <li class="line address">
      <span class="line-body">
        <span class="line-name" dir="auto">
          {describePlace(address)}
        </span>
        <span class="line-note line-note-whole">
          {displayName(bot_id)} · {formatDateTime(created)}
        </span>
      </span>
      <span class="admin-buttons">
        {!service.startsWith('custom_') && <Button onClick={() => void send({})}>{t('Send a sample')}</Button>}
        <Button kind="quiet" onClick={revoke}>
          {t('Revoke')}
        </Button>
      </span>
      <Log key={version.value} address={address} onSend={send} />
    </li>
  );
}

interface LogProps {
  address: Address;
  onSend: (choice: { delivery_id: number }) => void;
}

/** The last deliveries to an address, which are loaded when somebody opens them. */
function Log({ address: { id, service }, onSend }: LogProps) {
  const kept = useSignal<readonly Delivery[] | undefined>(undefined);
  useEffect(() => {
    request('GET /webhooks/{webhook_id}/deliveries', { webhook_id: id }).then(
      ({ deliveries }) => void (kept.value = deliveries),
      () => void (kept.value = []),
    );
  }, []);
  if (!kept.value) return <Skeleton rows={1} label={t('Last deliveries')} />;
  if (kept.value.length === 0) return <p class="address-log line-note">{t('No deliveries in the last week')}</p>;
  return (
    <details class="address-log">
      <summary>{t('Last deliveries')}</summary>
      <ul>
        {kept.value.map((one) => (
          <Kept key={one.id} one={one} service={service} onSend={onSend} />
        ))}
      </ul>
    </details>
  );
}

/** Opens a template with a delivery of the log: the one that made it, or a new one. */
function openAsTest(service: string, content: string): void {
  testDelivery.value = JSON.stringify(JSON.parse(content), null, 2);
  location.hash = `#organization/integrations/${service.startsWith('custom_') ? service : 'custom'}`;
}

function Kept({ one, service, onSend }: { one: Delivery; service: string; onSend: LogProps['onSend'] }) {
  const { id, received, repeats, content, error, message_id } = one;
  const result = error ?? (message_id === null ? t('Nothing was posted') : t('Posted'));
  return (
    <li class="delivery">
      <p>
        {formatTimeOrDay(received)} ·{' '}
        {error === null && message_id !== null ? <a href={`#narrow/near/${message_id}`}>{result}</a> : result}
        {repeats > 0 && ` · ${plural(repeats, '{n} repeat', '{n} repeats')}`}
      </p>
      {content !== null && (
        <details>
          <summary>{t('Payload')}</summary>
          <pre dir="ltr">{JSON.stringify(JSON.parse(content), null, 2)}</pre>
          <span class="admin-buttons">
            <Button onClick={() => onSend({ delivery_id: id })}>{t('Send again')}</Button>
            {store.me.value.is_admin && (
              <Button onClick={() => openAsTest(service, content)}>{t('Use as a test')}</Button>
            )}
          </span>
        </details>
      )}
    </li>
  );
}
