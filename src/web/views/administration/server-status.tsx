import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { RefreshCw } from '../../design/icons.ts';
import { Button, Skeleton } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { ServerStatus as Status } from '../../server/types.ts';
import { formatDateTime } from '../../text/format.ts';
import { formatBytes } from '../../text/numbers.ts';

/** With less free space, in bytes, an administrator should act. */
const LITTLE_SPACE = 2 ** 30;

/** The version of the server, its last backup, and the space that it uses. */
export function ServerStatus() {
  const status = useSignal<Status | undefined>(undefined);
  const failed = useSignal('');
  useEffect(() => {
    request('GET /server/status').then(
      (found) => (status.value = found),
      (error) => (failed.value = errorText(error)),
    );
  }, []);
  return (
    <SettingsSection title={t('Status')}>
      {failed.value && <p class="form-wrong">{failed.value}</p>}
      {!status.value && !failed.value && <Skeleton rows={5} label={t('Loading the status')} />}
      {status.value && <Facts status={status.value} />}
    </SettingsSection>
  );
}

function Facts({ status: { version, disk, database_bytes, uploads_bytes, failing, ...backups } }: { status: Status }) {
  return (
    <dl class="facts settings-rows">
      <Fact name={t('Version')}>
        <Version installed={version} />
      </Fact>
      {failing.map((service) => (
        <Failing key={service} service={service} />
      ))}
      <Fact name={t('Last backup')}>
        <Backup {...backups} />
      </Fact>
      {disk && (
        <Fact name={t('Disk')}>
          {t('{free} free of {total}', { free: formatBytes(disk.free), total: formatBytes(disk.total) })}
          {disk.free < LITTLE_SPACE && <span class="tag tag-wrong">{t('Almost full')}</span>}
        </Fact>
      )}
      <Fact name={t('Database')}>{formatBytes(database_bytes)}</Fact>
      <Fact name={t('Uploaded files')}>{formatBytes(uploads_bytes)}</Fact>
    </dl>
  );
}

/** A service that does not work at the moment, and where to find the reason. */
function Failing({ service }: { service: Status['failing'][number] }) {
  if (service === 'mobile_notifications')
    return (
      <Fact name={t('Mobile notifications')}>
        <span class="tag tag-wrong">{t('Doesn’t work')}</span>
        {t('The command klatch push status says why.')}
      </Fact>
    );
  return (
    <Fact name={service === 'outgoing_mail' ? t('Outgoing e-mail') : t('Received e-mail')}>
      <span class="tag tag-wrong">{t('Doesn’t work')}</span>
      <a href="/mail">{t('Show the reason')}</a>
    </Fact>
  );
}

/** One line of a list of facts. */
export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div class="fact">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

type Backups = Pick<Status, 'last_backup' | 'last_backup_succeeded' | 'backup_interval'>;

function Backup({ last_backup: last, last_backup_succeeded: succeeded, backup_interval: interval }: Backups) {
  // One that was missed may be in progress.
  const isLate = interval !== null && last !== null && Date.now() / 1000 - last > 2 * interval;
  return (
    <>
      {last === null ? t('None') : formatDateTime(last)}
      {succeeded === false && <span class="tag tag-wrong">{t('The last attempt failed')}</span>}
      {isLate && succeeded !== false && <span class="tag tag-wrong">{t('Overdue')}</span>}
    </>
  );
}

/** The installed version, and the newest one if somebody asks for it. */
function Version({ installed }: { installed: string }) {
  const isKnown = useSignal(false);
  const answer = useSignal('');
  const isAsking = useSignal(false);
  const ask = async () => {
    isAsking.value = true;
    try {
      const { version } = await request('GET /server/newest_version');
      isKnown.value = true;
      answer.value =
        version === installed ? t('This is the newest version.') : t('Newest version: {version}', { version });
    } catch (error) {
      answer.value = errorText(error);
    }
    isAsking.value = false;
  };
  return (
    <>
      <span dir="ltr">Klatch {installed}</span>
      {!isKnown.value && (
        <Button icon={RefreshCw} disabled={isAsking.value} onClick={() => void ask()}>
          {t('Check for a newer version')}
        </Button>
      )}
      <span class="fact-answer" role="status">
        {answer.value}
      </span>
    </>
  );
}
