import { useSignal } from '@preact/signals';
import { readStored, writeStored } from '../actions/local-storage.ts';
import { Clock } from '../design/icons.ts';
import { Button, Icon } from '../design/primitives.tsx';
import { reportResult } from '../design/report-result.ts';
import { t } from '../i18n/text.ts';
import { request } from '../server/request.ts';
import { store } from '../store/store.ts';

const STORED = 'zone';

/** Asks once whether to change the profile's time zone, if the device has another. */
export function TimeZoneOffer() {
  const declined = useSignal<string | undefined>(undefined);
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { id } = store.me.value;
  const zone = store.users.value.get(id)?.timezone;
  if (!zone || zone === device || !store.settings.value.web_suggest_update_timezone) return null;
  if ((declined.value ?? readStored(STORED, '')) === device) return null;
  const called = device.replaceAll('_', ' ');
  return (
    <div class="top-notice top-notice-offer" translate={false} role="region" aria-label={t('Time zone')}>
      <Icon of={Clock} size={16} />
      <span>{t('This device is in the time zone {zone}. Update your time zone?', { zone: called })}</span>
      <Button kind="quiet" onClick={() => void reportResult(request('PATCH /settings', { timezone: device }))}>
        {t('Use {zone}', { zone: called })}
      </Button>
      <Button
        kind="quiet"
        onClick={() => {
          declined.value = device;
          writeStored(STORED, device);
        }}
      >
        {t('Not now')}
      </Button>
    </div>
  );
}
