import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isAnythingUnsaved } from '../actions/unsaved-text.ts';
import { CloudOff, LogIn } from '../design/icons.ts';
import { lazyView } from '../design/lazy.tsx';
import { Button, Icon } from '../design/primitives.tsx';
import { plural, t } from '../i18n/text.ts';
import { retryNow } from '../server/connection.ts';
import { retryAt } from '../store/local/event-queue.ts';
import { connection } from '../store/store.ts';

const RareNotices = lazyView(() => import('./rare-notices.tsx').then(({ RareNotices }) => RareNotices));

/** Shows when displayed data may be outdated, and when a newer client is available. */
export function ConnectionNotices() {
  if (connection.value === 'portal') return <PortalNotice />;
  return ['live', 'opening', 'closed'].includes(connection.value) ? <RareNotices /> : <OfflineNotice />;
}

/**
 * A portal before the server asks for a new sign-in, which a page can show, but no request of this script. What closing
 * the page would lose stays here: then the portal asks in another window, and this one continues by itself.
 */
const PortalNotice = () => (
  <div class="top-notice" translate={false} role="status">
    <Icon of={LogIn} size={16} />
    <span>{t('Sign in again to continue. What you write is saved.')}</span>
    <Button kind="quiet" onClick={() => (isAnythingUnsaved() ? open('/') : location.reload())}>
      {t('Sign in again')}
    </Button>
  </div>
);

function OfflineNotice() {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = retryAt.value === undefined ? 0 : Math.ceil((retryAt.value - now.value) / 1000);
  return (
    <div class="top-notice" translate={false}>
      <Icon of={CloudOff} size={16} />
      <span role="status">
        {connection.value === 'offline'
          ? t('You’re offline. What you write is saved.')
          : t('Can’t reach the server. What you write is saved.')}
      </span>
      {seconds > 0 ? (
        <>
          <span class="top-notice-wait" aria-hidden="true">
            {plural(seconds, 'Retrying in {n} s', 'Retrying in {n} s')}
          </span>
          <Button kind="quiet" onClick={retryNow}>
            {t('Try now')}
          </Button>
        </>
      ) : (
        <span class="top-notice-wait" aria-hidden="true">
          {t('Trying…')}
        </span>
      )}
    </div>
  );
}
