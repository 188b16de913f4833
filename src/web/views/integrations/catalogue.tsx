import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { groupOfCategory, INTEGRATION_GROUPS, type IntegrationGroup } from '../../../shared/integration-groups.ts';
import { Search } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import { EmptyState, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { SearchField } from '../administration/list-section.tsx';
import { Feeds } from './feeds.tsx';
import type { Integration } from './integration.ts';
import css from './integrations.css';
import { BackLink, Service } from './service.tsx';
import { TemplateEditor } from './template.tsx';

addStyle(css);

const TITLES: Readonly<Record<IntegrationGroup, () => string>> = {
  own: () => t('Your own'),
  monitoring: () => t('Monitoring'),
  development: () => t('Development'),
  planning: () => t('Planning'),
  communication: () => t('Communication'),
  home: () => t('Home and media'),
  business: () => t('Business'),
  other: () => t('Other apps'),
};

/** The apps whose deliveries the server can read, and a page about each. */
export function Integrations({ path: [name] }: { path: readonly string[] }) {
  const all = useSignal<readonly Integration[] | undefined>(undefined);
  const failed = useSignal('');
  useEffect(() => {
    request('GET /integrations').then(
      ({ integrations }) => void (all.value = integrations),
      (error) => void (failed.value = errorText(error)),
    );
  }, [name]);
  if (failed.value) return <p class="form-wrong">{failed.value}</p>;
  if (!all.value) return <Skeleton rows={6} label={t('Integrations')} />;
  if (name === 'custom' && store.me.value.is_admin)
    return (
      <>
        <BackLink />
        <TemplateEditor all={all.value} />
      </>
    );
  if (name === 'feeds') return <Feeds />;
  const chosen = all.value.find((one) => one.name === name);
  return chosen ? <Service key={chosen.name} integration={chosen} /> : <Catalogue all={all.value} />;
}

function Catalogue({ all }: { all: readonly Integration[] }) {
  const filter = useSignal('');
  const words = filter.value.trim().toLocaleLowerCase();
  const found = all
    .filter(({ name, display_name }) => `${name}\n${display_name}`.toLocaleLowerCase().includes(words))
    .sort((a, b) => a.display_name.localeCompare(b.display_name));
  return (
    <section class="settings-section" aria-label={t('Integrations')}>
      <p class="settings-note">{t('Choose an app to see what it posts, and to connect it.')}</p>
      <p class="settings-note">
        <a href="#organization/integrations/feeds">{t('Post the new entries of RSS, Atom and JSON feeds')}</a>
      </p>
      <div class="admin-filters">
        <SearchField label={t('Find an app')} placeholder={t('Name')} value={filter} />
        {store.me.value.is_admin && (
          <a class="button button-plain" href="#organization/integrations/custom">
            {t('New template')}
          </a>
        )}
      </div>
      {found.length === 0 && <EmptyState icon={Search} title={t('No matches')} />}
      {INTEGRATION_GROUPS.map((group) => (
        <Group
          key={group}
          title={TITLES[group]()}
          apps={found.filter(({ category }) => groupOfCategory(category) === group)}
        />
      ))}
    </section>
  );
}

const Group = ({ title, apps }: { title: string; apps: readonly Integration[] }) =>
  apps.length === 0 ? null : (
    <>
      <h2 class="admin-subhead">{title}</h2>
      <ul class="apps" aria-label={title}>
        {apps.map(({ name, display_name }) => (
          <li key={name}>
            <a href={`#organization/integrations/${name}`} dir="auto">
              {display_name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
