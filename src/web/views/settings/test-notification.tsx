import { useSignal } from '@preact/signals';
import { Button } from '../../design/primitives.tsx';
import { SettingRow } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { type BrowserResult, type PhoneResult, sendTestNotification } from '../../notifications/test-notification.ts';

const HERE: Record<BrowserResult, () => string> = {
  delivered: () => t('This browser: delivered.'),
  accepted: () => t('This browser: sent, but it hasn’t arrived. Check the notification settings of your computer.'),
  unreachable: () => t('This browser: its push service can’t be reached by the server.'),
  unregistered: () => t('This browser: its push service no longer knows it. Reload the page.'),
  refused: () => t('This browser: its push service refused the notification.'),
  blocked: () => t('This browser: blocked. Allow notifications in its settings for this site.'),
  unsupported: () => t('This browser: not allowed yet.'),
  page: () => t('This browser: shown while a page is open. It has no push service for when all pages are closed.'),
};

const PHONES: Record<PhoneResult, () => string> = {
  sent: () => t('Phones: sent.'),
  none: () => t('Phones: no device.'),
  unavailable: () => t('Phones: this server doesn’t send mobile notifications.'),
  failed: () => t('Phones: the push service refused the notification.'),
};

/** Sends a test notification to all devices, and says what became of it. */
export function TestNotification() {
  const busy = useSignal(false);
  const lines = useSignal<readonly string[]>([]);
  const test = async () => {
    busy.value = true;
    lines.value = [];
    try {
      const { here, elsewhere, phones } = await sendTestNotification();
      lines.value = [
        HERE[here](),
        ...(elsewhere > 0 ? [plural(elsewhere, '{n} other browser: sent.', '{n} other browsers: sent.')] : []),
        PHONES[phones](),
      ];
    } catch (error) {
      lines.value = [errorText(error)];
    }
    busy.value = false;
  };
  const hint = (
    <output class="test-results">
      {lines.value.length === 0 && t('Sends a notification to all your devices.')}
      {lines.value.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </output>
  );
  return (
    <SettingRow label={t('Test')} hint={hint}>
      {(_, describedBy) => (
        <Button aria-describedby={describedBy} disabled={busy.value} onClick={() => void test()}>
          {t('Send test notification')}
        </Button>
      )}
    </SettingRow>
  );
}
