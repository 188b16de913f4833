import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { confirm } from '../../design/form-dialog.tsx';
import { Download, Trash2 } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingRow, SettingsRows } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { registrations } from '../../store/store.ts';
import { formatDateTime, formatDay } from '../../text/format.ts';
import { formatBytes } from '../../text/numbers.ts';

type DataExport = Reply<'GET /users/me/data_export'>['data_export'];

/** How often to check whether the export is ready, ms. */
const INTERVAL = 2000;

/** The export of the user's own data: to start it, download it and delete it. */
export function OwnData() {
  const { found, isPending, start, remove } = useLatestExport();
  const mayStart = found === null || found?.can_start === true;
  const askToRemove = () =>
    confirm(
      { title: t('Delete this export?'), action: t('Delete'), danger: true, act: remove },
      <p>{t('The export file will be permanently deleted. Your data here is kept.')}</p>,
    );
  return (
    <SettingsRows title={t('Your data')}>
      <SettingRow wide label={t('Export your data')} hint={<About found={found} mayStart={mayStart} />}>
        {(id) => (
          <>
            {isPending && (
              <span class="tag" role="status">
                {t('Creating…')}
              </span>
            )}
            {found?.url && (
              <>
                <a class="button button-plain" href={found.url} download>
                  <Icon of={Download} />
                  {t('Download')}
                </a>
                <Button kind="quiet" icon={Trash2} label={t('Delete the export')} onClick={askToRemove} />
              </>
            )}
            {mayStart && (
              <Button aria-describedby={`${id}-name`} onClick={() => void reportResult(start())}>
                {t('Start export')}
              </Button>
            )}
          </>
        )}
      </SettingRow>
    </SettingsRows>
  );
}

/** The user's latest export. It is loaded again while it is being created. */
function useLatestExport() {
  /** Undefined until it is loaded. */
  const latest = useSignal<DataExport | undefined>(undefined);
  const load = async () => {
    latest.value = (await request('GET /users/me/data_export')).data_export;
  };
  const isPending = latest.value?.pending ?? false;
  useEffect(() => {
    load().catch(() => {});
    if (!isPending) return;
    const timer = setInterval(() => load().catch(() => {}), INTERVAL);
    return () => clearInterval(timer);
  }, [isPending, registrations.value]);
  const start = async () => {
    await request('POST /users/me/data_export');
    await load();
  };
  const remove = async () => {
    await request('DELETE /users/me/data_export');
    await load();
  };
  return { found: latest.value, isPending, start, remove };
}

function About({ found, mayStart }: { found: DataExport | undefined; mayStart: boolean }) {
  return (
    <>
      <p>{t('Your profile, settings, files and all messages that you sent, as a ZIP file.')}</p>
      {found?.failed && <p>{t('The last export failed. Try again.')}</p>}
      {found?.url && (
        <p>
          {t('Created {when}, {size}. It’s deleted on {day}.', {
            when: formatDateTime(found.requested),
            size: formatBytes(found.size ?? 0),
            day: formatDay(found.expires ?? 0),
          })}
        </p>
      )}
      {found && !found.pending && !mayStart && (
        <p>{t('You can start the next export {when}.', { when: formatDateTime(found.next_allowed) })}</p>
      )}
    </>
  );
}
