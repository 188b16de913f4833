import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { ExternalLink } from '../../design/icons.ts';
import { dialog } from '../../design/layers.tsx';
import { Button, Icon } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { day } from '../../text/format.ts';
import { CopyButton } from './copy.tsx';

/** Facts that the server's operator decided, the state of outgoing mail, and deactivation of the organization. */
export function ServerFacts() {
  const realm = store.realm.value;
  const facts: [name: string, value: string][] = [
    [t('Address'), String(realm.realm_url)],
    [t('API version'), `Zulip ${realm.zulip_version}`],
    [t('Feature level'), String(realm.zulip_feature_level)],
    [t('Organization since'), day(realm.realm_date_created)],
    [t('Largest upload'), t('{n} MB', { n: realm.max_file_upload_size_mib })],
    [
      t('Room for uploads'),
      realm.realm_upload_quota_mib === null ? t('Without limit') : t('{n} MB', { n: realm.realm_upload_quota_mib }),
    ],
    [t('Longest message'), plural(realm.max_message_length, '{n} character', '{n} characters')],
    [
      t('Notifications on phones'),
      realm.realm_push_notifications_enabled ? t('On') : t('Off: the operator has not set them up'),
    ],
    [
      t('Looking around without an account'),
      realm.server_web_public_streams_enabled
        ? t('Possible, if the organization allows it')
        : t('Switched off for this server by its operator.'),
    ],
  ];
  return (
    <>
      <Mails />
      <SettingsSection title={t('The server')} note={t('Its operator decides these, not the organization.')}>
        <dl class="facts settings-rows">
          {facts.map(([name, value]) => (
            <div class="fact" key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div>
          <CopyButton text={facts.map((fact) => fact.join(': ')).join('\n')} label={t('Copy what is above')}>
            {t('Copy')}
          </CopyButton>
        </div>
      </SettingsSection>
      {store.me.value.is_owner && (
        <SettingsSection
          title={t('Deactivate the organization')}
          note={t(
            'Everybody is signed out and nobody can sign in. Only the operator can bring it back, at the command line. Nothing is deleted.',
          )}
        >
          <div>
            <Button kind="danger" onClick={() => (dialog.value = <EndOrganization />)}>
              {t('Deactivate the organization')}
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
    waiting > 0 && plural(waiting, '{n} mail waits.', '{n} mails wait.'),
    failed > 0 && plural(failed, '{n} mail could not be delivered.', '{n} mails could not be delivered.'),
  ].filter(Boolean);
  return (
    <SettingsSection
      title={t('Mail')}
      action={
        <a class="button button-plain" href="/mail">
          <Icon of={ExternalLink} />
          {t('Open the page of mails')}
        </a>
      }
    >
      <p class="notice">
        {[
          sends
            ? t('The server sends mail.')
            : t('The server sends no mail: what it would have sent can be read and passed on there.'),
          ...waits,
        ].join(' ')}
      </p>
    </SettingsSection>
  );
}

function EndOrganization() {
  const typed = useSignal('');
  const name: string = store.realm.value.realm_name;
  return (
    <FormDialog
      title={t('Deactivate {name}?', { name })}
      action={t('Deactivate the organization')}
      danger
      ready={typed.value.trim() === name}
      act={() => request('POST /realm/deactivate')}
    >
      <p>{t('You are signed out too, and cannot undo this here.')}</p>
      <TextField
        label={t('Write the name of the organization to go on: {name}', { name })}
        value={typed}
        autocomplete="off"
      />
    </FormDialog>
  );
}
