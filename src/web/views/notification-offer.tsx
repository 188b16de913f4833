import { Bell } from '../design/icons.ts';
import { Button, Icon } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';

const notices = () => import('../notifications/desktop.ts');

/**
 * Offers notifications after an event that would have notified the user. The browser asks for permission only after a
 * click.
 */
export const NotificationOffer = () => (
  <div class="top-notice top-notice-offer" translate={false} role="region" aria-label={t('Notifications')}>
    <Icon of={Bell} size={16} />
    <span>{t('Do you want to be notified of new messages?')}</span>
    <Button kind="quiet" onClick={() => void notices().then(({ requestPermission: allowNotices }) => allowNotices())}>
      {t('Turn on notifications')}
    </Button>
    <Button kind="quiet" onClick={() => void notices().then(({ postponeOffer: notNow }) => notNow())}>
      {t('Not now')}
    </Button>
  </div>
);
