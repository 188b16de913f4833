import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { requestPermission } from '../../notifications/desktop.ts';
import { installMethod } from '../../notifications/install.ts';
import { type BrowserResult, testBrowser } from '../../notifications/test-notification.ts';
import { permission } from '../../store/local/notifications.ts';
import { install } from '../install/install.ts';

const RESULTS: Record<BrowserResult, () => string> = {
  delivered: () => t('This browser: delivered.'),
  accepted: () => t('This browser: sent, but it hasn’t arrived. Check the notification settings of your computer.'),
  unreachable: () => t('This browser: its push service can’t be reached by the server.'),
  unregistered: () => t('This browser: its push service no longer knows it. Reload the page.'),
  rejected: () => t('This browser: its push service refused the notification.'),
  blocked: () => t('This browser: blocked. Allow notifications in its settings for this site.'),
  unsupported: () => t('This browser: not allowed yet.'),
  page: () => t('This browser: shown while a page is open. It has no push service for when all pages are closed.'),
};

/** Sends a test notification to this browser. Resolves with what became of it, in words. */
export const testThisBrowser = async (): Promise<string> => RESULTS[await testBrowser()]();

/** Whether this browser shows notifications. */
export function browserHint(): string {
  switch (permission.value) {
    case 'granted':
      return t('Notifications are turned on in this browser.');
    case 'default':
      return t('Your browser will ask for permission.');
    case 'denied':
      return t('Your browser blocks notifications. Allow them in its settings for this site.');
    default:
      return installMethod() === 'home-screen'
        ? t('On iPhones and iPads, notifications arrive only in the installed app.')
        : t('This browser doesn’t support notifications.');
  }
}

/** What lets this browser show notifications. Only a click can request the permission. */
export function BrowserButton() {
  if (permission.value === 'default') return <Button onClick={() => void requestPermission()}>{t('Allow…')}</Button>;
  if (permission.value === 'none' && installMethod() !== undefined)
    return <Button onClick={() => void install()}>{t('Install…')}</Button>;
  return null;
}
