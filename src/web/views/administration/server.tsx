import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CopyButton } from '../../design/copy.tsx';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { ExternalLink } from '../../design/icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { formatDay } from '../../text/format.ts';
import { Fact, ServerStatus } from './server-status.tsx';

/** The server's status, what its operator decided, the state of outgoing mail, and deactivation of the organization. */
export function ServerFacts() {
  const realm = store.realm.value;
  const facts: [name: string, value: string][] = [
    [t('Server URL'), String(realm.realm_url)],
    [t('API version'), `Zulip ${realm.zulip_version}`],
    [t('Feature level'), String(realm.zulip_feature_level)],
    [t('Organization created'), formatDay(realm.realm_date_created)],
    [t('Maximum file size'), t('{n} MB', { n: realm.max_file_upload_size_mib })],
    [
      t('Storage for uploads'),
      realm.realm_upload_quota_mib === null ? t('No limit') : t('{n} MB', { n: realm.realm_upload_quota_mib }),
    ],
    [t('Maximum message length'), plural(realm.max_message_length, '{n} character', '{n} characters')],
    [
      t('Mobile notifications'),
      realm.realm_push_notifications_enabled ? t('On') : t('Off: not set up by the server administrator'),
    ],
    [
      t('Access without an account'),
      realm.server_web_public_streams_enabled
        ? t('Available if the organization allows it')
        : t('Turned off by the server administrator.'),
    ],
  ];
  return (
    <>
      <ServerStatus />
      <Mails />
      <SettingsSection title={t('The server')} note={t('The server administrator sets these values.')}>
        <dl class="facts settings-rows">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
        <div>
          <CopyButton text={facts.map((fact) => fact.join(': ')).join('\n')} label={t('Copy server information')}>
            {t('Copy')}
          </CopyButton>
        </div>
      </SettingsSection>
      {store.me.value.is_owner && (
        <SettingsSection
          title={t('Deactivate organization')}
          note={t('Everyone is signed out. Nothing is deleted. Only the server administrator can reactivate it.')}
        >
          <div>
            <Button kind="danger" onClick={() => (dialog.value = <DeactivateOrganization />)}>
              {t('Deactivate organization')}
            </Button>
          </div>
        </SettingsSection>
      )}
    </>
  );
}

function Mails() {
  const mail = useSignal<{ sends: boolean; waiting: number; failed: number } | undefined>(undefined);
  useEffect(() => {
    request('GET /mail').then(
      ({ sends, mails }) => {
        const failed = mails.filter(({ due }) => due === null).length;
        mail.value = { sends, waiting: mails.length - failed, failed };
      },
      () => {},
    );
  }, []);
  if (!mail.value) return null;
  const { sends, waiting, failed } = mail.value;
  const waits = [
    waiting > 0 && plural(waiting, '{n} e-mail is waiting to be sent.', '{n} e-mails are waiting to be sent.'),
    failed > 0 && plural(failed, '{n} e-mail couldn’t be delivered.', '{n} e-mails couldn’t be delivered.'),
  ].filter(Boolean);
  return (
    <SettingsSection
      title={t('Outgoing e-mail')}
      action={
        <a class="button button-plain" href="/mail">
          <Icon of={ExternalLink} />
          {t('View outgoing e-mail')}
        </a>
      }
    >
      <p class="notice">
        {[
          sends
            ? t('The server sends e-mail.')
            : t('The server doesn’t send e-mail. You can view the messages and pass them on.'),
          ...waits,
        ].join(' ')}
      </p>
    </SettingsSection>
  );
}

function DeactivateOrganization() {
  const typed = useSignal('');
  const name: string = store.realm.value.realm_name;
  return (
    <FormDialog
      title={t('Deactivate {name}?', { name })}
      action={t('Deactivate organization')}
      danger
      ready={typed.value.trim() === name}
      act={() => request('POST /realm/deactivate')}
    >
      <p>{t('You’ll be signed out too and can’t undo this here.')}</p>
      <TextField
        label={t('To confirm, enter the organization’s name: {name}', { name })}
        value={typed}
        autocomplete="off"
      />
    </FormDialog>
  );
}
