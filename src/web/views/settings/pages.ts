import { AtSign, Bell, MessageSquare } from '../../design/icons.ts';
import { Bot, KeyRound, Paperclip, SlidersHorizontal, UserRound, UserX } from '../../design/more-icons.ts';
import type { PageLink } from '../../design/paged.tsx';
import { t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';

/** The pages of the user's settings, in groups. */
export const settingsPages = (): { name?: string; pages: PageLink[] }[] => [
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
