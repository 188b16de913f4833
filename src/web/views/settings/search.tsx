import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SettingSearch } from '../../design/paged.tsx';
import { t } from '../../i18n/text.ts';
import { bestMatches } from '../../text/name-matching.ts';
import { hrefOfSection, sectionGroups } from '../administration/sections.ts';
import { describe, listNames, type SettingsPart } from './definitions.ts';
import { settingsPages } from './pages.ts';

/** A page, or a setting on it. */
interface Found {
  name: string;
  page: string;
  href: string;
}

const MOST = 20;

/** The tables of the user's settings, by the page that shows them. */
const TABLES: Record<string, readonly SettingsPart[]> = {
  '#settings/preferences': ['look', 'reading', 'writing'],
  '#settings/account-and-privacy': ['privacy'],
  '#settings/notifications': ['notificationOptions'],
};

/** Finds pages and settings by their names: the user's own, and those of the organization. */
export const searchSettings: SettingSearch = (words, open) => <Results words={words} open={open} />;

function Results({ words, open }: { words: string; open: (label: string) => void }) {
  const all = useSignal<readonly Found[]>([...ownSettings(), ...sections()]);
  useEffect(() => {
    void Promise.all(organizationSettings()).then((more) => (all.value = [...all.peek(), ...more.flat()]));
  }, []);
  const found = bestMatches(all.value, words, ({ name }) => [name], MOST);
  if (found.length === 0)
    return (
      <p class="paged-none" role="status">
        {t('No settings match.')}
      </p>
    );
  return (
    <ul class="paged-found" aria-label={t('Results')}>
      {found.map(({ name, page, href }) => (
        <li key={href + name}>
          <a class="row" href={href} onClick={() => open(name)}>
            <span class="found-name">{name}</span>
            {page !== name && <span class="found-page">{page}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

const ownSettings = (): Found[] =>
  settingsPages().flatMap(({ pages }) =>
    pages.flatMap(({ name: page, href }) => [
      { name: page, page, href },
      ...(TABLES[href] ?? []).flatMap(listNames).map((name) => ({ name: describe(name).label, page, href })),
    ]),
  );

const relevant = () => sectionGroups().flatMap(({ sections }) => sections);
const sections = (): Found[] =>
  relevant().map((section) => ({ name: section.name(), page: t('Organization'), href: hrefOfSection(section) }));

/** The settings of the organization. The scripts of their pages are loaded for this. */
const organizationSettings = (): Promise<Found[]>[] =>
  relevant().map(async (section) =>
    ((await section.rows?.()) ?? []).flatMap((row) =>
      row ? [{ name: row.label, page: section.name(), href: hrefOfSection(section) }] : [],
    ),
  );
