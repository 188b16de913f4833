import { useEffect } from 'preact/hooks';
import { isAnythingUnsaved } from '../actions/unsaved-text.ts';
import { CloudOff, RefreshCw } from '../design/icons.ts';
import { Button, Icon } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { outbox } from '../store/local/outbox.ts';
import { isUpdateAvailable } from '../store/page.ts';
import { connection } from '../store/store.ts';

/** The notices that are shown while the server answers: the account is deactivated, or a newer client is available. */
export function RareNotices() {
  if (connection.value === 'closed') return <ClosedNotice />;
  const isConnected = connection.value === 'live' || connection.value === 'opening';
  return isConnected && isUpdateAvailable.value ? <UpdateNotice /> : null;
}

/** A hidden page without unsaved input reloads by itself. Drafts are kept in any case. */
function UpdateNotice() {
  useEffect(() => {
    const loadUnseen = () => {
      if (document.hidden && outbox.peek().length === 0 && !isAnythingUnsaved()) location.reload();
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
