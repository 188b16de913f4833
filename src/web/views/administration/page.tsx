import type { ComponentChildren } from 'preact';
import { Search } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import { Paged } from '../../design/paged.tsx';
import { EmptyState } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import type { Route } from '../../routing/router.ts';
import { store } from '../../store/store.ts';
import { searchSettings } from '../settings/search.tsx';
import css from './administration.css';
import { hrefOfSection, type Section, sectionAt, sectionGroups } from './sections.ts';

addStyle(css);

/** The organization pages: everything for administrators, and the parts that every user can see. */
export function Page({ place }: { place: Route }) {
  const path = 'path' in place ? place.path : [];
  const [name, ...rest] = place.view === 'groups' ? ['groups', ...path] : path;
  const groups = sectionGroups();
  const section = name === undefined ? groups[0]?.sections[0] : sectionAt(name);
  const isKnown = section && groups.some(({ sections }) => sections.includes(section));
  return (
    <Paged
      title={isKnown ? section.name() : t('Organization')}
      {...(isKnown && { within: { href: '#organization', name: t('Organization') } })}
      label={t('Organization settings')}
      current={section ? hrefOfSection(section) : ''}
      isStart={name === undefined}
      search={searchSettings}
      groups={groups.map(({ title, sections }) => ({
        name: title,
        pages: sections.map((one) => ({ href: hrefOfSection(one), name: one.name(), icon: one.icon })),
      }))}
    >
      {isKnown ? <Open key={section.address} section={section} path={rest} /> : <SectionNotFound />}
    </Paged>
  );
}

function Open({ section: { View }, path }: { section: Section; path: readonly string[] }): ComponentChildren {
  return store.me.value.id === 0 ? null : <View path={path} />;
}

const SectionNotFound = () => (
  <EmptyState icon={Search} title={t('Page not found')}>
    <p>{t('Check the link. The page may be visible only to administrators.')}</p>
  </EmptyState>
);
