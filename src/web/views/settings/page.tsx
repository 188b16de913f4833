import type { FunctionComponent } from 'preact';
import { AtSign, Bell, MessageSquare } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import { Bot, KeyRound, Paperclip, SlidersHorizontal, UserRound, UserX } from '../../design/more-icons.ts';
import { Paged, type PageLink } from '../../design/paged.tsx';
import { t } from '../../i18n/text.ts';
import type { Route } from '../../routing/router.ts';
import { store } from '../../store/store.ts';
import { Account } from './account.tsx';
import { AlertWords } from './alert-words.tsx';
import { MutedPeople } from './muted-people.tsx';
import { Notifications } from './notifications.tsx';
import { Preferences } from './preferences.tsx';
import { Profile } from './profile.tsx';
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

const pages = (): { name?: string; pages: PageLink[] }[] => [
  {
    pages: [
      { href: '#settings/profile', name: t('Profile'), icon: UserRound },
      { href: '#settings/account-and-privacy', name: t('Account and privacy'), icon: KeyRound },
      { href: '#settings/security', name: t('Security'), icon: KeyRound },
      { href: '#settings/preferences', name: t('Preferences'), icon: SlidersHorizontal },
      { href: '#settings/notifications', name: t('Notifications'), icon: Bell },
    ],
  },
  {
    name: t('Conversations'),
    pages: [
      { href: '#settings/topics', name: t('Topics'), icon: MessageSquare },
      { href: '#settings/muted-users', name: t('Muted people'), icon: UserX },
      { href: '#settings/alert-words', name: t('Alert words'), icon: AtSign },
    ],
  },
  {
    name: t('Bots and files'),
    pages: [
      ...(store.me.value.is_guest ? [] : [{ href: '#organization/bots/yours', name: t('Bots'), icon: Bot }]),
      { href: '#settings/uploaded-files', name: t('Uploaded files'), icon: Paperclip },
    ],
  },
];

/** The settings pages. Each setting is saved when it changes. */
export function Page({ place }: { place: Route }) {
  const [requested = 'profile', part] = 'path' in place ? place.path : [];
  const name = ALIASES[requested] ?? requested;
  const View = VIEWS[name] ?? Profile;
  const groups = pages();
  const href = `#settings/${View === Profile ? 'profile' : name}`;
  const title = groups.flatMap(({ pages: all }) => all).find((page) => page.href === href)?.name ?? t('Settings');
  return (
    <Paged
      title={title}
      within={{ href: '#settings', name: t('Settings') }}
      label={t('Settings')}
      groups={groups}
      current={href}
      part={part}
    >
      <View key={name} />
    </Paged>
  );
}
