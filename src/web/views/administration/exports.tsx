import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fetchExports } from '../../actions/organization.ts';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Plus, Trash2 } from '../../design/icons.ts';
import { dialog } from '../../design/layers.tsx';
import { Archive, Download } from '../../design/more-icons.ts';
import { Button, EmptyState, Icon, Skeleton } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { reasonOf } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { ExportView } from '../../server/types.ts';
import { registrations, store } from '../../store/store.ts';
import { moment } from '../../text/format.ts';
import { personName } from '../../text/names.ts';
import { RetentionRow } from '../settings/days.tsx';
import { row, saveRealm } from './realm-settings.ts';

/** 1: public data, 2: also the private data of users who consent, 3: all data. */
type Kind = ExportView['export_type'];

function kindName(kind: Kind): string {
  const names: Record<Kind, string> = {
    1: t('What is public'),
    2: t('What is public, and the private data of those who agree'),
    3: t('Everything'),
  };
  return names[kind];
}

/** Message retention, and exports of all data. */
export function Exports() {
  const all = store.exports.value;
  const failed = useSignal('');
  useEffect(() => {
    fetchExports().catch((error) => (failed.value = reasonOf(error)));
  }, [registrations.value]);
  const shown = all
    ?.filter(({ deleted_timestamp }) => deleted_timestamp === null)
    .sort((a, b) => b.export_time - a.export_time);
  return (
    <>
      <SettingsSection title={t('Retention')}>
        <div class="settings-rows">
          <RetentionRow
            label={t('Messages are kept')}
            hint={t('After that they are deleted for good. A channel may have a time of its own, in its settings.')}
            lost={t(
              'Older messages go for good, direct ones too, and with them the files that were only in them. Channels with a time of their own stay as they are.',
            )}
            {...row<number>('message_retention_days')}
            save={(days) => saveRealm('message_retention_days')(days === -1 ? 'unlimited' : days)}
          />
        </div>
      </SettingsSection>
      <SettingsSection
        title={t('Exports')}
        note={t('A copy of the data as one file. It is made while everybody goes on working.')}
        action={
          <Button icon={Plus} onClick={() => (dialog.value = <StartExport />)}>
            {t('Start an export')}
          </Button>
        }
      >
        {failed.value && <p class="form-wrong">{failed.value}</p>}
        {!shown && !failed.value && <Skeleton rows={2} label={t('Loading exports')} />}
        {shown?.length === 0 && (
          <EmptyState icon={Archive} title={t('No exports')}>
            <p>{t('Start one: it stands here when it is made, to be saved.')}</p>
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
    </>
  );
}

function ExportLine({
  one: { id, acting_user_id, export_time, export_type, export_url, pending, failed_timestamp },
}: {
  one: ExportView;
}) {
  return (
    <li class="line">
      <Icon of={Archive} size={16} />
      <span class="line-body">
        <span class="line-name">{kindName(export_type)}</span>
        <span class="line-note line-note-whole">
          {t('By {name}, {when}', { name: personName(acting_user_id), when: moment(export_time) })}
        </span>
      </span>
      {pending && (
        <span class="tag" role="status">
          {t('Being made…')}
        </span>
      )}
      {failed_timestamp !== null && <span class="tag tag-wrong">{t('Failed')}</span>}
      {export_url && (
        <>
          <a class="button button-plain" href={export_url} download>
            <Icon of={Download} />
            {t('Save')}
          </a>
          <Button
            kind="quiet"
            icon={Trash2}
            label={t('Delete the export of {when}', { when: moment(export_time) })}
            onClick={() =>
              confirm(
                {
                  title: t('Delete this export?'),
                  action: t('Delete'),
                  danger: true,
                  act: () => request('DELETE /export/realm/{export_id}', { export_id: id }),
                },
                <p>{t('The file goes, for good. What it was made from stays.')}</p>,
              )
            }
          />
        </>
      )}
    </li>
  );
}

function StartExport() {
  const kind = useSignal<Kind>(1);
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
    1: t('Public channels and their messages, people, groups.'),
    2: consents.value
      ? plural(
          consents.value.yes,
          '{n} person of {all} agrees, in their settings.',
          '{n} people of {all} agree, in their settings.',
          {
            all: consents.value.all,
          },
        )
      : t('Each person agrees in their own settings.'),
    3: t('Also direct messages and private channels. The operator of the server has to have allowed it.'),
  };
  return (
    <FormDialog
      title={t('Start an export')}
      action={t('Start')}
      act={() => request('POST /export/realm', { export_type: kind.peek() })}
    >
      <fieldset class="radios">
        <legend class="unseen">{t('What is in it')}</legend>
        {kinds.map((one) => (
          <label key={one} class="radio">
            <input type="radio" name="export" checked={kind.value === one} onChange={() => (kind.value = one)} />
            <span>
              <span class="radio-name">{kindName(one)}</span>
              <span class="radio-hint">{about[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p class="settings-note">{t('At most five can be made in a week.')}</p>
    </FormDialog>
  );
}
