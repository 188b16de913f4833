import { Smartphone } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { postponeInstallOffer } from '../../notifications/install.ts';
import { install } from './install.ts';

/** Offers to install the client on a phone. */
export const InstallOffer = () => (
  <div class="top-notice top-notice-offer" translate={false} role="region" aria-label={t('Install the app')}>
    <Icon of={Smartphone} size={16} />
    <span>{t('Install the app to be notified while this page is closed.')}</span>
    <Button kind="quiet" onClick={() => void install()}>
      {t('Install')}
    </Button>
    <Button kind="quiet" onClick={postponeInstallOffer}>
      {t('Not now')}
    </Button>
  </div>
);
