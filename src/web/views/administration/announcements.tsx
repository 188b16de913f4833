import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Mail } from '../../design/icons.ts';
import { EmptyState, Icon, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { registrations } from '../../store/store.ts';
import { formatTimeOrDay } from '../../text/format.ts';
import { displayName } from '../../text/names.ts';
import { audienceName, newDraft, WriteAnnouncement } from './announcement-form.tsx';
import { ListSection } from './list-section.tsx';

type Page = Reply<'GET /announcements'>;
type Announcement = Page['announcements'][number];

/** How often to ask how many mails were sent, ms. */
const INTERVAL = 2000;

/** E-mails to all members: those of the last week, and a form for another one. */
export function Announcements() {
  const page = useSignal<Page | undefined>(undefined);
  const failed = useSignal('');
  const load = () =>
    request('GET /announcements').then(
      (reply) => void (page.value = reply),
      (error) => void (failed.value = errorText(error)),
    );
  useEffect(() => void load(), [registrations.value]);
  const { sends = true, left_today = 1, announcements } = page.value ?? {};
  const isSending = announcements?.some(({ is_finished }) => !is_finished) ?? false;
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(load, INTERVAL);
    return () => clearInterval(timer);
  }, [isSending]);
  const form = () => <WriteAnnouncement draft={newDraft()} onSent={load} />;
  return (
    <ListSection
      label={t('E-mail to members')}
      about={t('For important notices, such as new terms or planned downtime. Members can’t unsubscribe from them.')}
      add={sends && left_today > 0 && { name: t('New e-mail'), form }}
    >
      {failed.value && <p class="form-wrong">{failed.value}</p>}
      {!sends && <p class="notice">{t('The server doesn’t send e-mail. The server administrator can set it up.')}</p>}
      {left_today === 0 && <p class="notice">{t('No more e-mails to members can be sent today.')}</p>}
      {!announcements && !failed.value && <Skeleton rows={2} label={t('Loading e-mails to members')} />}
      {announcements?.length === 0 && (
        <EmptyState icon={Mail} title={t('No e-mails in the last week')}>
          <p>{t('E-mails that administrators send to members appear here for a week.')}</p>
        </EmptyState>
      )}
      {announcements && announcements.length > 0 && (
        <ul class="lines" aria-label={t('E-mails to members')}>
          {announcements.map((one) => (
            <Line key={one.id} one={one} />
          ))}
        </ul>
      )}
    </ListSection>
  );
}

function Line({
  one: { subject, sender_id, created, audience, audience_id, recipients, queued, is_finished },
}: {
  one: Announcement;
}) {
  const to = audienceName(audience, audience_id);
  return (
    <li class="line">
      <Icon of={Mail} size={16} />
      <span class="line-body">
        <span class="line-name" dir="auto">
          {subject}
        </span>
        <span class="line-note line-note-whole">
          {t('To: {name}', { name: to })} · {displayName(sender_id)} · {formatTimeOrDay(created)}
        </span>
        <span class="line-note line-note-whole" role="status">
          {is_finished
            ? plural(queued, 'Sent to {n} person', 'Sent to {n} people')
            : t('Sending: {n} of {all}', { n: queued, all: recipients })}
        </span>
      </span>
    </li>
  );
}
