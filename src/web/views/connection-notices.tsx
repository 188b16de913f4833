import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CloudOff, RefreshCw } from '../design/icons.ts';
import { Button, Icon } from '../design/primitives.tsx';
import { isAnythingUnsaved } from '../design/unsaved-text.ts';
import { plural, t } from '../i18n/text.ts';
import { retryNow } from '../server/connection.ts';
import { retryAt } from '../store/local/event-queue.ts';
import { dialog } from '../store/local/layers.ts';
import { outbox } from '../store/local/outbox.ts';
import { uploads } from '../store/local/uploads.ts';
import { editing, isUpdateAvailable } from '../store/page.ts';
import { connection } from '../store/store.ts';

/** Shows when displayed data may be outdated, and when a newer client is available. */
export function ConnectionNotices() {
  if (connection.value === 'closed') return <ClosedNotice />;
  if (connection.value !== 'live' && connection.value !== 'opening') return <OfflineNotice />;
  return isUpdateAvailable.value ? <UpdateNotice /> : null;
}

/** A hidden page without unsaved input reloads by itself. Drafts are kept in any case. */
function UpdateNotice() {
  useEffect(() => {
    const loadUnseen = () => {
      const begun =
        dialog.value ||
        editing.value !== undefined ||
        outbox.value.length > 0 ||
        uploads.value.length > 0 ||
        isAnythingUnsaved();
      if (document.hidden && !begun) location.reload();
    };
    loadUnseen();
    document.addEventListener('visibilitychange', loadUnseen);
    return () => document.removeEventListener('visibilitychange', loadUnseen);
  }, []);
  return (
    <p class="top-notice top-notice-offer" translate={false} role="status">
      <Icon of={RefreshCw} size={16} />
      {t('A new version is available.')}
      <Button kind="quiet" onClick={() => location.reload()}>
        {t('Reload')}
      </Button>
    </p>
  );
}

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

/** The account is deactivated; nothing works any more. */
function ClosedNotice() {
  return (
    <div class="top-notice top-notice-closed" translate={false} role="alert">
      <Icon of={CloudOff} size={16} />
      <span>{t('Your account or the organization was deactivated. Ask an administrator to reactivate it.')}</span>
      <a class="button button-quiet" href="/login/">
        {t('Sign in with another account')}
      </a>
    </div>
  );
}
