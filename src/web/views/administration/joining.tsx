import { useSignal } from '@preact/signals';
import { ROLES } from '../../../shared/roles.ts';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Check, Lock, Plus } from '../../design/icons.ts';
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
import { type RealmRow, RealmRows } from './setting-rows.tsx';
import { SignOutEveryone } from './sign-out-everyone.tsx';

/** Who can join the organization, and how users authenticate. */
export const Joining = () => (
  <>
    <SignInMethods />
    <RealmRows title={t('Who can join')} rows={joining()} />
    <Domains />
    <RealmRows title={t('Profile changes')} rows={profileChanges()} />
    {store.me.value.is_owner && <SignOutEveryone />}
  </>
);

const SignInMethods = () => (
  <RealmRows
    title={t('Sign-in methods')}
    note={t('The server administrator sets up sign-in methods.')}
    before={
      <ul class="lines">
        {Object.entries(store.realm.value.realm_authentication_methods).map(
          ([name, { enabled, unavailable_reason }]) => (
            <li class="line" key={name}>
              <Icon of={enabled ? Check : Lock} size={16} />
              <span class="line-body">
                <span class="line-name">{name === 'Email' ? t('E-mail address and password') : name}</span>
                {unavailable_reason && <span class="line-note line-note-whole">{unavailable_reason}</span>}
              </span>
              <span class="tag">{enabled ? t('On') : t('Off')}</span>
            </li>
          ),
        )}
      </ul>
    }
    rows={signInMethods()}
  />
);

const signInMethods = (): readonly RealmRow[] => [
  {
    name: 'second_factor_required_role',
    label: t('Require a second step at sign-in'),
    hint: t('An authenticator app or a passkey, also after a sign-in at an identity provider.'),
    options: [
      [0, t('Nobody')],
      [ROLES.owner, t('Owners')],
      [ROLES.administrator, t('Administrators and above')],
      [ROLES.moderator, t('Moderators and above')],
      [ROLES.member, t('Members and above')],
      [ROLES.guest, t('Everyone, including guests')],
    ],
  },
];

/** The settings of this page that are rows of a table. */
export const joiningRows = (): readonly RealmRow[] => [...signInMethods(), ...joining(), ...profileChanges()];

const joining = (): readonly RealmRow[] => [
  {
    name: 'invite_required',
    label: t('Require an invitation to join'),
    hint: t('If off, people can join after confirming an allowed e-mail address. Requires outgoing e-mail.'),
  },
  {
    name: 'emails_restricted_to_domains',
    label: t('Only allow e-mail addresses from certain domains'),
    fixed: store.domains.value.length === 0 ? t('Add a domain first.') : undefined,
  },
  {
    name: 'disallow_disposable_email_addresses',
    label: t('Block disposable e-mail addresses'),
    hint: t('Rejects addresses of temporary e-mail services'),
  },
];

function profileChanges(): readonly RealmRow[] {
  const { server_name_changes_disabled, server_avatar_changes_disabled } = store.realm.value;
  const unless = (isOff: boolean) => (isOff ? t('Turned off by the server administrator.') : undefined);
  return [
    {
      name: 'name_changes_disabled',
      label: t('Allow people to change their name'),
      isInverted: true,
      fixed: unless(server_name_changes_disabled),
    },
    {
      name: 'email_changes_disabled',
      label: t('Allow people to change their e-mail address'),
      isInverted: true,
    },
    {
      name: 'avatar_changes_disabled',
      label: t('Allow people to change their profile picture'),
      isInverted: true,
      fixed: unless(server_avatar_changes_disabled),
    },
    { name: 'require_unique_names', label: t('Require unique names') },
  ];
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
