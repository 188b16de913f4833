import type { FunctionComponent } from 'preact';
import { addStyle } from '../../design/load-style.ts';
import { Paged } from '../../design/paged.tsx';
import { t } from '../../i18n/text.ts';
import type { Route } from '../../routing/router.ts';
import { Account } from './account.tsx';
import { AlertWords } from './alert-words.tsx';
import { MutedPeople } from './muted-people.tsx';
import { Notifications } from './notifications.tsx';
import { settingsPages } from './pages.ts';
import { Preferences } from './preferences.tsx';
import { Profile } from './profile.tsx';
import { searchSettings } from './search.tsx';
import { Security } from './security.tsx';
import css from './settings.css';
import { TopicPolicies } from './topics.tsx';
import { UploadedFiles } from './uploaded-files.tsx';

addStyle(css);

const VIEWS: Record<string, FunctionComponent> = {
  profile: Profile,
  'account-and-privacy': Account,
  security: Security,
  preferences: Preferences,
  notifications: Notifications,
  topics: TopicPolicies,
  'muted-users': MutedPeople,
  'alert-words': AlertWords,
  'uploaded-files': UploadedFiles,
};
/** Zulip's current and former addresses of the same pages. */
const ALIASES: Record<string, string> = { 'your-account': 'account-and-privacy', 'display-settings': 'preferences' };

/** The settings pages. Each setting is saved when it changes. */
export function Page({ place }: { place: Route }) {
  const path = 'path' in place ? place.path : [];
  const [requested = 'profile', part] = path;
  const name = ALIASES[requested] ?? requested;
  const View = VIEWS[name] ?? Profile;
  const groups = settingsPages();
  const href = `#settings/${View === Profile ? 'profile' : name}`;
  const title = groups.flatMap(({ pages: all }) => all).find((page) => page.href === href)?.name ?? t('Settings');
  return (
    <Paged
      title={title}
      within={{ href: '#settings', name: t('Settings') }}
      label={t('Settings')}
      groups={groups}
      current={href}
      isStart={path.length === 0}
      part={part}
      search={searchSettings}
    >
      <View key={name} />
    </Paged>
  );
}
