import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { confirm } from '../../design/form-dialog.tsx';
import { LogOut } from '../../design/more-icons.ts';
import { Button, Skeleton } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { formatTimeOrDay } from '../../text/format.ts';

type Session = Reply<'GET /users/me/sessions'>['sessions'][number];

/** The browsers and desktop apps that are signed in. */
export function Sessions() {
  const sessions = useSignal<Session[] | undefined>(undefined);
  const wrong = useSignal('');
  const load = () =>
    request('GET /users/me/sessions').then(
      (reply) => {
        sessions.value = reply.sessions;
      },
      (error: unknown) => {
        wrong.value = errorText(error);
      },
    );
  useEffect(() => void load(), []);
  const endOthers = () =>
    confirm(
      {
        title: t('Sign out everywhere else?'),
        action: t('Sign out everywhere else'),
        danger: true,
        act: async () => {
          await request('DELETE /users/me/sessions');
          await load();
        },
      },
      <p>{t('All other browsers and desktop apps have to sign in again. Apps on phones use your API key.')}</p>,
    );
  if (wrong.value) return <p role="alert">{wrong.value}</p>;
  if (!sessions.value) return <Skeleton label={t('Loading sessions')} />;
  return (
    <SettingsSection title={t('Where you’re signed in')}>
      <ul class="lines">
        {sessions.value.map((session) => (
          <SessionRow key={session.session_id} session={session} load={load} />
        ))}
      </ul>
      {sessions.value.length > 1 && (
        <Button icon={LogOut} onClick={endOthers}>
          {t('Sign out everywhere else')}
        </Button>
      )}
    </SettingsSection>
  );
}

function SessionRow({ session, load }: { session: Session; load: () => Promise<void> }) {
  const { session_id, device, ip_address, last_used, provider, is_current } = session;
  const name = device || t('Unknown device');
  const end = async () => {
    await request('DELETE /users/me/sessions/{session_id}', { session_id });
    await load();
  };
  const notes = [provider && t('Signed in with {provider}', { provider }), ip_address, formatTimeOrDay(last_used)];
  return (
    <li class="line line-tall">
      <span class="line-body">
        <span class="line-name">{name}</span>
        <span class="line-note line-note-wrapped">{notes.filter(Boolean).join(' · ')}</span>
      </span>
      {is_current ? (
        <span class="tag">{t('This browser')}</span>
      ) : (
        <Button
          kind="quiet"
          icon={LogOut}
          label={t('Sign out {name}', { name })}
          onClick={() => void reportResult(end())}
        />
      )}
    </li>
  );
}
