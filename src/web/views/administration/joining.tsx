import { useSignal } from '@preact/signals';
import { ROLES } from '../../../shared/roles.ts';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Lock, Plus } from '../../design/icons.ts';
import { Check } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { SavingMark, SettingsSection } from '../../design/settings.tsx';
import { useSaving } from '../../design/use-saving.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { RealmDomain } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { RemoveButton } from './list-section.tsx';
import { readOnlyReason } from './realm-settings.ts';
import { RealmChoice, RealmSwitch } from './setting-rows.tsx';
import { SignOutEveryone } from './sign-out-everyone.tsx';

/** Who can join the organization, and how users authenticate. */
export function Joining() {
  const methods = Object.entries(store.realm.value.realm_authentication_methods);
  return (
    <>
      <SettingsSection title={t('Sign-in methods')} note={t('The server administrator sets up sign-in methods.')}>
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
        <div class="settings-rows">
          <RealmChoice
            name="second_factor_required_role"
            label={t('Require a second step at sign-in')}
            hint={t('An authenticator app or a passkey, also after a sign-in at an identity provider.')}
            options={[
              { value: 0, name: t('Nobody') },
              { value: ROLES.owner, name: t('Owners') },
              { value: ROLES.administrator, name: t('Administrators and above') },
              { value: ROLES.moderator, name: t('Moderators and above') },
              { value: ROLES.member, name: t('Members and above') },
              { value: ROLES.guest, name: t('Everyone, including guests') },
            ]}
          />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Who can join')}>
        <div class="settings-rows">
          <RealmSwitch
            name="invite_required"
            label={t('Require an invitation to join')}
            hint={t('If off, people can join after confirming an allowed e-mail address. Requires outgoing e-mail.')}
          />
          <RealmSwitch
            name="emails_restricted_to_domains"
            label={t('Only allow e-mail addresses from certain domains')}
            fixed={store.domains.value.length === 0 ? t('Add a domain first.') : undefined}
          />
          <RealmSwitch
            name="disallow_disposable_email_addresses"
            label={t('Block disposable e-mail addresses')}
            hint={t('Rejects addresses of temporary e-mail services')}
          />
        </div>
      </SettingsSection>
      <Domains />
      <SettingsSection title={t('Profile changes')}>
        <div class="settings-rows">
          <RealmSwitch
            name="name_changes_disabled"
            label={t('Allow people to change their name')}
            inverted
            fixed={
              store.realm.value.server_name_changes_disabled ? t('Turned off by the server administrator.') : undefined
            }
          />
          <RealmSwitch
            name="email_changes_disabled"
            label={t('Allow people to change their e-mail address')}
            inverted
          />
          <RealmSwitch
            name="avatar_changes_disabled"
            label={t('Allow people to change their profile picture')}
            inverted
            fixed={
              store.realm.value.server_avatar_changes_disabled
                ? t('Turned off by the server administrator.')
                : undefined
            }
          />
          <RealmSwitch name="require_unique_names" label={t('Require unique names')} />
        </div>
      </SettingsSection>
      {store.me.value.is_owner && <SignOutEveryone />}
    </>
  );
}

function Domains() {
  const fixed = readOnlyReason('emails_restricted_to_domains');
  const domains = store.domains.value;
  const isOn = store.realm.value.realm_emails_restricted_to_domains;
  return (
    <SettingsSection
      title={t('Allowed domains')}
      note={
        fixed ??
        (isOn
          ? t('Only people with an address in these domains can join.')
          : t('Takes effect when joining is restricted to certain domains.'))
      }
      action={
        !fixed && (
          <Button icon={Plus} onClick={() => (dialog.value = <AddDomain />)}>
            {t('Add domain')}
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
        {t('Include subdomains')}
      </label>
      {!fixed && (
        <RemoveButton name={domain} act={() => request('DELETE /realm/domains/{domain}', { domain })}>
          <p>
            {isLast
              ? t('This is the last allowed domain. Joining will no longer be restricted to domains.')
              : t('Existing accounts are kept, but nobody else can join with such an address.')}
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
      title={t('Add domain')}
      action={t('Add')}
      ready={domain.value.trim() !== ''}
      act={() =>
        request('POST /realm/domains', { domain: domain.value.trim(), allow_subdomains: allow_subdomains.value })
      }
    >
      <TextField
        name="domain"
        label={t('Domain')}
        hint={t('The part after the @, for example example.com')}
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
        {t('Include subdomains')}
      </label>
    </FormDialog>
  );
}
