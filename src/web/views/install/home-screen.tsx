import { Bell } from '../../design/icons.ts';
import { Dialog } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Share, SquarePlus } from '../../design/more-icons.ts';
import { Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import css from './home-screen.css';

addStyle(css);

/** Shows how iPhones and iPads install a page, for which they have no dialog. */
export function showHomeScreenSteps(): void {
  dialog.value = <HomeScreenSteps />;
}

const HomeScreenSteps = () => (
  <Dialog title={t('Install the app')} close={t('Close')}>
    <p>{t('On iPhones and iPads, notifications arrive only in the installed app.')}</p>
    <ol class="install-steps">
      <li>
        <Icon of={Share} size={22} />
        <span>{t('Tap “Share” in the browser’s toolbar.')}</span>
      </li>
      <li>
        <Icon of={SquarePlus} size={22} />
        <span>{t('Choose “Add to Home Screen”, then “Add”.')}</span>
      </li>
      <li>
        <Icon of={Bell} size={22} />
        <span>
          {t('Open {name} from the Home Screen, and allow notifications in its settings.', {
            name: store.realm.value.realm_name ?? '',
          })}
        </span>
      </li>
    </ol>
  </Dialog>
);
