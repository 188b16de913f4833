import { SettingsRows, SettingsSection } from '../../design/settings.tsx';
import { useSaving } from '../../design/use-saving.ts';
import { plural, t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import { DaysRow } from '../settings/days.tsx';
import { rowProps } from './realm-settings.ts';
import { RoleLines } from './roles.tsx';
import { type RealmRow, RealmRows } from './setting-rows.tsx';

/** Permissions of the organization, except those shown next to the feature they control. */
export const Permissions = () => (
  <>
    <SettingsSection title={t('Roles')} note={t('Everyone has one role. Each role includes the roles below it.')}>
      <RoleLines />
    </SettingsSection>
    <SettingsRows title={t('Full members')}>
      <WaitingPeriod />
    </SettingsRows>
    {permissions().map(({ title, rows }) => (
      <RealmRows key={title} title={title} rows={rows} />
    ))}
  </>
);

/** The permissions of this page. */
export const permissionRows = (): readonly RealmRow[] => permissions().flatMap(({ rows }) => rows);

const permissions = (): { title: string; rows: readonly RealmRow[] }[] => [
  {
    title: t('Invitations'),
    rows: [
      { name: 'can_invite_users_group', label: t('Who can send e-mail invitations') },
      { name: 'create_multiuse_invite_group', label: t('Who can create invitation links') },
    ],
  },
  { title: t('Channels'), rows: channelPermissions() },
  {
    title: t('Direct messages'),
    rows: [
      {
        name: 'direct_message_permission_group',
        label: t('Who can authorize direct message conversations'),
        hint: t('At least one participant must have this permission.'),
      },
      { name: 'direct_message_initiator_group', label: t('Who can start direct message conversations') },
    ],
  },
  {
    title: t('Groups, bots and emoji'),
    rows: [
      { name: 'can_create_groups', label: t('Who can create groups') },
      { name: 'can_manage_all_groups', label: t('Who can manage all groups') },
      { name: 'can_create_bots_group', label: t('Who can create any kind of bot') },
      {
        name: 'can_create_write_only_bots_group',
        label: t('Who can create bots that can only send messages'),
        hint: t('Incoming webhook bots can send messages, but can’t read any.'),
      },
      { name: 'can_add_custom_emoji_group', label: t('Who can add emoji') },
    ],
  },
  { title: t('Guests and other permissions'), rows: otherPermissions() },
];

function channelPermissions(): readonly RealmRow[] {
  const { realm_enable_spectator_access, server_web_public_streams_enabled } = store.realm.value;
  return [
    { name: 'can_create_public_channel_group', label: t('Who can create public channels') },
    { name: 'can_create_private_channel_group', label: t('Who can create private channels') },
    {
      name: 'can_create_web_public_channel_group',
      label: t('Who can create web-public channels'),
      hint:
        realm_enable_spectator_access && server_web_public_streams_enabled
          ? t('Anyone on the internet can read them without an account.')
          : t('Only available when viewing without an account is allowed'),
    },
    { name: 'can_add_subscribers_group', label: t('Who can add people to channels') },
  ];
}

const otherPermissions = (): readonly RealmRow[] => [
  {
    name: 'can_access_all_users_group',
    label: t('Who can see all people'),
    hint: t('Others can only see people they share a channel or conversation with.'),
  },
  {
    name: 'can_set_delete_message_policy_group',
    label: t('Who can set a channel’s permissions for deleting messages'),
  },
  {
    name: 'can_summarize_topics_group',
    label: t('Who can summarize topics'),
    hint: store.realm.value.server_can_summarize_topics ? '' : t('Not available on this server. Apps hide it.'),
  },
  {
    name: 'can_manage_billing_group',
    label: t('Who can manage plans and billing'),
    hint: t('Not used on this server, which is free of charge. Some apps show it.'),
  },
];

function WaitingPeriod() {
  const { value, save, fixed } = rowProps('waiting_period_threshold');
  const saving = useSaving(value, save);
  return (
    <DaysRow
      label={t('Waiting period before a member becomes a full member')}
      hint={t('Some permissions can be limited to full members.')}
      fixed={fixed}
      usual={[0, 1, 3, 7, 14, 30, 90]}
      getName={(days) => (days === 0 ? t('None') : plural(days, '{n} day', '{n} days'))}
      saving={saving}
      choose={saving.change}
    />
  );
}
