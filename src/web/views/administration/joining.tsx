import { useSignal } from '@preact/signals';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Check, Lock, Plus } from '../../design/icons.ts';
import { dialog } from '../../design/layers.tsx';
import { Button, Icon } from '../../design/primitives.tsx';
import { useSaving } from '../../design/saving.ts';
import { SavingMark, SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { RealmDomain } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { fixedFor } from './realm-settings.ts';
import { RemoveButton } from './section.tsx';
import { RealmSwitch } from './setting-rows.tsx';

interface Method {
  enabled: boolean;
  available: boolean;
  unavailable_reason?: string;
}

/** Who can join the organization, and how users authenticate. */
export function Joining() {
  const methods = Object.entries((store.realm.value.realm_authentication_methods ?? {}) as Record<string, Method>);
  return (
    <>
      <SettingsSection title={t('Ways to sign in')} note={t('The operator of the server decides which there are.')}>
        <ul class="lines">
          {methods.map(([name, { enabled, unavailable_reason }]) => (
            <li class="line" key={name}>
              <Icon of={enabled ? Check : Lock} size={16} />
              <span class="line-body">
                <span class="line-name">{name === 'Email' ? t('E-mail address and password') : name}</span>
                {unavailable_reason && <span class="line-note line-note-whole">{unavailable_reason}</span>}
              </span>
              <span class="tag">{enabled ? t('On') : t('Off')}</span>
            </li>
          ))}
        </ul>
      </SettingsSection>
      <SettingsSection title={t('Who may join')}>
        <div class="settings-rows">
          <RealmSwitch
            name="invite_required"
            label={t('Only who was invited may join')}
            hint={t(
              'Otherwise whoever shows, by a mail, that an allowed address is theirs. This needs a server that sends mail.',
            )}
          />
          <RealmSwitch
            name="emails_restricted_to_domains"
            label={t('Only addresses of certain domains may have accounts')}
            fixed={store.domains.value.length === 0 ? t('Add a domain first.') : undefined}
          />
          <RealmSwitch
            name="disallow_disposable_email_addresses"
            label={t('No throw-away addresses')}
            hint={t('Of services that give everybody an address for some minutes.')}
          />
        </div>
      </SettingsSection>
      <Domains />
      <SettingsSection title={t('What people may change of themselves')}>
        <div class="settings-rows">
          <RealmSwitch
            name="name_changes_disabled"
            label={t('Their name')}
            inverted
            fixed={
              store.realm.value.server_name_changes_disabled
                ? t('Switched off for this server by its operator.')
                : undefined
            }
          />
          <RealmSwitch name="email_changes_disabled" label={t('Their e-mail address')} inverted />
          <RealmSwitch
            name="avatar_changes_disabled"
            label={t('Their picture')}
            inverted
            fixed={
              store.realm.value.server_avatar_changes_disabled
                ? t('Switched off for this server by its operator.')
                : undefined
            }
          />
          <RealmSwitch name="require_unique_names" label={t('No two people may have the same name')} />
        </div>
      </SettingsSection>
    </>
  );
}

function Domains() {
  const fixed = fixedFor('emails_restricted_to_domains');
  const domains = store.domains.value;
  const isOn = store.realm.value.realm_emails_restricted_to_domains;
  return (
    <SettingsSection
      title={t('Allowed domains')}
      note={fixed ?? (isOn ? t('Only these addresses may join.') : t('They count once joining is restricted to them.'))}
      action={
        !fixed && (
          <Button icon={Plus} onClick={() => (dialog.value = <AddDomain />)}>
            {t('Add a domain')}
          </Button>
        )
      }
    >
      {domains.length > 0 && (
        <ul class="lines">
          {domains.map((one) => (
            <DomainLine key={one.domain} one={one} fixed={fixed !== undefined} isLast={domains.length === 1 && isOn} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function DomainLine({
  one: { domain, allow_subdomains },
  fixed,
  isLast,
}: {
  one: RealmDomain;
  fixed: boolean;
  isLast: boolean;
}) {
  const saving = useSaving(allow_subdomains, (on) =>
    request('PATCH /realm/domains/{domain}', { domain, allow_subdomains: on }),
  );
  return (
    <li class="line">
      <span class="line-body">
        <span class="line-name">{domain}</span>
        <SavingMark {...saving} />
      </span>
      <label class="line-check">
        <input
          type="checkbox"
          checked={saving.shown}
          disabled={fixed}
          onChange={(event) => saving.change(event.currentTarget.checked)}
        />
        {t('Subdomains too')}
      </label>
      {!fixed && (
        <RemoveButton name={domain} act={() => request('DELETE /realm/domains/{domain}', { domain })}>
          <p>
            {isLast
              ? t('It is the last one: joining is then no longer restricted to domains.')
              : t('Who has an account keeps it; nobody else joins with such an address.')}
          </p>
        </RemoveButton>
      )}
    </li>
  );
}

function AddDomain() {
  const domain = useSignal('');
  const allow_subdomains = useSignal(false);
  return (
    <FormDialog
      title={t('Add a domain')}
      action={t('Add')}
      ready={domain.value.trim() !== ''}
      act={() =>
        request('POST /realm/domains', { domain: domain.value.trim(), allow_subdomains: allow_subdomains.value })
      }
    >
      <TextField
        name="domain"
        label={t('Domain')}
        hint={t('What stands after the @, for instance example.com')}
        value={domain}
        maxLength={255}
        code
      />
      <label class="line-check">
        <input
          type="checkbox"
          checked={allow_subdomains.value}
          onChange={(event) => (allow_subdomains.value = event.currentTarget.checked)}
        />
        {t('Subdomains too')}
      </label>
    </FormDialog>
  );
}
