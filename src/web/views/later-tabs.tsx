import { Tabs } from '../design/tabs.tsx';
import { t } from '../i18n/text.ts';
import { drafts } from '../store/local/drafts.ts';
import { notSent } from '../store/local/outbox.ts';
import { store } from '../store/store.ts';
import { STARRED } from './built-in-views.ts';
import { extraDrafts } from './extra-drafts.ts';

export const LATER = {
  drafts: '#drafts',
  scheduled: '#scheduled',
  reminders: '#reminders',
  starred: STARRED.href,
} as const;

/** The lists of what is for later, with their counts. `current` is the address of the one on screen. */
export function LaterTabs({ current }: { current: string }) {
  const count = (name: string, number: number) => (number > 0 ? `${name} (${number})` : name);
  const draftCount = notSent.value.length + drafts.value.size + extraDrafts().length;
  return (
    <Tabs
      label={t('Later')}
      current={current}
      tabs={[
        { href: LATER.drafts, name: count(t('Drafts'), draftCount) },
        { href: LATER.scheduled, name: count(t('Scheduled'), store.scheduled.value.size) },
        { href: LATER.reminders, name: count(t('Reminders'), store.reminders.value.size) },
        { href: LATER.starred, name: count(STARRED.title(), store.starred.value.size) },
      ]}
    />
  );
}
