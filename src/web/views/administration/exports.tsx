import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fetchExports } from '../../actions/organization.ts';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Plus } from '../../design/icons.ts';
import { Archive, Download, Trash2 } from '../../design/more-icons.ts';
import { Button, EmptyState, Icon, Skeleton } from '../../design/primitives.tsx';
import { SettingsRows, SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { ExportView } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { registrations, store } from '../../store/store.ts';
import { formatDateTime, formatDay } from '../../text/format.ts';
import { displayName } from '../../text/names.ts';
import { RetentionRow } from '../settings/days.tsx';
import { rowProps, saveRealm } from './realm-settings.ts';
import { RealmSwitch } from './setting-rows.tsx';

/** How often to ask for the progress, ms. */
const INTERVAL = 2000;

/** 1: public data, 2: also the private data of users who consent, 3: all data. */
type Kind = ExportView['export_type'];

function kindName(kind: Kind): string {
  const names: Record<Kind, string> = {
    1: t('Public data'),
    2: t('Public data, and private data of people who agree'),
    3: t('Everything'),
  };
  return names[kind];
}

function formatName(format: ExportView['format']): string {
  const names: Record<ExportView['format'], string> = {
    zulip: t('For Zulip and Klatch'),
    json: t('JSON lines'),
    document: t('JSON document'),
  };
  return names[format];
}

/** Message retention, and exports of all data. */
export const Exports = () => (
  <>
    <SettingsRows title={t('Message retention')}>
      <RetentionRow
        label={t('Message retention')}
        hint={t('Older messages are deleted. Channels can have their own retention period.')}
        consequence={t(
          'Older messages, including direct messages, are deleted with files used only in them. Administrators can restore them for some time.',
        )}
        {...rowProps('message_retention_days')}
        save={(days) => saveRealm('message_retention_days')(days === -1 || days === null ? 'unlimited' : days)}
      />
      <RealmSwitch
        name="delete_archived_channels"
        label={t('Delete archived channels after the restore period')}
        hint={t(
          'Channels with all messages and files are permanently deleted 30 days after they were archived, or as many days as the server administrator set. For channels that are archived already, the days begin now.',
        )}
      />
    </SettingsRows>
    <ExportList />
  </>
);

function ExportList() {
  const all = store.exports.value;
  const failed = useSignal('');
  useEffect(() => {
    fetchExports().catch((error) => (failed.value = errorText(error)));
  }, [registrations.value]);
  const isPending = all?.some(({ pending }) => pending) ?? false;
  useEffect(() => {
    if (!isPending) return;
    // An event tells when an export is ready, and these requests how far it is.
    const timer = setInterval(() => fetchExports().catch(() => {}), INTERVAL);
    return () => clearInterval(timer);
  }, [isPending]);
  const shown = all
    ?.filter(({ deleted_timestamp }) => deleted_timestamp === null)
    .sort((a, b) => b.export_time - a.export_time);
  return (
    <SettingsSection
      title={t('Exports')}
      note={t('Download the organization’s data as an archive. People can keep working while it is created.')}
      action={
        <Button icon={Plus} onClick={() => (dialog.value = <StartExport />)}>
          {t('Start export')}
        </Button>
      }
    >
      {failed.value && <p class="form-wrong">{failed.value}</p>}
      {!shown && !failed.value && <Skeleton rows={2} label={t('Loading exports')} />}
      {shown?.length === 0 && (
        <EmptyState icon={Archive} title={t('No exports')}>
          <p>{t('Start an export. You can download it here when it’s ready.')}</p>
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ul class="lines" aria-label={t('Exports')}>
          {shown.map((one) => (
            <ExportLine key={one.id} one={one} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function ExportLine({ one }: { one: ExportView }) {
  const { acting_user_id, export_time, export_type, export_url, pending, failed_timestamp, progress, expires } = one;
  const about = [
    formatName(one.format),
    ...(expires === null ? [] : [t('Will be deleted on {day}', { day: formatDay(expires) })]),
  ];
  return (
    <li class="line line-export">
      <Icon of={Archive} size={16} />
      <span class="line-body">
        <span class="line-name">{kindName(export_type)}</span>
        <span class="line-note line-note-whole">
          {t('Created by {name}, {when}', { name: displayName(acting_user_id), when: formatDateTime(export_time) })}
        </span>
        <span class="line-note line-note-whole">{about.join(' · ')}</span>
      </span>
      {pending && (
        <>
          <span class="tag" role="status">
            {progress === null ? t('Waiting…') : t('Creating…')}
          </span>
          {progress !== null && <progress value={progress} max={1} aria-label={t('Progress of the export')} />}
        </>
      )}
      {failed_timestamp !== null && <span class="tag tag-wrong">{t('Failed')}</span>}
      {export_url && (
        <>
          <a class="button button-plain" href={export_url} download>
            <Icon of={Download} />
            {t('Download')}
          </a>
          <Button
            kind="quiet"
            icon={Trash2}
            label={t('Delete export from {when}', { when: formatDateTime(export_time) })}
            onClick={() => askToDelete(one)}
          />
        </>
      )}
    </li>
  );
}

const askToDelete = ({ id: export_id }: ExportView): void =>
  confirm(
    {
      title: t('Delete this export?'),
      action: t('Delete'),
      danger: true,
      act: () => request('DELETE /export/realm/{export_id}', { export_id }),
    },
    <p>{t('The export file will be permanently deleted. The organization’s data is kept.')}</p>,
  );

type Format = 'zulip' | 'json';

function StartExport() {
  const kind = useSignal<Kind>(1);
  const format = useSignal<Format>('zulip');
  const kinds = useKinds();
  return (
    <FormDialog
      title={t('Start export')}
      action={t('Start export')}
      act={() => request('POST /export/realm', { export_type: kind.peek(), format: format.peek() })}
    >
      <Choices legend={t('Data to export')} value={kind} choices={kinds} />
      <Choices
        legend={t('Format')}
        value={format}
        choices={[
          {
            value: 'zulip',
            name: formatName('zulip'),
            hint: t('Can be imported into another server. Includes files, avatars and emoji.'),
          },
          {
            value: 'json',
            name: formatName('json'),
            hint: t('For your own programs: one object per line. Includes files, avatars and emoji.'),
          },
        ]}
      />
      <p class="settings-note">
        {t('You can create up to five exports per week.')} {t('Files are deleted after two weeks.')}
      </p>
    </FormDialog>
  );
}

/** The kinds of exports that the user can start. */
function useKinds() {
  const consents = useSignal<{ yes: number; all: number } | undefined>(undefined);
  useEffect(() => {
    request('GET /export/realm/consents').then(
      ({ export_consents }) =>
        (consents.value = {
          yes: export_consents.filter(({ consented }) => consented).length,
          all: export_consents.length,
        }),
      () => {},
    );
  }, []);
  const kinds: Kind[] = [1, 2, ...(store.me.value.is_owner ? ([3] as const) : [])];
  const about: Record<Kind, string> = {
    1: t('Public channels with their messages, people and groups.'),
    2: consents.value
      ? plural(
          consents.value.yes,
          '{n} of {all} people agreed in their settings.',
          '{n} of {all} people agreed in their settings.',
          {
            all: consents.value.all,
          },
        )
      : t('People can agree to this in their settings.'),
    3: t('Includes direct messages and private channels. The server administrator must allow this.'),
  };
  return kinds.map((one) => ({ value: one, name: kindName(one), hint: about[one] }));
}

/** A group of radio buttons with hints. */
function Choices<T extends string | number>({
  legend,
  value,
  choices,
}: {
  legend: string;
  value: Signal<T>;
  choices: readonly { value: T; name: string; hint: string }[];
}) {
  return (
    <fieldset class="radios">
      <legend class="radios-legend">{legend}</legend>
      {choices.map(({ value: one, name, hint }) => (
        <label key={one} class="radio">
          <input type="radio" name={legend} checked={value.value === one} onChange={() => (value.value = one)} />
          <span>
            <span class="radio-name">{name}</span>
            <span class="radio-hint">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
