import { ArrowLeft } from '../../design/icons.ts';
import { Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';

/** The link back to the list of channels. */
export const BackToChannels = () => (
  <a
    class="button button-quiet button-icon back-link"
    href="#channels/all"
    aria-label={t('All channels')}
    data-tip={t('All channels')}
  >
    <Icon of={ArrowLeft} />
  </a>
);
