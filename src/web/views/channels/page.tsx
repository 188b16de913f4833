import { Hash } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import pages from '../../design/paged.css';
import { EmptyState } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import type { Route } from '../../routing/router.ts';
import { store } from '../../store/store.ts';
import { BackToChannels } from './back-link.tsx';
import { Browser, isBrowserTab } from './browser.tsx';
import css from './channels.css';
import { Create } from './create.tsx';
import { ChannelSettings } from './settings.tsx';

addStyle(pages);
addStyle(css);

/** The channel pages: browse, create, and change channels. */
export function Page({ place }: { place: Route }) {
  const [first = 'all', , tab] = 'path' in place ? place.path : [];
  if (first === 'new') return <Create />;
  const id = Number.parseInt(first, 10);
  if (!(id > 0)) return <Browser tab={isBrowserTab(first) ? first : 'all'} />;
  if (store.channels.value.has(id)) return <ChannelSettings key={id} id={id} tab={tab} />;
  return (
    <>
      <header class="main-head">
        <BackToChannels />
        <div class="main-title">
          <h1>{t('Channels')}</h1>
        </div>
      </header>
      <div class="view">
        <EmptyState icon={Hash} title={t('Channel not found')}>
          <p>{t('It may be private, or it no longer exists.')}</p>
        </EmptyState>
      </div>
    </>
  );
}
